import type { PublicCard } from './cards.ts';
import { SOCIAL_LABELS, type SocialNetwork, socialHref, toHref } from './links.ts';

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

export interface VcardFacts {
  /** The public card. */
  url: string;
  /** When the card last changed, ISO 8601. */
  revision: string;
  photoJpegBase64?: string;
}

/** The contact file of a card. */
export function toVcard(card: PublicCard, { url, revision, photoJpegBase64 }: VcardFacts): string {
  const lines = ['BEGIN:VCARD', 'VERSION:3.0'];
  const text = (name: string, value: string | null | undefined) => {
    if (value) lines.push(`${name}:${escapeText(value)}`);
  };
  const compound = (name: string, values: (string | null)[]) => {
    if (values.some(Boolean))
      lines.push(`${name}:${values.map((value) => escapeText(value ?? '')).join(';')}`);
  };
  const { family, given, additional, prefix, suffix } = splitName(card.fullName);
  compound('N', [family, given, additional, prefix, suffix]);
  text('FN', card.fullName);
  compound('ORG', card.department ? [card.company, card.department] : [card.company]);
  text('TITLE', card.jobTitle);
  text('EMAIL;TYPE=INTERNET,PREF', card.primaryEmail);
  text('EMAIL;TYPE=INTERNET,HOME', card.secondaryEmail);
  text('EMAIL;TYPE=INTERNET,WORK', card.workEmail);
  text('TEL;TYPE=CELL,VOICE,PREF', card.primaryPhone);
  text('TEL;TYPE=HOME,VOICE', card.secondaryPhone);
  text('TEL;TYPE=WORK,VOICE', card.workPhone);
  compound('ADR;TYPE=WORK', [null, null, card.address, card.city, card.state, card.zipCode, card.country]);
  lines.push(...linkLines(card, url));
  text('NOTE', [card.tagline, card.bio].filter(Boolean).join('\n\n'));
  if (photoJpegBase64) lines.push(`PHOTO;ENCODING=b;TYPE=JPEG:${photoJpegBase64}`);
  lines.push(`REV:${revision}`, `UID:${escapeText(url)}`, 'END:VCARD');
  return `${lines.map(fold).join('\r\n')}\r\n`;
}

/** Addresses are URIs and not escaped; what parses as one holds no line break. */
function linkLines(card: PublicCard, url: string): string[] {
  const typed = [card.website, card.portfolio, ...card.customWebsites];
  const websites = typed.flatMap((value) => (value ? [toHref(value)] : [])).filter((href) => href !== null);
  const lines = [url, ...websites].map((href) => `URL:${href}`);
  const networks = Object.entries(card.social) as [SocialNetwork, string][];
  for (const [index, [network, value]] of networks.entries()) {
    const href = socialHref(network, value);
    if (href) {
      lines.push(`X-SOCIALPROFILE;TYPE=${network}:${href}`);
      // Phones that do not know X-SOCIALPROFILE read a labelled URL.
      lines.push(`item${index + 1}.URL:${href}`, `item${index + 1}.X-ABLabel:${SOCIAL_LABELS[network]}`);
    } else {
      lines.push(`X-SOCIALPROFILE;TYPE=${network}:${escapeText(value)}`);
    }
  }
  return lines;
}
