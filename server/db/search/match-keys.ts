import { hash } from 'node:crypto';
import { foldText } from '#shared/formats/fold.ts';
import type { Labeled, LabeledPhone } from '#shared/people/record-field.ts';

/** By what two contacts are recognized as one person: a mail address, a telephone number, or the name. */

export interface Matched {
  fullName: string;
  email?: string | null | undefined;
  /** As typed: compared if it reads like E.164, also in rows from before numbers were read. */
  phone?: string | null | undefined;
  /** In E.164; a number that was not understood is not compared. */
  phoneE164?: string | null | undefined;
  moreEmails?: readonly Pick<Labeled, 'value'>[] | undefined;
  morePhones?: readonly Pick<LabeledPhone, 'e164'>[] | undefined;
}

type MatchKind = 'mail' | 'phone' | 'name';
const LETTERS: Record<MatchKind, string> = { mail: 'm', phone: 'p', name: 'n' };

/** The basis of a key, by its first letter. */
export const kindOfKey = (key: string): MatchKind =>
  key.startsWith('m') ? 'mail' : key.startsWith('p') ? 'phone' : 'name';

/** A hash, because an address or a name may be longer than an index takes, and to keep none of them twice. */
const keyOf = (kind: MatchKind, value: string): string =>
  LETTERS[kind] + hash('sha256', value, 'base64url').slice(0, 22);

/**
 * The words of a name in one order, whichever way round it was written: "Lovelace, Ada" is "Ada Lovelace". Null for a
 * single word in a script with spaces: half the Annas one knows are different people.
 */
export function foldedName(fullName: string): string | null {
  const words = foldText(fullName).match(/[\p{L}\p{M}\p{N}'’]+/gu) ?? [];
  const isEnough =
    words.length > 1 ||
    /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(words.join(''));
  return isEnough && /\p{L}/u.test(words.join('')) ? words.toSorted().join(' ') : null;
}

function typedNumber(phone: string | null | undefined): string | null {
  const digits = phone?.startsWith('+') ? phone.replace(/[\s()./-]/g, '') : '';
  return /^\+[1-9]\d{6,14}$/.test(digits) ? digits : null;
}

/** The values of `contact_matches.key` for a contact, without duplicates. */
export function matchKeysOf(contact: Matched): string[] {
  const mails = [contact.email, ...(contact.moreEmails ?? []).map(({ value }) => value)];
  const phones = [
    contact.phoneE164 ?? typedNumber(contact.phone),
    ...(contact.morePhones ?? []).map(({ e164 }) => e164),
  ];
  const name = foldedName(contact.fullName);
  return [
    ...new Set([
      ...mails.flatMap((mail) => (mail ? [keyOf('mail', foldText(mail))] : [])),
      ...phones.flatMap((phone) => (phone ? [keyOf('phone', phone)] : [])),
      ...(name ? [keyOf('name', name)] : []),
    ]),
  ];
}
