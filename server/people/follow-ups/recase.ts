import { NAME_FIELDS, type Named } from '#shared/names/name-parts.ts';

/** Names, companies and titles that were typed in capitals, as a letter writes them: "Mike O'Brien", "Acme Inc.". */

/** Written small within a name. */
const PARTICLES = new Set(
  'de da do dos das del della der den di du la le van von zu zum y e bin ibn al'.split(' '),
);
/** Small words of titles and companies. */
const SMALL = new Set('of and the for in at to und für der die das et de du des la le y e del di'.split(' '));
/** Written in their own way, whatever stands around them. */
const FIXED = new Map(
  'II III IV PhD MD MBA LLC LLP PLC AG SE SA KG NV BV AB USA UK EU IT HR PR QA AI VP SVP EVP CEO CTO CFO COO CMO CIO CPO CISO Inc Ltd Corp GmbH Co Sp'
    .split(' ')
    .map((word) => [word.toLowerCase(), word]),
);
/** Titles that are read letter by letter, also where somebody typed them small. */
const TITLES = /(?<![\p{L}\p{N}])(?:ceo|cto|cfo|coo|cmo|cio|cpo|ciso|vp|svp|evp)(?![\p{L}\p{N}])/giu;

const isCapital = (text: string): boolean =>
  (text.match(/\p{L}/gu) ?? []).length > 1 && text === text.toLocaleUpperCase('en') && /\p{Lu}/u.test(text);

/** One word with a capital at its beginning and behind an apostrophe: O'Brien, D'Angelo, McDonald. */
const capitalizeWord = (word: string): string =>
  word
    .toLocaleLowerCase('en')
    .replace(
      /^(\P{L}*)(\p{L})/u,
      (_all, before: string, first: string) => before + first.toLocaleUpperCase('en'),
    )
    .replace(
      /^(\P{L}*(?:O|D|L)['’])(\p{L})(?=\p{L}{2})/u,
      (_all, before: string, next: string) => before + next.toLocaleUpperCase('en'),
    )
    .replace(
      /^(Mc)(\p{L})(?=\p{L}{2})/u,
      (_all, before: string, next: string) => before + next.toLocaleUpperCase('en'),
    );

const findFixedForm = (word: string): string | undefined => {
  const own = FIXED.get(word.replace(/\.$/, '').toLowerCase());
  return own && (word.endsWith('.') ? `${own}.` : own);
};

/** Initials, as in "J.R." or "TJ", which are no words. */
const isInitials = (word: string): boolean =>
  /^(?:\p{L}\.?)$|^(?:\p{L}\.)+$/u.test(word) ||
  (/^\p{L}{2}$/u.test(word) && !/[aeiouy]|ng|jr|sr|dr|mr/iu.test(word));

const eachPart = (text: string, recase: (part: string, index: number) => string): string => {
  let index = -1;
  return text.replace(/[^\s\-‐–/,&()]+/gu, (part) => {
    index += 1;
    return recase(part, index);
  });
};

/** A person's name. Within one that has small letters, too, a long word in capitals is a family name, as in Jean DUPONT. */
export function recaseName(name: string): string {
  const isAll = isCapital(name);
  return eachPart(name, (word, index) => {
    if (!isCapital(word) || !(isAll || word.replace(/\P{L}/gu, '').length > 3)) return word;
    if (isInitials(word)) return word;
    if (isAll && index > 0 && PARTICLES.has(word.toLowerCase())) return word.toLowerCase();
    return (index > 0 && findFixedForm(word)) || capitalizeWord(word);
  });
}

/** A word that is short or has no vowel is read letter by letter: IBM, HSBC. */
const isAcronym = (word: string): boolean => {
  const letters = word.replace(/\P{L}/gu, '');
  return letters.length < 4 || !/[aeiouyäöüáéíóúàèìòùâêîôûãõ]/iu.test(letters);
};

const recaseWords = (text: string): string =>
  eachPart(text, (word, index) => {
    if (index > 0 && SMALL.has(word.toLowerCase())) return word.toLowerCase();
    return findFixedForm(word) ?? (isAcronym(word) ? word : capitalizeWord(word));
  });

/** A company's name; one of a single word may be meant so: IKEA, UNICEF. */
export const recaseCompany = (company: string): string =>
  isCapital(company) && /\S\s+\S/u.test(company) ? recaseWords(company) : company;

export const recaseTitle = (title: string): string =>
  (isCapital(title) ? recaseWords(title) : title).replace(TITLES, (word) => word.toUpperCase());

interface Worded extends Named {
  jobTitle: string | null;
  company: string | null;
}

/** Somebody's name, title and company in the case in which a letter writes them. */
export function recasePerson<T extends Worded>(person: T): T {
  const names = ['fullName', ...NAME_FIELDS.filter((field) => field !== 'nameOrder')] as const;
  const isText = (value: unknown): value is string => typeof value === 'string';
  return {
    ...person,
    ...Object.fromEntries(
      names.flatMap((name) => (isText(person[name]) ? [[name, recaseName(person[name])]] : [])),
    ),
    jobTitle: person.jobTitle && recaseTitle(person.jobTitle),
    company: person.company && recaseCompany(person.company),
  };
}
