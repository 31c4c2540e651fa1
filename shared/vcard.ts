/** Contact files: vCard 3.0 by RFC 2426 over the content lines of RFC 2425. */

const LINE_OCTETS = 75;
const octets = new TextEncoder();

/** Text as a value: backslash, semicolon, comma and line breaks escaped (RFC 2426, section 4). */
export const escapeText = (text: string) =>
  text
    .replace(/\\/g, '\\\\')
    .replace(/;/g, '\\;')
    .replace(/,/g, '\\,')
    .replace(/\r\n|\r|\n/g, '\\n');

/** A line broken after at most 75 octets, never inside a character (RFC 2425, section 5.8.1). */
export function fold(line: string): string {
  const lines: string[] = [];
  let current = '';
  let size = 0;
  for (const character of line) {
    const bytes = octets.encode(character).length;
    if (size + bytes > LINE_OCTETS) {
      lines.push(current);
      current = ' ';
      size = 1;
    }
    current += character;
    size += bytes;
  }
  return [...lines, current].join('\r\n');
}

const SUFFIX = /^(jr|sr|ii|iii|iv|phd|ph\.d|md|m\.d|mba|esq)\.?$/i;
const PREFIX = /^(mr|mrs|ms|mx|dr|prof|sir|dame)\.?$/i;
const PARTICLE = /^(van|von|der|den|de|del|della|di|da|la|le|bin|ibn|al|ter|ten)$/i;

export interface NameParts {
  family: string;
  given: string;
  additional: string;
  prefix: string;
  suffix: string;
}

/** A full name in the parts of N. A guess by nature: FN carries the name as it was written. */
export function splitName(fullName: string): NameParts {
  const words = fullName.replace(/,/g, ' ').split(/\s+/).filter(Boolean);
  const prefixes: string[] = [];
  const suffixes: string[] = [];
  while (words.length > 1 && PREFIX.test(words[0] ?? '')) prefixes.push(words.shift() ?? '');
  while (words.length > 1 && SUFFIX.test(words.at(-1) ?? '')) suffixes.unshift(words.pop() ?? '');
  const particle = words.findIndex((word, index) => index > 0 && PARTICLE.test(word));
  const familyAt = words.length === 1 ? 1 : particle > 0 ? particle : words.length - 1;
  const [given = '', ...additional] = words.slice(0, familyAt);
  return {
    family: words.slice(familyAt).join(' '),
    given,
    additional: additional.join(' '),
    prefix: prefixes.join(' '),
    suffix: suffixes.join(' '),
  };
}
