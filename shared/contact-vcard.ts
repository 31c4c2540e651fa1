import type { Contact } from './contacts.ts';
import { toHref } from './links.ts';
import { escapeText, fold, splitName } from './vcard.ts';

export type ContactFacts = Pick<
  Contact,
  'fullName' | 'jobTitle' | 'company' | 'email' | 'phone' | 'website' | 'notes'
>;

/** The contact file of a person one met, for the phone's address book: vCard 3.0 by RFC 2426, CRLF and folded. */
export function contactToVcard(contact: ContactFacts): string {
  const { family, given, additional, prefix, suffix } = splitName(contact.fullName);
  const name = [family, given, additional, prefix, suffix].map(escapeText).join(';');
  const href = contact.website ? toHref(contact.website) : null;
  const optional = [
    ['ORG', contact.company],
    ['TITLE', contact.jobTitle],
    ['EMAIL;TYPE=INTERNET,PREF', contact.email],
    ['TEL;TYPE=CELL,VOICE,PREF', contact.phone],
    ['NOTE', contact.notes],
  ].flatMap(([property, value]) => (value ? [`${property}:${escapeText(value)}`] : []));
  const lines = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:${name}`,
    `FN:${escapeText(contact.fullName)}`,
    ...optional,
    // A URI is not text: it is not escaped, and what parses as one holds no line break.
    ...(href ? [`URL:${href}`] : []),
    'END:VCARD',
  ];
  return `${lines.map(fold).join('\r\n')}\r\n`;
}
