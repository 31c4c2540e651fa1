/** Longest name in a mail, in characters as a reader counts them. */
const NAME_MAX = 40;
/** Full stops of other scripts, which IDNA reads as the dot of a domain. Source: RFC 3490, section 3.1. */
const DOTS = /[。．｡]/g;
const WEB_ADDRESS = /\S*(?::\/\/|www\.|@)\S*/gi;
/** A dot with a word behind it, as in "example.com": mail programs make a link of it. */
const DOT_IN_WORD = /\.(?=[\p{L}\p{N}]{2})/gu;
/** What names are not written with. */
const FOREIGN = /[^\p{L}\p{M}\p{N}\s'’ʼ‘.,&()·・‐–-]/gu;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * A name that someone typed, for the text of a mail: on one line, at most 40 characters, and without anything that a
 * mail program would make a link of. Whoever registers chooses both the name and the address that the mail goes to, so a
 * name must not be able to advertise. Empty if nothing is left.
 */
export function plainName(name: string): string {
  const plain = name
    .normalize('NFC')
    .replace(DOTS, '.')
    .replace(WEB_ADDRESS, ' ')
    .replace(/[/\\][^\s]*/g, ' ')
    .replace(FOREIGN, '')
    .replace(DOT_IN_WORD, '. ')
    .replace(/\s+/g, ' ')
    .trim();
  if (!/[\p{L}\p{N}]/u.test(plain)) return '';
  const characters = [...graphemes.segment(plain)].map(({ segment }) => segment);
  if (characters.length <= NAME_MAX) return plain;
  return `${characters.slice(0, NAME_MAX).join('').trimEnd()}…`;
}
