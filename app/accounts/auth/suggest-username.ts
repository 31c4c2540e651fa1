import { USERNAME_MIN } from '#shared/contract/constants.ts';

/** "nadia.brooks" for Nadia Brooks; empty if too little of the name may stand in a username. */
export function suggestUsername(fullName: string): string {
  const words = fullName
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .normalize('NFC')
    .toLowerCase();
  const joined = (words.match(/[\p{L}\p{N}]+/gu) ?? []).join('.');
  return joined.length < USERNAME_MIN ? '' : joined;
}
