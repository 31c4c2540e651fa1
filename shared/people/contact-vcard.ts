import { toHref } from '#shared/contract/links.ts';
import { nameLines, textLine, type VcardVersion, vcard } from '#shared/formats/vcard.ts';
import type { NameFields } from '#shared/names/name-parts.ts';
import { CONTACT_FIELD_NAMES, type ContactFieldName, contactField } from './contact-fields.ts';

export type ContactFacts = { fullName: string } & NameFields & {
    [Name in ContactFieldName]?: string | null | undefined;
  };

/**
 * The contact file of a contact, for the phone's address book. The field tables define which property a field becomes.
 */
export const contactToVcard = (contact: ContactFacts, version: VcardVersion = 3): string =>
  vcard(version, [
    ...nameLines(contact, version),
    ...NAMES.flatMap((name) => linesOf(contact, name, version)),
  ]);

/** Properties in the order that contact files have always had; others follow. */
const ORDER = ['FN', 'ORG', 'TITLE', 'EMAIL', 'TEL', 'NOTE', 'URL'];
const placeOf = (name: ContactFieldName): number => {
  const at = ORDER.indexOf(contactField(name).vcard?.[3].split(';')[0] ?? '');
  return at < 0 ? ORDER.length : at;
};
const NAMES = CONTACT_FIELD_NAMES.toSorted((one, other) => placeOf(one) - placeOf(other));

function linesOf(contact: ContactFacts, name: ContactFieldName, version: VcardVersion): string[] {
  const { kind, vcard: place } = contactField(name);
  const value = contact[name];
  if (!place || place[version] === 'N' || !value) return [];
  if (kind !== 'link') return textLine(place[version], value);
  // A URI is not text: it is not escaped, and one that parses contains no line break.
  const href = toHref(value);
  return href ? [`${place[version]}:${href}`] : [];
}
