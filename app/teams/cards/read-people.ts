import { invited } from '#shared/teams/claims.ts';
import type { PersonToInvite } from './invites.queries.ts';

/** A pasted list of people, a line each: "name, email, title" in any order, from a spreadsheet or a mail. */

export interface ReadLine {
  /** Counted from 1, as in the text. */
  at: number;
  text: string;
  person: PersonToInvite;
  /** Why nobody can be invited by this line, in a sentence. */
  problem: string | null;
}

/** Parts up to the next separator, or in quotes, where two of them stand for one (RFC 4180). */
const partsOf = (line: string, separator: string): string[] =>
  [
    ...line.matchAll(
      new RegExp(`\\s*(?:"((?:[^"]|"")*)"[^${separator}]*|([^${separator}]*))(?:${separator}|$)`, 'g'),
    ),
  ]
    .map(([, quoted, plain = '']) => (quoted?.replaceAll('""', '"') ?? plain).trim())
    .filter(Boolean);

const separatorOf = (line: string) => ['\t', ';'].find((one) => line.includes(one)) ?? ',';
/** As mail programs write addresses: "Ada Lovelace <ada@example.com>". */
const ADDRESS = /\s*<([^<>\s]+@[^<>\s]+)>/;
/** The first row of many spreadsheets. */
const HEADING = /^[^@]*\be-?mail\b[^@]*$/i;

function readPerson(text: string): PersonToInvite {
  const separator = separatorOf(text);
  const parts = partsOf(text.replace(ADDRESS, `${separator} $1${separator}`), separator);
  const at = parts.findIndex((part) => part.includes('@'));
  const [fullName = '', ...more] = parts.filter((_part, index) => index !== at);
  const jobTitle = more.join(', ');
  return { email: parts[at] ?? '', fullName, ...(jobTitle && { jobTitle }) };
}

function findProblem(person: PersonToInvite): string | null {
  if (!person.email) return 'There’s no email address in this line.';
  const [issue] = invited.safeParse(person).error?.issues ?? [];
  if (!issue) return null;
  if (issue.path[0] === 'email') return `“${person.email}” isn’t an email address.`;
  if (!person.fullName) return 'The name is missing.';
  return issue.path[0] === 'fullName' ? 'The name is too long.' : 'The title is too long.';
}

/** The lines that are not empty, with whom each names. */
export function readPeopleList(text: string): ReadLine[] {
  const firstWith = new Map<string, number>();
  return text.split(/\r?\n/).flatMap((line, index) => {
    if (!line.trim() || (index === 0 && HEADING.test(line))) return [];
    const at = index + 1;
    const person = readPerson(line);
    const address = person.email.toLowerCase();
    const problem = findProblem(person);
    const first = firstWith.get(address);
    if (!problem && first === undefined) firstWith.set(address, at);
    const twice = first === undefined ? null : `Line ${first} has this address, too.`;
    return [{ at, text: line, person, problem: problem ?? twice }];
  });
}
