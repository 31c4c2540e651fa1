import {
  CHINESE_DOUBLE_FAMILY,
  CHINESE_PET_STARTS,
  JAPANESE_FAMILY,
  KOREAN_DOUBLE_FAMILY,
  KOREAN_FAMILY,
} from './name-words.ts';

/** Names in Han characters, kana and hangul: the family name first, often without a space. */

export interface SplitName {
  given: string;
  additional: string;
  family: string;
  isFamilyFirst: boolean;
}

const EAST_ASIAN = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー・·‧•＝\s]+$/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HANGUL = /\p{Script=Hangul}/u;
/** Separates the parts of a foreign name, which keep their own order: ジョン・スミス, 约翰·史密斯. */
const DOT = /[・·‧•＝]/u;

export const isEastAsian = (text: string): boolean => EAST_ASIAN.test(text);

/** The custom for addressing people whose names are written in this script. */
export type NameCustom = 'chinese' | 'japanese' | 'korean' | 'western';

export function customOf(fullName: string, family: string, phonetic: string): NameCustom {
  if (!isEastAsian(fullName)) return 'western';
  if (HANGUL.test(fullName)) return 'korean';
  if (KANA.test(fullName + phonetic)) return 'japanese';
  return [...family].length > 1 && !CHINESE_DOUBLE_FAMILY.has(family) ? 'japanese' : 'chinese';
}

/** Splits an East Asian name. `isFamilyFirst` is as given by the owner; null to guess. */
export function splitEastAsian(text: string, isFamilyFirst: boolean | null): SplitName {
  if (DOT.test(text)) {
    return splitInOrder(text.split(/[・·‧•＝\s]+/u).filter(Boolean), isFamilyFirst ?? false);
  }
  const words = text.split(' ');
  if (words.length > 1) return splitInOrder(words, isFamilyFirst ?? !isForeignInHangul(words));
  // Rare Han characters in names, like 𠮷 in 𠮷野, are two units of a string each.
  const letters = [...text];
  const familyLength = guessFamilyLength(letters);
  return {
    family: letters.slice(0, familyLength).join(''),
    given: letters.slice(familyLength).join(''),
    additional: '',
    isFamilyFirst: familyLength > 0,
  };
}

function splitInOrder(words: string[], isFamilyFirst: boolean): SplitName {
  const [first = '', ...others] = words;
  if (isFamilyFirst) return { family: first, given: others.join(' '), additional: '', isFamilyFirst };
  const family = others.pop() ?? '';
  return { family, given: first, additional: others.join(' '), isFamilyFirst };
}

/** 존 스미스: without a Korean family name in front, the name is foreign and keeps its own order. */
const isForeignInHangul = ([first = '']: string[]): boolean =>
  HANGUL.test(first) && !KOREAN_FAMILY.has(first) && !KOREAN_DOUBLE_FAMILY.has(first);

/** How many characters of a name without spaces are the family name; 0 if the name has only one part. */
function guessFamilyLength(letters: string[]): number {
  const { length } = letters;
  const [one = '', two = '', three = ''] = [1, 2, 3].map((count) => letters.slice(0, count).join(''));
  if (letters.some((letter) => HANGUL.test(letter))) {
    if (length > 2 && KOREAN_DOUBLE_FAMILY.has(two)) return 2;
    return length > 1 && length < 5 && KOREAN_FAMILY.has(one) ? 1 : 0;
  }
  // 高橋みなみ: kana after Han characters are the given name.
  const kanaAt = letters.findIndex((letter) => KANA.test(letter));
  if (kanaAt >= 0) return kanaAt;
  if (length > 3 && JAPANESE_FAMILY.has(three)) return 3;
  if (length > 2 && (CHINESE_DOUBLE_FAMILY.has(two) || JAPANESE_FAMILY.has(two))) return 2;
  if (length === 4) return 2;
  const isOneName = length === 1 || length > 4 || CHINESE_PET_STARTS.has(one);
  return isOneName ? 0 : 1;
}
