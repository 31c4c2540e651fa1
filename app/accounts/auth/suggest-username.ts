import { looksLikeAnother } from '#shared/accounts/usernames.ts';
import { USERNAME_MAX, USERNAME_MIN } from '#shared/contract/constants.ts';
import { cutText } from '#shared/formats/cut-text.ts';
import { removeAccents } from '#shared/formats/fold.ts';

/** There is room for an ending that tells it from others' (`useSuggestedUsername`). */
const LENGTH_MAX = USERNAME_MAX - '.99'.length;
/** Marks that belong to no script, which usernames may not have (`username` in `shared/accounts/account.ts`). */
const FREE_MARKS = /(?=\p{Script=Inherited})\p{M}/gu;
/** Parts of Thai and Lao letters that no keyboard types apart; the whole letters are compatibility forms, which are refused. */
const UNTYPED = /[\u0E4D\u0ECD]/;
const WORDS = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;

/** "nadia.brooks" for Nadia Brooks; empty if too little of the name may stand in a username, or it mixes alphabets. */
export function suggestUsername(fullName: string): string {
  const letters = removeAccents(fullName).toLowerCase().replace(FREE_MARKS, '');
  const [first = '', ...others] = letters.match(WORDS) ?? [];
  let name = cutText(first, LENGTH_MAX);
  for (const word of others) {
    if (name.length + 1 + word.length > LENGTH_MAX) break;
    name += `.${word}`;
  }
  return name.length < USERNAME_MIN || UNTYPED.test(name) || looksLikeAnother(name) ? '' : name;
}
