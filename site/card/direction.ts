import type { FaceFields } from './face.ts';

const LETTERS = /\p{L}/gu;
const LEFTWARD = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/gu;

/**
 * The direction most of the owner's words are written in; undefined for left to right, the default. One for the whole
 * card: lines that each had their own made lists run backwards.
 */
export function detectDirection(
  card: Pick<FaceFields, 'fullName' | 'jobTitle' | 'company' | 'tagline' | 'location' | 'bio'>,
): 'rtl' | undefined {
  const words = [card.fullName, card.jobTitle, card.company, card.tagline, card.location, card.bio].join(' ');
  const count = (letters: RegExp) => words.match(letters)?.length ?? 0;
  return count(LEFTWARD) * 2 > count(LETTERS) ? 'rtl' : undefined;
}

const JOINED = /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}]/u;

/** True if the text contains letters that join, as in Arabic: they must not be letter-spaced. */
export const isJoined = (text: string): boolean => JOINED.test(text);
