import { foldWords } from './card-words.ts';

/**
 * The address with the dot between the parts of the person's name that a reading may have lost, "kgrossmann@" for
 * "k.grossmann@"; null if no such dot fits.
 */
export function withMissingDot(email: string, fullName: string): string | null {
  const [local = '', host = ''] = email.toLowerCase().split('@');
  const names = foldWords(fullName)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  for (const [at, last] of names.entries()) {
    for (const first of names.slice(0, at)) {
      for (const start of [first, first.slice(0, 1)]) {
        if (host && local === start + last) return `${start}.${last}@${host}`;
      }
    }
  }
  return null;
}
