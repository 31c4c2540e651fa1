import type { Address } from '#server/people/follow-ups/composer/voice.ts';
import type { Named } from '#shared/names/name-parts.ts';
import { isEastAsian } from '#shared/names/name-scripts.ts';
import { foldWord } from '#shared/names/name-words.ts';
import { chooseGreeting, nameParts } from '#shared/names/names.ts';

/** How to address a person in a letter: what each language needs to know of their name. */

const MEN = new Set(['mr', 'herr', 'monsieur', 'sr', 'sig']);
const WOMEN = new Set(['mrs', 'ms', 'miss', 'frau', 'mme', 'mlle', 'madame', 'sra', 'srta', 'sigra']);
const ACADEMIC = new Set(['dr', 'prof', 'doctor', 'professor', 'dott']);
const ACADEMIC_WOMEN = new Set(['dra', 'dottssa', 'profssa']);
const OTHERS = new Set(['mx', 'rabbi', 'rev']);

/** Null if the name contains no letters. */
export function chooseAddress(named: Named): Address | null {
  const given = chooseGreeting(named);
  if (!given) return null;
  const parts = nameParts(named);
  if (isEastAsian(named.fullName.trim())) {
    return { name: given, given, family: '', academic: null, title: null, says: null };
  }
  const inOrder =
    parts.nameOrder === 'familyFirst'
      ? [parts.familyName, parts.givenName]
      : [parts.givenName, parts.familyName];
  const titles = parts.namePrefix
    .split(' ')
    .map((written) => ({ written, word: foldWord(written).replaceAll('.', '') }));
  const find = (...lists: ReadonlySet<string>[]) =>
    titles.find(({ word }) => lists.some((list) => list.has(word)))?.written ?? null;
  const isWoman = find(WOMEN, ACADEMIC_WOMEN) !== null;
  return {
    name: inOrder.filter(Boolean).join(' ') || given,
    given,
    family: parts.familyName,
    academic: find(ACADEMIC, ACADEMIC_WOMEN),
    title: find(MEN, WOMEN, OTHERS),
    says: isWoman ? 'woman' : find(MEN) ? 'man' : null,
  };
}
