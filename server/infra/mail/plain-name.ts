import { splitGraphemes } from '#server/infra/graphemes.ts';

/** Longest name in a mail, in characters as a reader counts them. */
const NAME_MAX = 40;
/** Full stops of other scripts, which IDNA reads as the dot of a domain. Source: RFC 3490, section 3.1. */
const DOTS = /[。．｡]/g;
const WEB_ADDRESS = /:\/\/|www\.|@/i;
/** With this in place of each word that has a web or mail address. Word by word, so that long ones are read once. */
const replaceAddresses = (text: string, replacement: string): string =>
  text.replace(/\S+/g, (word) => (WEB_ADDRESS.test(word) ? replacement : word));
/** A dot with a word behind it, as in "example.com": mail programs make a link of it. */
const DOT_IN_WORD = /\.(?=[\p{L}\p{N}]{2})/gu;
/** Characters that names are not written with. */
const FOREIGN = /[^\p{L}\p{M}\p{N}\s'’ʼ‘.,&()·・‐–-]/gu;

/**
 * A name that someone typed, for the text of a mail: on one line, at most 40 characters, and without anything that a
 * mail program would make a link of. Whoever registers chooses both the name and the address that the mail goes to, so a
 * name must not be able to advertise. Empty if nothing is left.
 */
export function plainName(name: string): string {
  const plain = replaceAddresses(name.normalize('NFC').replace(DOTS, '.'), ' ')
    .replace(/[/\\][^\s]*/g, ' ')
    .replace(FOREIGN, '')
    .replace(DOT_IN_WORD, '. ')
    .replace(/\s+/g, ' ')
    .trim();
  if (!/[\p{L}\p{N}]/u.test(plain)) return '';
  return cutGraphemes(plain, NAME_MAX);
}

/** The first characters, as a reader counts them. */
function cutGraphemes(text: string, most: number): string {
  // A character has at least one unit of UTF-16, and few texts are long: a digest has hundreds.
  if (text.length <= most) return text;
  const characters: string[] = [];
  for (const character of splitGraphemes(text)) {
    if (characters.length === most) return `${characters.join('').trimEnd()}…`;
    characters.push(character);
  }
  return text;
}

/** A path of a network drive, which some mail programs make a link of, too. */
const NETWORK_PATH = /\\\\\S+/g;
/** Longest quotation of somebody in a mail. */
const WORDS_MAX = 280;

/**
 * A stranger's text, to be quoted in a mail: on one line, at most so many characters, and without anything that a mail
 * program would make a link of, since the mail comes from us.
 */
export function plainWords(text: string, most = WORDS_MAX): string {
  const plain = replaceAddresses(text.normalize('NFC').replace(DOTS, '.'), '[link]')
    .replace(NETWORK_PATH, '[link]')
    .replace(DOT_IN_WORD, '. ')
    .replace(/[<>{}|^`]/g, ' ')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  return cutGraphemes(plain, most);
}
