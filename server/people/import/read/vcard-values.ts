import type { SocialNetwork } from '#shared/contract/links.ts';
import { ADDRESS_PART_NAMES } from '#shared/people/record-field.ts';
import { addLabeled, type FoundAddress, type ImportedPerson, wordsIn, wordsOfAddress } from './person.ts';
import { type CardProperty, textOf } from './vcard-properties.ts';

/** The values of properties and cells as a contact has them. */

/** In 4.0 a number may be a URI (RFC 3966). */
export function phoneOf(property: CardProperty): string {
  const text = textOf(property);
  const uri = /^tel:([^;]*)(?:.*;ext=(\d+))?/i.exec(text);
  if (!uri) return text;
  let number = uri[1] ?? '';
  try {
    number = decodeURIComponent(number);
  } catch {
    // Not encoded after all.
  }
  return uri[2] ? `${number} ext. ${uri[2]}` : number;
}

/** LinkedIn's own addresses are profiles, wherever they are written. */
const PROFILES: [network: SocialNetwork, address: RegExp][] = [
  ['linkedin', /^(?:https?:\/\/)?(?:[\w-]+\.)?linkedin\.com\/(?:in|pub)\//i],
];

export function takeUrl(person: ImportedPerson, text: string, label: string): void {
  const found = PROFILES.find(([, address]) => address.test(text));
  if (found && !person.social[found[0]]) person.social[found[0]] = text;
  else addLabeled(person.websites, text, label);
}

export const decodeName = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** `1985-04-12` or `--04-12`; otherwise as written. `19850412`, `19850412T…` and iPhones' year 1604 for none are read. */
export function dateOf(text: string, params: Record<string, string> = {}): string {
  const found = /^(\d{4}|--)-?(\d{2})-?(\d{2})(?:T.*|\s.*)?$/.exec(text.trim());
  if (!found) return text.trim();
  const [, year, month, day] = found;
  const isWithout = year === '--' || year === params['x-apple-omit-year'] || year === '1604';
  return isWithout ? `--${month}-${day}` : `${year}-${month}-${day}`;
}

/** A postal address. */
export function takeVcardAddress(person: ImportedPerson, property: CardProperty, label: string): void {
  const { parts, params } = property;
  const address: FoundAddress = {};
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
  if (envelope && !isEmpty) {
    keepEnvelope(person, wordsOfAddress(address), { ...property, parts: [[envelope]] }, label);
  }
}

/** The parameter as text: RFC 6868 has its own escapes, and many programs write the backslash of values. */
const envelopeOf = (text: string | undefined): string | undefined =>
  text
    ?.replace(/\\n/gi, '\n')
    .replace(/\^([n^'])/g, (_, sign: string) => ({ n: '\n', "'": '"' })[sign] ?? '^');

/** The address as on an envelope, unless the addresses' own words, `said`, are all of it. */
export function keepEnvelope(
  { other }: ImportedPerson,
  said: ReadonlySet<string>,
  property: CardProperty,
  label: string,
): void {
  const value = textOf(property);
  if (wordsIn(value).some((word) => !said.has(word))) other.push({ name: 'LABEL', value, label });
}

/** A parameter's text: RFC 6868 writes a quotation mark and a caret with a caret. */
export const decodeParameter = (text: string): string =>
  text.replace(/\^(['^])/g, (_, sign: string) => ({ "'": '"' })[sign] ?? sign);

export function takeCategories(person: ImportedPerson, { parts }: CardProperty): void {
  person.tags.push(...(parts[0] ?? []).map((one) => one.trim()).filter(Boolean));
}

/** Google's groups: one of everybody, and one of the favorites. Our own files have neither. */
export function takeGroups(person: ImportedPerson): void {
  person.isFavorite ||= person.tags.includes('starred');
  person.tags = person.tags.filter((tag) => tag !== 'starred' && tag !== 'myContacts');
}

/** Parameters that say how a property is written, or what it is called, and not what it means. */
const READ_PARAMETERS = new Set(
  'type pref label x-label encoding charset value altid pid sort-as x-service-type phonetic script'.split(
    ' ',
  ),
);

/** The other parameters of a property, such as `LANGUAGE`. */
export const listParameters = ({ params }: CardProperty): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(params)
      .filter(([name]) => !READ_PARAMETERS.has(name))
      .map(([name, text]) => [name.toUpperCase(), [decodeParameter(text)]]),
  );
