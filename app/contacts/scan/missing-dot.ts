import { foldWords } from './card-words.ts';

/** How many letters of a long family name may have been read wrongly: ß as S, R or B. */
const WRONG_MAX = 2;
const LONG = 6;

/** How many letters to change, add or leave out to get from one text to the other (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1];
    for (const [j, wanted] of [...other].entries()) {
      const change = (row[j] ?? 0) + (letter === wanted ? 0 : 1);
      next.push(Math.min(change, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}

/**
 * The address with the dot between the parts of the person's name that a reading may have lost, "kgrossmann@" for
 * "k.grossmann@"; null if no such dot fits.
 */
export function withMissingDot(email: string, fullName: string): string | null {
  const [local = '', host = ''] = email.toLowerCase().split('@');
  const names = foldWords(fullName)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const last = names.at(-1) ?? '';
  const first = names.slice(0, -1).find((name) => name[0] === local[0]);
  if (!host || !first || /[._-]/.test(local)) return null;
  const start = local.startsWith(first) ? first : first.slice(0, 1);
  const rest = local.slice(start.length);
  const isLast = distance(rest, last) <= (last.length < LONG ? 0 : WRONG_MAX);
  return rest && isLast ? `${start}.${rest}@${host}` : null;
}
