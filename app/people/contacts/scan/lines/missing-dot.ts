import { editDistance } from '#shared/formats/edit-distance.ts';
import { foldCardWords } from './card-words.ts';

/** How many letters of a long family name may have been read wrongly: ß as S, R or B. */
const WRONG_MAX = 2;
const LONG = 6;

/**
 * The address with the dot between the parts of the person's name that a reading may have lost, "kgrossmann@" for
 * "k.grossmann@"; null if no such dot fits.
 */
export function withMissingDot(email: string, fullName: string): string | null {
  const [local = '', host = ''] = email.toLowerCase().split('@');
  const names = foldCardWords(fullName)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const last = names.at(-1) ?? '';
  const first = names.slice(0, -1).find((name) => name[0] === local[0]);
  if (!host || !first || /[._-]/.test(local)) return null;
  const start = local.startsWith(first) ? first : first.slice(0, 1);
  const rest = local.slice(start.length);
  const isLast = editDistance(rest, last) <= (last.length < LONG ? 0 : WRONG_MAX);
  return rest && isLast ? `${start}.${rest}@${host}` : null;
}
