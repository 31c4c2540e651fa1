import { foldText } from '#shared/formats/fold.ts';
import { ADDRESS_PART_NAMES } from '#shared/people/record-field.ts';
import type { ImportedPerson, PostalAddress } from './person.ts';
import { type CardProperty, textOf } from './vcard-properties.ts';

/** The postal addresses of a contact file. */

export function takeVcardAddress(person: ImportedPerson, property: CardProperty, label: string): void {
  const { parts, params } = property;
  const address: PostalAddress = {};
  for (const [place, part] of ADDRESS_PART_NAMES.entries()) {
    const value = parts[place]
      ?.map((one) => one.trim())
      .filter(Boolean)
      .join(', ');
    if (value) address[part] = value;
  }
  // The whole address on a label, for programs that write nothing else (RFC 6350, section 6.3.1).
  const envelope = envelopeOf(params.label);
  const isEmpty = Object.keys(address).length === 0;
  if (isEmpty && envelope) address.street = envelope;
  if (Object.keys(address).length === 0) return;
  person.addresses.push(label ? { ...address, label } : address);
  if (envelope && !isEmpty) keepEnvelope(person, { ...property, parts: [[envelope]] }, label);
}

/** The parameter as text: RFC 6868 has its own escapes, and many programs write the backslash of values. */
const envelopeOf = (text: string | undefined): string | undefined =>
  text
    ?.replace(/\\n/gi, '\n')
    .replace(/\^([n^'])/g, (_, sign: string) => ({ n: '\n', "'": '"' })[sign] ?? '^');

/** The address as on an envelope, unless the parts of an address say all of it. */
export function keepEnvelope(
  { addresses, other }: ImportedPerson,
  property: CardProperty,
  label: string,
): void {
  const said = new Set(
    addresses.flatMap(({ label: _, ...parts }) => wordsIn(Object.values(parts).join(' '))),
  );
  const value = textOf(property);
  if (wordsIn(value).some((word) => !said.has(word))) other.push({ name: 'LABEL', value, label });
}

const wordsIn = (text: string): string[] => foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];
