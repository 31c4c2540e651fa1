import { DOTTED_TITLES, foldWord, SUFFIXES, TITLE_FIELDS, TITLES } from './name-words.ts';

/** Titles before a name and letters after it. */

export const isSuffixWord = (word: string) => SUFFIXES.has(foldWord(word).replaceAll('.', ''));
/** Letters after a name, as in "CPA" and "M.Ed."; "J." is an initial. */
export const isLetters = (word: string) =>
  /^(?:\p{Lu}\p{Ll}?\.?){2,8}$/u.test(word) && /\p{Lu}.*\p{Lu}/u.test(word);

/** Dr., Prof.Dr., Dipl.-Ing., and lower-case words that continue them: Dr. med., dr. rer. nat. */
function isTitle(word: string, isFirst: boolean): boolean {
  const folded = foldWord(word);
  if (!isFirst && (/^\p{Ll}[\p{Ll}.]*\.$/u.test(word) || TITLE_FIELDS.has(folded.replaceAll('.', ''))))
    return true;
  if (!isFirst && /^\((?:fh|univ|ba)\)$/.test(folded)) return true;
  if (TITLES.has(folded)) return true;
  const parts = folded.split(/[.-]+/).filter(Boolean);
  return (
    word.includes('.') &&
    parts.length > 0 &&
    parts.every((part) => TITLES.has(part) || DOTTED_TITLES.has(part))
  );
}

/** Removes titles from the front, leaving at least `least` words. */
export function takeTitles(words: string[], hasTitle: boolean, least: number): string[] {
  let count = 0;
  while (count < words.length - least && isTitle(words[count] ?? '', count === 0 && !hasTitle)) count++;
  return words.splice(0, count);
}

export function takeSuffixes(words: string[], least: number): string[] {
  let count = 0;
  while (count < words.length - least && isSuffixWord(words.at(-1 - count) ?? '')) count++;
  return words.splice(words.length - count, count);
}
