/** Links that dial (RFC 3966). */

/** Digits of every script as ASCII: those of one script follow each other, from zero to nine. */
export const toAsciiDigits = (text: string): string =>
  text.normalize('NFKC').replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let value = 0;
    while (value < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(code - value - 1))) value += 1;
    return String(value);
  });

/** Where the extension begins in a number as people type it. */
const EXTENSION = /(?<=\d[^\d]{0,3})(?:ext\.?|x|#|доб\.?)/i;

/**
 * Where a press on a telephone number leads: to its E.164 form where it could be read, else to the digits that were
 * typed. An extension is dialed after a pause, as phones understand it. Null when there is nothing to dial.
 */
export function telHref(typed: string, e164: string | null | undefined): string | null {
  const [number = '', extension = ''] = toAsciiDigits(typed)
    .split(EXTENSION)
    .map((part) => part.replace(/[^+\d*,]/g, ''));
  const dialed = e164 ?? number;
  return /\d/.test(dialed) ? `tel:${dialed}${extension && `,${extension}`}` : null;
}
