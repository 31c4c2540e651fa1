import { nameParts } from '#shared/names/names.ts';
import { COMPANY_WORD, foldCardWords, JOB_WORD, LEGAL_FORM, MAIL_PROVIDER } from './card-words.ts';

/** Who the card is of, what they do and where: told apart by words, by the mail address, and by the order of lines. */

export interface PersonLines {
  fullName: string;
  jobTitle: string;
  company: string;
  /** The lines that are left, in their order. */
  lines: string[];
}

/** Letters only, as an address is made of them: "Müller & Söhne" → "mullersohne". */
const keepLetters = (text: string): string => foldCardWords(text).replace(/[^a-z0-9]/g, '');
/** As German addresses write umlauts: "Müller" → "mueller". */
const spelledOut = (text: string): string =>
  text.toLowerCase().replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue').replaceAll('ø', 'oe');
const formsOf = (text: string): string[] => [...new Set([keepLetters(text), keepLetters(spelledOut(text))])];

/** "anna.berg+card" → ["anna", "berg"]. */
const localWords = (mail: string): string[] =>
  (mail.split('@')[0] ?? '').replace(/\+.*/, '').split(/[._-]/).filter(Boolean);

/** The names of the companies that mail addresses and the website give away: "baeckerei-mueller.de" → "baeckereimueller". */
const domainsOf = (mails: readonly string[], website: string): string[] =>
  [
    ...mails.map((mail) => mail.split('@')[1] ?? ''),
    website
      .replace(/^https?:\/\//, '')
      .replace(/^www\./, '')
      .split('/')[0] ?? '',
  ]
    .map(
      (host) =>
        host
          .split('.')
          .slice(0, -1)
          .filter((part) => !/^(?:co|com|org|mail)$/.test(part))
          .at(-1) ?? '',
    )
    .filter((name) => name && !MAIL_PROVIDER.test(name))
    .map((name) => name.replace(/-/g, ''));

const TITLE =
  /^(?:dr|prof|dipl|ing|mag|mba|phd|med|jur|iur|oec|pol|phil|vet|dent|univ|rer|nat|habil|herr|frau|mr|mrs|ms|mme|mlle|m|sr|sra|dott|dottssa|avv|arch|geom|rag|me|maitre|eng|lic|esq|ra|jr|msc|bsc|ma|ba|llm|cpa|h|c)$/;
/** Fields of a degree, which are not capitalized: "Dr. med.". */
const DEGREE = /^(?:med|dent|vet|jur|iur|rer|nat|phil|pol|oec|habil)\.$/;
const PARTICLE =
  /^(?:von|van|der|den|de|del|della|di|da|do|dos|das|du|la|le|zu|zum|zur|und|y|e|ten|ter|af|al|bin|ibn)$/;

const wordsOf = (line: string): string[] => line.split(/[\s,]+/).filter(Boolean);

/** Two to six words that begin with capitals, besides titles and particles, and no digits. */
function looksLikeName(line: string): boolean {
  if (/[\d@/&:;!?=]/.test(line) || line.length > 60) return false;
  const words = wordsOf(line);
  const names = words.filter((word) => {
    const folded = foldCardWords(word).replace(/[.]/g, '');
    return !/^\(.*\)$/.test(word) && !TITLE.test(folded) && !PARTICLE.test(folded) && !/^dipl-?/.test(folded);
  });
  if (names.length < 2 || names.length > 5 || words.length > 8) return false;
  return (
    names.every((word) => /^[\p{Lu}\p{Lo}][\p{L}\p{M}.'’-]*$/u.test(word)) &&
    names.some((word) => word.length > 2)
  );
}

/** How well a name and the part of an address before the @ belong together, from 0 to 1. */
export function scoreNearness(mail: string, name: string): number {
  const words = localWords(mail);
  const local = words.join('');
  const { givenName, familyName } = nameParts({ fullName: name });
  const given = formsOf(givenName);
  const family = formsOf(familyName);
  const parts = wordsOf(name)
    .flatMap(formsOf)
    .filter((word) => word.length > 2);
  if (!local) return 0;
  const pairs = given
    .flatMap((first) => family.map((last) => [first, last] as const))
    .filter(([a, b]) => a && b);
  const isWhole = pairs.some(([first, last]) => local === first + last || local === last + first);
  const isShort = pairs.some(
    ([first, last]) =>
      local === first.slice(0, 1) + last ||
      local === last + first.slice(0, 1) ||
      local === first + last.slice(0, 1),
  );
  if (isWhole || isShort) return 1;
  if ([...given, ...family].some((part) => part.length > 1 && words.includes(part))) return 0.8;
  return parts.some((word) => local.includes(word)) ? 0.6 : 0;
}

const isCompanyByWord = (line: string): boolean => {
  const folded = foldCardWords(line);
  return LEGAL_FORM.test(folded) || COMPANY_WORD.test(folded);
};
const isJob = (line: string): boolean => JOB_WORD.test(foldCardWords(line));

/** "Société Générale d'Électricité" → "sge". */
const initialsOf = (line: string): string => keepLetters((line.match(/(?:^|\P{L})\p{Lu}/gu) ?? []).join(''));

/** 3: a legal form or the domain; 1: a word of companies; 0.5: nothing but capitals, as names of companies are set. */
function companyScore(line: string, domains: readonly string[]): number {
  const folded = foldCardWords(line);
  const isOfDomain = formsOf(line).some((form) =>
    domains.some(
      (domain) =>
        domain.length > 2 &&
        form.length > 2 &&
        (form.startsWith(domain) ||
          (domain.length > 5 && form.includes(domain)) ||
          (form.length > 3 && domain.startsWith(form))),
    ),
  );
  const isShort = domains.includes(initialsOf(line)) && initialsOf(line).length > 1;
  const isSet = /^[\p{Lu}\s&.'-]{3,40}$/u.test(line) && !/(?:^|\s)\p{Lu}\.?$/u.test(line);
  return (
    (LEGAL_FORM.test(folded) ? 3 : 0) +
    (isOfDomain || isShort ? 3 : 0) +
    (COMPANY_WORD.test(folded) ? 1 : 0) +
    (isSet ? 0.5 : 0)
  );
}

function nameScore(line: string, at: number, mails: readonly string[], domains: readonly string[]): number {
  if (!looksLikeName(line)) return 0;
  const nearness = Math.max(0, ...mails.map((mail) => scoreNearness(mail, line)));
  const against = (isJob(line) ? 3 : 0) + (nearness >= 0.8 ? 0 : companyScore(line, domains));
  return Math.max(0, 3 + nearness * 6 - against - Math.min(at, 8) * 0.2);
}

/** The line with the highest score above 0, the first of equals. */
function findBest(lines: readonly string[], score: (line: string, at: number) => number): number {
  let best = -1;
  let highest = 0;
  for (const [at, line] of lines.entries()) {
    const its = line ? score(line, at) : 0;
    if (its > highest) [best, highest] = [at, its];
  }
  return best;
}

/** "JOHN McCARTHY" stays, "ANNA VON DER LEYEN" → "Anna von der Leyen": capitals are how a name is printed. */
function inUsualCase(name: string): string {
  if (/\p{Ll}/u.test(name) || !/\p{Lu}{2}/u.test(name)) return name;
  return name
    .split(' ')
    .map((word) => {
      const lower = word.toLowerCase();
      if ((PARTICLE.test(lower) && lower.length > 1) || DEGREE.test(lower)) return lower;
      return lower.replace(
        /(^|[-'’.]|^mc)(\p{Ll})/gu,
        (_, before: string, letter: string) => before + letter.toUpperCase(),
      );
    })
    .join(' ');
}

/** "Anna Berg, Head of Sales" → both, where the second part is a job. */
const splitJob = (line: string): string[] => {
  const [, name = '', job = ''] = /^([^,]+?)\s*(?:,|\s[-–—])\s+(.+)$/.exec(line) ?? [];
  return name && !isJob(name) && isJob(job) && !isCompanyByWord(name) ? [name, job] : [line];
};

/** "anna.berg@…" → "Anna Berg", where the address has two names and the card's own line was not readable. */
function nameFromMail(mails: readonly string[]): string {
  const words = localWords(mails[0] ?? '');
  const isName = words.length === 2 && words.every((word) => /^[a-z]{2,}$/.test(word));
  return isName ? words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join(' ') : '';
}

export function readPerson(given: readonly string[], mails: readonly string[], website: string): PersonLines {
  const domains = domainsOf(mails, website);
  const lines = given.flatMap(splitJob);
  const take = (at: number): string => (at < 0 ? '' : (lines.splice(at, 1, '')[0] ?? ''));
  const nameAt = findBest(lines, (line, at) => nameScore(line, at, mails, domains));
  const fullName = inUsualCase(take(nameAt)) || nameFromMail(mails);
  const company = take(findBest(lines, (line) => companyScore(line, domains) - (isJob(line) ? 2 : 0)));
  const jobAt = findBest(lines, (line, at) =>
    isJob(line) && line.length < 80 ? 10 - Math.abs(at - nameAt) * 0.5 : 0,
  );
  const job = take(jobAt);
  return { fullName, jobTitle: withSecondLine(job, jobAt, lines), company, lines: lines.filter(Boolean) };
}

/** A title that goes on in the next line: "Head of Sales and" + "Business Development". */
function withSecondLine(job: string, at: number, lines: string[]): string {
  const next = lines[at + 1];
  if (!job || !next || !/(?:\b(?:and|und|et|y|e|of|for|für|de|da|do|di|des|du|del|della)|[,&-])$/i.test(job))
    return job;
  lines[at + 1] = '';
  return `${job} ${next}`;
}
