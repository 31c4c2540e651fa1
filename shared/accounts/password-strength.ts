import { PRODUCT } from '#shared/contract/constants.ts';
import { COMMON_PASSWORDS } from './common-passwords.ts';

/**
 * How soon a password would be guessed by someone who tries many: a rough measure. Nothing is refused for it, but forms ask
 * twice before they take a common one.
 */

export type Strength = 'common' | 'weak' | 'fair' | 'strong';

/** Signs that people write for letters. */
const LETTERS: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '@': 'a',
  $: 's',
  '!': 'i',
};
const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'azertyuiop',
];
const FAIR_LENGTH = 9;
const STRONG_LENGTH = 14;
const DISTINCT_MIN = 5;

const reverseText = (text: string) => [...text].reverse().join('');
const isRow = (text: string) => ROWS.some((row) => row.includes(text) || reverseText(row).includes(text));
const isRepeated = (text: string) => /^(.{1,4})\1+$/.test(text);

/** The word in a password that attackers vary: without the digits and signs around it, and with letters for signs. */
function listCores(lower: string): string[] {
  const bare = lower.replace(/^[^a-z]+|[^a-z]+$/g, '');
  const spelled = (text: string) => text.replace(/[013457@$!]/g, (sign) => LETTERS[sign] ?? sign);
  return [lower, bare, spelled(lower), spelled(lower.replace(/[\d!.?]+$/, ''))];
}

/** `about`: what others know of the person, like their username. */
export function ratePassword(password: string, about: readonly string[] = []): Strength {
  const lower = password.toLowerCase();
  const known = [PRODUCT, ...about].flatMap((text) => [
    text.toLowerCase(),
    text.toLowerCase().split('@')[0] ?? '',
  ]);
  const isCommon = listCores(lower).some(
    (core) => core.length >= 5 && (COMMON_PASSWORDS.has(core) || known.includes(core)),
  );
  if (isCommon || isRow(lower) || isRepeated(lower)) return 'common';
  if (known.some((text) => text.length >= 3 && lower.includes(text))) return 'weak';
  if (password.length < FAIR_LENGTH || new Set(lower).size < DISTINCT_MIN) return 'weak';
  return password.length < STRONG_LENGTH ? 'fair' : 'strong';
}
