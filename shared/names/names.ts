import { guessName } from './name-guess.ts';
import {
  NAME_FIELDS,
  NAME_PARTS,
  type Named,
  type NameField,
  type NameFields,
  type NameOrder,
  type NamePart,
  PHONETIC_PARTS,
  type PhoneticPart,
} from './name-parts.ts';
import { customOf, isEastAsian } from './name-scripts.ts';
import { foldWord, SPOKEN_TITLES } from './name-words.ts';

/**
 * The parts of a full name. The full name is stored as written. Parts are stored only if someone entered them, and
 * otherwise guessed when needed: for N in contact files, and for greetings (docs/decisions/132).
 */

/** Only the name fields of a card or contact row. */
export const pickName = (row: Named): Named => ({
  fullName: row.fullName,
  ...Object.fromEntries(NAME_FIELDS.map((field) => [field, row[field]])),
});

/** Every part, empty if the name does not have it. */
export type NameParts = Record<NamePart | PhoneticPart, string> & { nameOrder: NameOrder };

const collapseSpaces = (text: string | null | undefined): string =>
  text ? text.normalize('NFC').replace(/\s+/g, ' ').trim() : '';

/** All parts of a name: stored parts as they are, the others guessed from the rest of the full name. */
export function nameParts(name: Named): NameParts {
  const known = Object.fromEntries(NAME_PARTS.map((part) => [part, collapseSpaces(name[part])])) as Record<
    NamePart,
    string
  >;
  const isFamilyFirst = name.nameOrder ? name.nameOrder === 'familyFirst' : null;
  let rest = collapseSpaces(name.fullName);
  const take = (part: NamePart, isAtEnd: boolean): boolean => {
    const without = known[part] && removePart(rest, known[part], isAtEnd);
    if (typeof without === 'string' && known[part]) rest = without;
    return Boolean(known[part]) && typeof without === 'string';
  };
  const hasPrefix = take('namePrefix', false);
  take('nameSuffix', true);
  const hasFamily = take('familyName', !isFamilyFirst && !isEastAsian(rest));
  const hasGiven = take('givenName', Boolean(isFamilyFirst) || (!hasFamily && isEastAsian(rest)));
  take('additionalName', false);
  const guess = guessName(rest, { hasPrefix, hasGiven, hasFamily, isFamilyFirst });
  return {
    namePrefix: known.namePrefix || guess.prefix,
    givenName: known.givenName || guess.given,
    additionalName: known.additionalName || guess.additional,
    familyName: known.familyName || guess.family,
    nameSuffix: known.nameSuffix || guess.suffix,
    phoneticGivenName: collapseSpaces(name.phoneticGivenName),
    phoneticFamilyName: collapseSpaces(name.phoneticFamilyName),
    nameOrder: name.nameOrder ?? (guess.isFamilyFirst ? 'familyFirst' : 'givenFirst'),
  };
}

const bareWord = (word: string) => word.replace(/^["“«]|["”»]?[,，]*$/gu, '').toLowerCase();

/** The position of a part's words within those of a name, or -1. */
function findWords(words: string[], part: string[], isAtEnd: boolean): number {
  const isHere = (start: number) =>
    part.every((word, index) => bareWord(words[start + index] ?? '') === bareWord(word));
  const starts = words.map((_, index) => index);
  return (isAtEnd ? starts.findLast(isHere) : starts.find(isHere)) ?? -1;
}

/** The full name without one of its parts; null if it does not contain the part. */
function removePart(fullName: string, part: string, isAtEnd: boolean): string | null {
  const words = fullName.split(' ');
  const wanted = part.split(' ');
  const at = findWords(words, wanted, isAtEnd);
  if (at >= 0) return [...words.slice(0, at), ...words.slice(at + wanted.length)].join(' ');
  // Scripts without spaces: any substring may be a part.
  const start = isEastAsian(part) ? (isAtEnd ? fullName.lastIndexOf(part) : fullName.indexOf(part)) : -1;
  return start < 0
    ? null
    : collapseSpaces(`${fullName.slice(0, start)} ${fullName.slice(start + part.length)}`);
}

/** Which stored parts are affected when a name changes. */
export interface StaleParts {
  /** No longer valid, and to be cleared. */
  dropped: NameField[];
  /** Pronunciations of parts that changed: only a person can tell whether they are still right. */
  doubtful: PhoneticPart[];
}

/**
 * Which parts of `kept` do not fit `fullName`. A part that `fullName` no longer contains is dropped, unless `sent`
 * includes it; the order is dropped once the words have changed places. Phonetic parts are never dropped: the caller
 * should ask.
 */
export function dropStaleParts(fullName: string, kept: Named, sent: NameFields): StaleParts {
  if (collapseSpaces(fullName) === collapseSpaces(kept.fullName)) return { dropped: [], doubtful: [] };
  const isKept = (part: NameField) => Boolean(kept[part]) && sent[part] === undefined;
  const dropped: NameField[] = NAME_PARTS.filter(
    (part) =>
      isKept(part) && removePart(collapseSpaces(fullName), collapseSpaces(kept[part]), false) === null,
  );
  if (isKept('nameOrder') && !sharesAnEnd(collapseSpaces(fullName), collapseSpaces(kept.fullName)))
    dropped.push('nameOrder');
  const before = nameParts(kept);
  const left = Object.fromEntries(dropped.map((part) => [part, null]));
  const after = nameParts({ ...kept, ...left, ...sent, fullName });
  const said = { phoneticGivenName: 'givenName', phoneticFamilyName: 'familyName' } as const;
  const doubtful = PHONETIC_PARTS.filter((part) => isKept(part) && before[said[part]] !== after[said[part]]);
  return { dropped, doubtful };
}

const sharesAnEnd = (one: string, other: string): boolean =>
  one.split(' ')[0] === other.split(' ')[0] || one.split(' ').at(-1) === other.split(' ').at(-1);

/**
 * How to address someone: by the given name, or by the custom of the script (李明, 山田さん, 김민준님). With `isFormal`,
 * prefers a title used for addressing people, with the family name (Dr. Müller). Null if the name contains no letters.
 */
export function chooseGreeting(name: Named, { isFormal = false } = {}): string | null {
  const fullName = collapseSpaces(name.fullName);
  if (!/\p{L}/u.test(fullName)) return null;
  const parts = nameParts(name);
  const { givenName, additionalName, familyName, namePrefix } = parts;
  const title = namePrefix.split(' ').find((word) => SPOKEN_TITLES.has(foldWord(word).replaceAll('.', '')));
  if (isFormal && title && familyName) return `${title} ${familyName}`;
  const custom = customOf(
    `${familyName}${givenName}`,
    familyName,
    parts.phoneticFamilyName + parts.phoneticGivenName,
  );
  if (custom === 'chinese') return `${familyName}${givenName}`;
  if (custom === 'japanese') return `${familyName || givenName}さん`;
  if (custom === 'korean')
    return `${parts.nameOrder === 'familyFirst' ? `${familyName}${givenName}` : fullName}님`;
  // Nobody is addressed by initials: M. Night Shyamalan is Night, J. K. Rowling keeps the whole name.
  if (/^(?:\p{Lu}\.? ?)+$/u.test(givenName)) {
    return additionalName.split(' ').find((word) => /\p{Ll}/u.test(word)) ?? fullName;
  }
  return givenName || familyName || fullName;
}

/** How people sign informally: the given name, or the full name in scripts that put the family name first. */
export function chooseSignature(name: Named): string {
  const { givenName } = nameParts(name);
  const fullName = collapseSpaces(name.fullName);
  return isEastAsian(fullName) || !givenName ? fullName : givenName;
}
