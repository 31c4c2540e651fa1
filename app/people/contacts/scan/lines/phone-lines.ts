import { foldCardWords, OTHER_NUMBERS, PHONE_KINDS, type PhoneKind } from './card-words.ts';

export interface ReadPhone {
  /** As printed, with what was read for a digit put right: "+49 (0)171 2345678". */
  value: string;
  /** The kind that the words in front of it name; a number without any is one for work. */
  kind: PhoneKind;
}

/** A run of digits as recognition gives it: O for 0, l and I for 1 among digits. */
const NUMBER =
  /(?:\+\s?|\(\s?\+?\s?|\b)(?:\d|[OolI](?=\d))[\dOolI\s()./\-–—·•']{5,24}\d(?:\s?(?:ext\.?|x|dw|-)\s?\d{1,5})?/giu;
const DIGITS_MIN = 7;
const DIGITS_MAX = 15;

/** "P.IVA: " → "p iva". */
const wordsIn = (label: string): string =>
  foldCardWords(label)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** Numbers that look like phones: years, postal codes, ids of companies. */
function isSomethingElse(value: string, label: string, after: string): boolean {
  const isLabeled = guessKind(label) !== undefined;
  if (OTHER_NUMBERS.test(wordsIn(label))) return true;
  if (/^(?:19|20)\d{2}\s?[-–]\s?(?:19|20)\d{2}$/.test(value)) return true;
  if (isLabeled) return false;
  // Postal codes of Portugal, Brazil and the United States, and house numbers that stand before a street.
  if (/^(?:\d{4}-\d{3}|\d{5}-\d{3}|\d{5}-\d{4})$/.test(value)) return true;
  return (
    /\b[a-z]{2}\s?\d{6,}$/i.test(`${label}${value}`) ||
    (/^\s?\p{Lu}\p{Ll}+/u.test(after) && !/[+(/]/.test(value))
  );
}

/** The kind that the words before a number name; undefined if they name none. */
function guessKind(label: string): PhoneKind | undefined {
  const words = wordsIn(label);
  return (Object.keys(PHONE_KINDS) as PhoneKind[]).find((kind) => PHONE_KINDS[kind].test(words));
}

const toDigits = (value: string): string =>
  value
    .replace(/[Oo]/g, '0')
    .replace(/[lI]/g, '1')
    .replace(/[—–·•]/g, '-')
    .replace(/\s*-\s*/g, '-')
    .replace(/\s+/g, ' ')
    .replace(/^\(\s?\+/, '(+')
    .replace(/^\+\s/, '+')
    .replace(/\s*\/\s*/g, '/')
    .trim();

/** Takes the phone numbers out of the lines. A label may stand before its number, or alone on the line above it. */
export function takePhones(lines: readonly string[]): { phones: ReadPhone[]; lines: string[] } {
  const phones: ReadPhone[] = [];
  let labelAbove = '';
  const left = lines.map((line) => {
    let labelFrom = 0;
    let taken = 0;
    const rest = line.replace(NUMBER, (whole, at: number) => {
      const label = line.slice(labelFrom, at);
      const value = toDigits(whole);
      const digits = digitsOf(value);
      const isPhone = digits.length >= DIGITS_MIN && digits.length <= DIGITS_MAX;
      if (!isPhone || isSomethingElse(value, label, line.slice(at + whole.length))) return whole;
      // "Fax: …" after a number on the same line names the next one.
      labelFrom = at + whole.length;
      taken += 1;
      const kind = guessKind(label) ?? guessKind(labelAbove) ?? 'work';
      if (!phones.some((known) => digitsOf(known.value) === digits))
        phones.push({ value: balanceParentheses(value), kind });
      return ' ';
    });
    labelAbove = taken === 0 && /^\D{1,24}$/.test(line) ? line : '';
    return rest;
  });
  return { phones, lines: left };
}

/** A bracket that was opened outside the number is left out. */
const balanceParentheses = (value: string): string =>
  (value.match(/\(/g) ?? []).length === (value.match(/\)/g) ?? []).length
    ? value
    : value.replace(/[()]/g, '');
