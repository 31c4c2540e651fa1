import type { Named } from '#shared/names/name-parts.ts';
import { nameParts } from '#shared/names/names.ts';

/**
 * The lines of contact files: vCard 3.0 (RFC 2426) and 4.0 (RFC 6350), over the content lines that both share. The
 * callers choose the properties: `card-vcard.ts`, `contact-vcard.ts`.
 */

export type VcardVersion = 3 | 4;
/** The versions that can be requested. */
export const VCARD_VERSIONS = ['3.0', '4.0'] as const;
export const versionOf = (version: (typeof VCARD_VERSIONS)[number]): VcardVersion =>
  version === '4.0' ? 4 : 3;

/** A property of contact files with its parameters, as written in vCard 3.0 (RFC 2426) and 4.0 (RFC 6350). */
export interface VcardPlace {
  3: string;
  4: string;
  /** The component of the property's value, from 0; if left out, the whole value. */
  component?: number;
  /** Written only if no other field provides the property. */
  isStandIn?: true;
  /** The label that address books show beside a link, or before a text. */
  label?: string;
}

const LINE_OCTETS = 75;

/** Escapes text for a value: backslash, semicolon, comma and line breaks (RFC 2426, section 4). */
export const escapeText = (text: string) =>
  /[\\;,\r\n]/.test(text)
    ? text
        .replace(/\\/g, '\\\\')
        .replace(/;/g, '\\;')
        .replace(/,/g, '\\,')
        .replace(/\r\n|\r|\n/g, '\\n')
    : text;

/** How many octets UTF-8 takes for a character; half of a pair is replaced by one of three. */
const octetsOf = (character: string): number => {
  const code = character.codePointAt(0) ?? 0;
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
};

/** Folds a line after at most 75 octets, never inside a character (RFC 2425, section 5.8.1). */
export function foldLine(line: string): string {
  // No line this short is too long, and most are.
  if (line.length * 3 <= LINE_OCTETS) return line;
  const parts: string[] = [];
  let start = 0;
  let at = 0;
  let size = 0;
  for (const character of line) {
    const octets = octetsOf(character);
    if (size + octets > LINE_OCTETS) {
      parts.push(line.slice(start, at));
      start = at;
      // The blank that continues a line.
      size = 1;
    }
    at += character.length;
    size += octets;
  }
  return [...parts, line.slice(start)].join('\r\n ');
}

/** The whole file, from content lines before folding, in their order. */
export const vcard = (version: VcardVersion, lines: string[]): string =>
  `${['BEGIN:VCARD', `VERSION:${version}.0`, ...lines, 'END:VCARD'].map(foldLine).join('\r\n')}\r\n`;

/** A property before it is a line: its name with parameters, its value escaped, and the label that readers show. */
export interface VcardProperty {
  name: string;
  value: string;
  label?: string | null | undefined;
}

/** The labels that vCard has types for. */
const TYPES: Record<string, string> = {
  work: 'WORK',
  home: 'HOME',
  mobile: 'CELL',
  fax: 'FAX',
  pager: 'PAGER',
  'work fax': 'WORK,FAX',
  'home fax': 'HOME,FAX',
};

/**
 * The lines of properties, in their order. A label is a type where vCard has one; any other stands beside its value, in
 * a group with `X-ABLabel`, which Apple invented and most address books read.
 */
export function vcardLines(properties: readonly VcardProperty[], version: VcardVersion): string[] {
  let groups = 0;
  return properties.flatMap(({ name, value, label }) => {
    if (!label) return [`${name}:${value}`];
    const type = Object.hasOwn(TYPES, label) ? TYPES[label] : undefined;
    if (type && (/^TEL\b/.test(name) || !/CELL|FAX|PAGER/.test(type))) {
      const types = version === 4 && type.includes(',') ? `"${type.toLowerCase()}"` : type;
      return [`${name};TYPE=${types}:${value}`];
    }
    groups += 1;
    return [`item${groups}.${name}:${value}`, `item${groups}.X-ABLabel:${escapeText(label)}`];
  });
}

/**
 * A value of components between semicolons, each of which may be empty: as many as `length`, or without empty ones at
 * the end.
 */
export const compoundValue = (components: readonly (string | null | undefined)[], length?: number): string =>
  Array.from({ length: length ?? components.length }, (_, at) => escapeText(components[at] ?? '')).join(';');

/**
 * N: the parts of a name, guessed if unknown. In 4.0, their pronunciation is a second N for the same name (ALTID, RFC
 * 6350, section 5.4) with PHONETIC and SCRIPT (RFC 9554), and the first is sorted by it. In 3.0, each part's
 * pronunciation is a property of its own, named in the field tables. The two components that RFC 9554 adds are not
 * written: readers of plain RFC 6350 expect five.
 */
export function nameLines(name: Named, version: VcardVersion): string[] {
  const parts = nameParts(name);
  const { phoneticFamilyName: family, phoneticGivenName: given } = parts;
  const value = [parts.familyName, parts.givenName, parts.additionalName, parts.namePrefix, parts.nameSuffix];
  if (version === 3 || (!family && !given)) return [`N:${compoundValue(value)}`];
  // The keys stand for the components in their order, so that a family name of unknown sound keeps its place.
  const order = [family || parts.familyName, given].map(asSortKey).filter(Boolean).join(',');
  return [
    `N;ALTID=1;SORT-AS="${order}":${compoundValue(value)}`,
    `N;ALTID=1;PHONETIC=script;SCRIPT=${scriptOf(family + given)}:${compoundValue([family, given], 5)}`,
  ];
}

/**
 * A quoted parameter contains no quotation marks or control characters (RFC 6350, section 3.3), and a comma starts the
 * next value.
 */
const asSortKey = (text: string): string => text.replace(/["^,]/g, ' ').replace(/\s+/g, ' ').trim();

const SCRIPTS: [code: string, letters: RegExp][] = [
  ['Hira', /\p{Script=Hiragana}/u],
  ['Kana', /\p{Script=Katakana}/u],
  ['Hang', /\p{Script=Hangul}/u],
  ['Bopo', /\p{Script=Bopomofo}/u],
  ['Cyrl', /\p{Script=Cyrillic}/u],
  ['Arab', /\p{Script=Arabic}/u],
];
/** ISO 15924; anything else is Latin, such as Pinyin and phonetic spellings. */
const scriptOf = (text: string): string => SCRIPTS.find(([, letters]) => letters.test(text))?.[0] ?? 'Latn';

/** A photo in the file itself, or its address. */
export type VcardPhoto = { type: 'JPEG' | 'WEBP'; base64: string } | { url: string };

/** A photo: plain base64 in 3.0, a data URI in 4.0, or an address. */
export function photoLine(photo: VcardPhoto, version: VcardVersion): string {
  if ('url' in photo) return version === 4 ? `PHOTO:${photo.url}` : `PHOTO;VALUE=uri:${photo.url}`;
  return version === 4
    ? `PHOTO:data:image/${photo.type.toLowerCase()};base64,${photo.base64}`
    : `PHOTO;ENCODING=b;TYPE=${photo.type}:${photo.base64}`;
}

/**
 * When the card or contact last changed; `moment` is ISO 8601. 4.0 allows only the basic format without fractions (RFC
 * 6350, section 4.3.5).
 */
export const revisionLine = (moment: string, version: VcardVersion): string =>
  `REV:${version === 4 ? `${moment.slice(0, 19).replace(/[-:]/g, '')}Z` : moment}`;
