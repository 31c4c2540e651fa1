import type { FaceFields } from './face.ts';

const LETTERS = /\p{L}/gu;
const LEFTWARD = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/gu;

/** The side from which a card is read: that of most of its owner's words. Left to right needs no saying. */
export function directionOf(
  card: Pick<FaceFields, 'fullName' | 'jobTitle' | 'company' | 'tagline' | 'location' | 'bio'>,
): 'rtl' | undefined {
  const words = [card.fullName, card.jobTitle, card.company, card.tagline, card.location, card.bio].join(' ');
  const count = (letters: RegExp) => words.match(letters)?.length ?? 0;
  return count(LEFTWARD) * 2 > count(LETTERS) ? 'rtl' : undefined;
}

const JOINED = /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}]/u;

/** Whether letters join in a text, as in Arabic: they must not be spaced apart. */
export const isJoined = (text: string): boolean => JOINED.test(text);
