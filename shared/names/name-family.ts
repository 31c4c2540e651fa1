import {
  ARABIC_GIVEN,
  foldWord,
  HUNGARIAN_FAMILY,
  HUNGARIAN_GIVEN,
  IBERIAN_FAMILY,
  KOREAN_FAMILY_LATIN,
  LOWER_PARTICLES,
  MARIAN,
  PARTICLES,
  SERVANT_OF_ONLY,
  SON_OF,
  VIETNAMESE_FAMILY,
  VIETNAMESE_MIDDLE,
} from './name-words.ts';

/** Which words of a name with spaces are the family name: at its end, or at its front if that is clear. */

export const isInitial = (word: string) => /^\p{Lu}\.?$/u.test(word);

/** María del Carmen, María de los Ángeles: the number of words, 0 for any other name. */
export function countMarian(words: string[]): number {
  if (foldWord(words[0] ?? '') !== 'maria') return 0;
  const named = words.findIndex((word, index) => index > 1 && MARIAN.has(foldWord(word)));
  const between = words.slice(1, Math.max(named, 1));
  const isOne =
    between.length > 0 && between.length < 3 && between.every((word) => PARTICLES.has(foldWord(word)));
  return isOne ? named + 1 : 0;
}

export const isIberianFamily = (word: string): boolean => {
  const folded = foldWord(word);
  return IBERIAN_FAMILY.has(folded) || /\p{L}{2}ez$/u.test(folded);
};

export function isParticleAt(words: string[], index: number): boolean {
  const word = words[index] ?? '';
  const lower = word.toLowerCase().replace(/\.$/, '');
  if (index === 0 || index === words.length - 1) return false;
  if (SON_OF.has(lower) || lower === 'آل' || PARTICLES.has(lower)) return true;
  if (!LOWER_PARTICLES.has(lower)) return false;
  // Weird Al Yankovic is not an Al Fayed.
  const isArabic = words.slice(0, index).some((one) => ARABIC_GIVEN.has(foldWord(one)));
  return word === lower || (/^[AE]l$/.test(word) && isArabic);
}

/** True if the word is the second half of a name such as عبد الله. */
const followsServant = (words: string[], index: number): boolean =>
  SERVANT_OF_ONLY.has(foldWord(words[index - 1] ?? ''));

/**
 * Where the family name begins if the given name comes first: the last word, and the words that belong to it. After the
 * last word if all of them are the given name.
 */
export function findFamily(words: string[]): number {
  if (words.length === 2 && followsServant(words, 1)) return words.length;
  const start = Math.max(1, countMarian(words));
  const last = words.length - 1;
  const upper = words.findLastIndex((word) => !isUpper(word, 2)) + 1;
  if (upper > 0 && upper <= last && words.slice(upper).some((word) => isUpper(word, 3))) return upper;
  const and = words.findIndex((word, index) => index > start && index < last && /^[yi]$/.test(word));
  if (and > 0) return and - 1;
  const particle = words.findIndex((_, index) => index >= start && isParticleAt(words, index));
  if (particle > 0) {
    if (SON_OF.has((words[particle] ?? '').toLowerCase())) return findHouse(words, particle) ?? particle;
    return particle > start && isIberianFamily(words[particle - 1] ?? '') ? particle - 1 : particle;
  }
  if (last > start && followsServant(words, last)) return last - 1;
  const isDouble =
    last > start && isIberianFamily(words[last] ?? '') && isIberianFamily(words[last - 1] ?? '');
  return isDouble ? last - 1 : last;
}

/** The family after a father's name: Khalid bin Abdulaziz Al Saud. */
function findHouse(words: string[], particle: number): number | undefined {
  const at = words.findIndex(
    (word, index) =>
      index > particle + 1 && !followsServant(words, index) && /^(?:(?:al|el)(?:$|-)|آل$|ال)/iu.test(word),
  );
  return at < 0 ? undefined : at;
}

function isUpper(word: string, least: number): boolean {
  const letters = word.replace(/[^\p{L}]/gu, '');
  return (
    letters.length >= least &&
    !word.includes('.') &&
    letters === letters.toUpperCase() &&
    letters !== letters.toLowerCase()
  );
}

/** How many words at the front are a family name, if that is clear; otherwise 0. */
export function countFamilyFirst(words: string[]): number {
  if (words.length < 2) return 0;
  const upper = words.findIndex((word) => !isUpper(word, 2));
  // DUPONT Jean: many people capitalize the family name if the order is ambiguous.
  if (
    upper > 0 &&
    isUpper(words[0] ?? '', 3) &&
    words.slice(upper).every((word) => !isUpper(word, 2) && !isInitial(word))
  )
    return upper;
  const hungarian = countHungarian(words);
  if (hungarian > 0) return hungarian;
  return isVietnamese(words) || isKorean(words) || endsInPatronymic(words) ? 1 : 0;
}

function countHungarian(words: string[]): number {
  const isFamily = (word: string) =>
    foldWord(word)
      .split('-')
      .every((part) => HUNGARIAN_FAMILY.has(part) || HUNGARIAN_FAMILY.has(part.replace(/ne$/, '')));
  const isGiven = (word: string) =>
    foldWord(word)
      .split('-')
      .every((part) => HUNGARIAN_GIVEN.has(part));
  const count = words.findIndex((word) => !isFamily(word));
  return count > 0 && words.slice(count).every(isGiven) ? count : 0;
}

export const isVietnamese = (words: string[]): boolean => {
  const [first = '', second = ''] = words.map((word) => word.normalize('NFC').toLowerCase());
  if (VIETNAMESE_FAMILY.has(first)) return true;
  return words.length > 2 && first === 'nguyen' && VIETNAMESE_MIDDLE.has(second);
};

const isKorean = ([first = '', second = '', ...others]: string[]): boolean =>
  others.length === 0 && KOREAN_FAMILY_LATIN.has(foldWord(first)) && /^\p{Lu}\p{Ll}+-\p{Ll}+$/u.test(second);

const PATRONYMIC = /(?:ович|евич|йович|овна|евна|івна|ївна|ична|инична)$/u;
const endsInPatronymic = ([, second = '', third = '', ...others]: string[]): boolean =>
  others.length === 0 && PATRONYMIC.test(third) && !PATRONYMIC.test(second);
