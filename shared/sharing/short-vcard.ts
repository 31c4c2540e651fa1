import { PHONE_FIELD_NAMES, type PhoneFieldName } from '#shared/cards/card-fields.ts';
import { compoundValue, escapeText } from '#shared/formats/vcard.ts';
import type { Named } from '#shared/names/name-parts.ts';
import { nameParts } from '#shared/names/names.ts';

/** The contact itself in a QR code, for phones without any network. */

/** Beyond this, the modules of a code of 300 px get too small for a phone's camera. */
export const SHORT_VCARD_BYTES = 500;
/** The most bytes of a single value, so that a name of 200 characters leaves room for a number. */
const VALUE_BYTES = 90;
const NAME_PART_BYTES = 36;

export interface ShortContact extends Named {
  jobTitle: string | null;
  company: string | null;
  /** The numbers to call, the most important first, in E.164 format or as typed. */
  phones: readonly string[];
  emails: readonly string[];
}

type Contactable = Named &
  Pick<ShortContact, 'jobTitle' | 'company'> &
  Record<PhoneFieldName | 'primaryEmail' | 'workEmail' | 'secondaryEmail', string | null> & {
    phonesE164: { [name in PhoneFieldName]?: string | undefined };
  };

/** A card in short: the number and the address at the top come first. */
export const toShortContact = (card: Contactable): ShortContact => ({
  ...card,
  phones: PHONE_FIELD_NAMES.flatMap((name) => card.phonesE164[name] ?? card[name] ?? []),
  emails: [card.primaryEmail, card.workEmail, card.secondaryEmail].filter((email) => email !== null),
});

const octets = new TextEncoder();
const bytesOf = (text: string) => octets.encode(text).length;

/** The text in at most this many bytes, cut between characters, with an ellipsis where it is cut. */
function cutToBytes(text: string, bytes: number): string {
  if (bytesOf(text) <= bytes) return text;
  let kept = '';
  for (const character of text) {
    if (bytesOf(`${kept}${character}…`) > bytes) break;
    kept += character;
  }
  return `${kept.trimEnd()}…`;
}

/**
 * A contact as vCard 3.0 (RFC 2426) of at most 500 bytes: the name and, while there is room, number, address of mail,
 * company, role, and the link of the card. Lines are not folded, since few readers of codes unfold them.
 */
export function shortVcard(contact: ShortContact, link: string): string {
  const parts = nameParts(contact);
  const name = [parts.familyName, parts.givenName, parts.additionalName, parts.namePrefix, parts.nameSuffix];
  const line = (property: string, value: string | null | undefined) =>
    value ? `${property}:${escapeText(cutToBytes(value, VALUE_BYTES))}` : '';
  // A number or an address that was cut would be a wrong one.
  const whole = (property: string, value: string | undefined) =>
    value && bytesOf(value) <= VALUE_BYTES ? `${property}:${escapeText(value)}` : '';
  const wanted = [
    `N:${compoundValue(name.map((part) => cutToBytes(part, NAME_PART_BYTES)))}`,
    line('FN', contact.fullName),
    whole('TEL', contact.phones[0]),
    whole('EMAIL', contact.emails[0]),
    line('ORG', contact.company),
    line('TITLE', contact.jobTitle),
    `URL:${link}`,
  ];
  const kept: string[] = [];
  const fileOf = (lines: string[]) => ['BEGIN:VCARD', 'VERSION:3.0', ...lines, 'END:VCARD'].join('\r\n');
  for (const text of wanted) {
    if (text && bytesOf(fileOf([...kept, text])) <= SHORT_VCARD_BYTES) kept.push(text);
  }
  return fileOf(kept);
}
