import {
  countFamilyFirst,
  countMarian,
  findFamily,
  isIberianFamily,
  isInitial,
  isParticleAt,
  isVietnamese,
} from './name-family.ts';
import { isEastAsian, type SplitName, splitEastAsian } from './name-scripts.ts';
import { isLetters, isSuffixWord, takeSuffixes, takeTitles } from './name-titles.ts';
import { foldWord, IBERIAN_FIRST, PARTICLES, SERVANT_OF } from './name-words.ts';

/**
 * The guess about a full name: which words are what. It looks each word up in short lists and takes time in proportion
 * to the length of the name. A guess by nature; `names.ts` lets what people say about their own name win.
 */

/** What is known already, so that the words are about the rest. */
export interface KnownOfName {
  hasPrefix: boolean;
  hasGiven: boolean;
  hasFamily: boolean;
  /** What its owner said; null guesses. */
  isFamilyFirst: boolean | null;
}

export interface GuessedName extends SplitName {
  prefix: string;
  suffix: string;
}

const NOTHING: SplitName = { given: '', additional: '', family: '', isFamilyFirst: false };

/** Words; what stands in quotation marks or parentheses is one. No alternative scans past another opening mark. */
const WORDS = /"[^"]*"|“[^“”]*”|«[^«»]*»|\([^()]*\)|\S+/gu;
const wordsOf = (text: string): string[] => text.match(WORDS) ?? [];

export function guessName(text: string, known: KnownOfName): GuessedName {
  const [head = [], ...tails] = text.split(/[,，]/u).map(wordsOf);
  const suffixes: string[] = [];
  const given: string[] = [];
  for (const words of tails) {
    // Ada Lovelace, Countess of Lovelace: what someone is, not what they are called.
    if (head.length > 1 && words.some((word) => /^(?:of|for|at|the|and|&)$/.test(word))) continue;
    const isSuffix = words.every((word) => isSuffixWord(word) || (head.length > 1 && isLetters(word)));
    (isSuffix ? suffixes : given).push(...words);
  }
  // Smith, John: the family name stands before the comma.
  const isInverted = head.length > 0 && given.length > 0 && !known.hasGiven && !known.hasFamily;
  const words = isInverted ? given : [...head, ...given];
  // One word at least is the name itself, unless the name is known.
  const least = known.hasGiven || known.hasFamily ? 0 : 1;
  const prefixes = [
    ...(isInverted ? takeTitles(head, false, 1) : []),
    ...takeTitles(words, known.hasPrefix, least),
  ];
  const inner = [...(isInverted ? takeSuffixes(head, 1) : []), ...takeSuffixes(words, least)];
  const split = isInverted
    ? { ...toGiven(words), family: head.join(' '), isFamilyFirst: false }
    : splitWords(withoutAsides(words, least), known);
  return {
    ...split,
    given: unquote(split.given),
    prefix: prefixes.join(' '),
    suffix: [...inner, ...suffixes].join(' '),
  };
}

const unquote = (text: string): string => text.replace(/^["“«](.*)["”»]$/u, '$1').trim() || text;

/** What stands in parentheses is no part of a name: "John Smith (he/him)". */
function withoutAsides(words: string[], least: number): string[] {
  const plain = words.filter((word) => !word.startsWith('('));
  return plain.length < least ? words : plain;
}

function splitWords(words: string[], known: KnownOfName): SplitName {
  const text = words.join(' ');
  if (words.length === 0) return NOTHING;
  if (known.hasGiven && known.hasFamily) return { ...NOTHING, additional: text };
  if (known.hasFamily)
    return isEastAsian(text) ? { ...NOTHING, given: text } : { ...NOTHING, ...toGiven(words) };
  if (known.hasGiven) {
    const familyAt = isEastAsian(text) ? 0 : findFamily(['', ...words]) - 1;
    return {
      ...NOTHING,
      additional: words.slice(0, familyAt).join(' '),
      family: words.slice(familyAt).join(' '),
    };
  }
  if (isEastAsian(text)) return splitEastAsian(text, known.isFamilyFirst);
  const familyCount = known.isFamilyFirst === false ? 0 : countFamilyFirst(words);
  if (familyCount > 0 || known.isFamilyFirst) return splitFamilyFirst(words, familyCount);
  if (words.length === 1) return { ...NOTHING, given: text };
  const familyAt = findFamily(words);
  return {
    ...toGiven(words.slice(0, familyAt), words[familyAt]),
    family: words.slice(familyAt).join(' '),
    isFamilyFirst: false,
  };
}

/** The words before a family name: the given name, then additional ones. */
function toGiven(words: string[], nextFamily = ''): { given: string; additional: string } {
  const count = countGiven(words, nextFamily);
  return { given: words.slice(0, count).join(' '), additional: words.slice(count).join(' ') };
}

function countGiven(words: string[], nextFamily: string): number {
  const first = foldWord(words[0] ?? '');
  const initials = words.findIndex((word) => !isInitial(word));
  if (initials !== 0) return initials < 0 ? words.length : initials;
  const marian = countMarian(words);
  if (marian > 0) return marian;
  const isPair = SERVANT_OF.has(first) || (IBERIAN_FIRST.has(first) && isIberianFamily(nextFamily));
  return isPair && !isParticleAt(words, 1) ? 2 : 1;
}

function splitFamilyFirst(words: string[], familyCount: number): SplitName {
  const count = familyCount || words.findIndex((word) => !PARTICLES.has(foldWord(word))) + 1 || 1;
  const family = words.slice(0, count).join(' ');
  const others = words.slice(count);
  // A Vietnamese given name stands last.
  const given = (isVietnamese(words) ? others.pop() : others.shift()) ?? '';
  return { family, given, additional: others.join(' '), isFamilyFirst: true };
}
