import type { Contact } from './contacts.ts';
import { toHref } from './links.ts';
import type { NameFields } from './names.ts';
import { nameLines, textLine, type VcardVersion, vcard } from './vcard.ts';

export type ContactFacts = NameFields &
  Pick<Contact, 'fullName' | 'jobTitle' | 'company' | 'email' | 'phone' | 'website' | 'notes'>;

/** The contact file of a person one met, for the phone's address book. */
export function contactToVcard(contact: ContactFacts, version: VcardVersion = 3): string {
  const href = contact.website ? toHref(contact.website) : null;
  return vcard(version, [
    ...nameLines(contact, version),
    ...textLine('FN', contact.fullName),
    ...textLine('ORG', contact.company),
    ...textLine('TITLE', contact.jobTitle),
    ...textLine(version === 4 ? 'EMAIL;PREF=1' : 'EMAIL;TYPE=INTERNET,PREF', contact.email),
    ...textLine(version === 4 ? 'TEL;TYPE="cell,voice";PREF=1' : 'TEL;TYPE=CELL,VOICE,PREF', contact.phone),
    ...textLine('NOTE', contact.notes),
    // A URI is not text: it is not escaped, and what parses as one holds no line break.
    ...(href ? [`URL:${href}`] : []),
  ]);
}
