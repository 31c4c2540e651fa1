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
 * Guesses which words of a full name are which part. It looks each word up in short lists, in time proportional to the
 * length of the name. It is only a guess; in `names.ts`, what people say about their own name takes precedence.
 */

/** The parts that are already known; the guess covers the remaining words. */
export interface KnownOfName {
  hasPrefix: boolean;
  hasGiven: boolean;
  hasFamily: boolean;
  /** As given by the owner; null to guess. */
  isFamilyFirst: boolean | null;
}

export interface GuessedName extends SplitName {
  prefix: string;
  suffix: string;
}

const NOTHING: SplitName = { given: '', additional: '', family: '', isFamilyFirst: false };

/** Words; text in quotation marks or parentheses is one word. No alternative scans past another opening mark. */
const WORDS = /"[^"]*"|“[^“”]*”|«[^«»]*»|\([^()]*\)|\S+/gu;
const wordsOf = (text: string): string[] => text.match(WORDS) ?? [];

export function guessName(text: string, known: KnownOfName): GuessedName {
  const [head = [], ...tails] = text.split(/[,，]/u).map(wordsOf);
  const suffixes: string[] = [];
  const given: string[] = [];
  for (const words of tails) {
    // Ada Lovelace, Countess of Lovelace: a description, not part of the name.
    if (head.length > 1 && words.some((word) => /^(?:of|for|at|the|and|&)$/.test(word))) continue;
    const isSuffix = words.every((word) => isSuffixWord(word) || (head.length > 1 && isLetters(word)));
    (isSuffix ? suffixes : given).push(...words);
  }
  // Smith, John: the family name comes before the comma.
  const isInverted = head.length > 0 && given.length > 0 && !known.hasGiven && !known.hasFamily;
  const words = isInverted ? given : [...head, ...given];
  // At least one word is the name itself, unless the name is already known.
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
    given: removeQuotes(split.given),
    prefix: prefixes.join(' '),
    suffix: [...inner, ...suffixes].join(' '),
  };
}

const removeQuotes = (text: string): string => text.replace(/^["“«](.*)["”»]$/u, '$1').trim() || text;

/** Text in parentheses is not part of a name: "John Smith (he/him)". */
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

/** Splits the words before a family name: the given name, then additional ones. */
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
  // A Vietnamese given name comes last.
  const given = (isVietnamese(words) ? others.pop() : others.shift()) ?? '';
  return { family, given, additional: others.join(' '), isFamilyFirst: true };
}
