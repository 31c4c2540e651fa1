/** Links that dial a phone number (RFC 3966). */

/** Converts digits of any script to ASCII: each script's digits are consecutive, from zero to nine. */
export const toAsciiDigits = (text: string): string => (IS_ASCII.test(text) ? text : convertDigits(text));

const IS_ASCII = /^[\0-\x7f]*$/;

const convertDigits = (text: string): string =>
  text.normalize('NFKC').replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let value = 0;
    while (value < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(code - value - 1))) value += 1;
    return String(value);
  });

/** A number as people type it, before and after the start of its extension. Safari 15.4 knows no lookbehind. */
const WITH_EXTENSION = /^(.*?\d\D{0,3}?)(?:ext\.?|x|#|доб\.?)(.*)$/is;

/**
 * The link of a phone number: its E.164 form if it could be parsed, otherwise the digits as typed. A pause separates
 * the extension, in the notation phones understand. Null if there is nothing to dial.
 */
export function telHref(typed: string, e164: string | null | undefined): string | null {
  const text = toAsciiDigits(typed);
  const [, first = text, second = ''] = WITH_EXTENSION.exec(text) ?? [];
  const [number = '', extension = ''] = [first, second].map((part) => part.replace(/[^+\d*,]/g, ''));
  const dialed = e164 ?? number;
  return /\d/.test(dialed) ? `tel:${dialed}${extension && `,${extension}`}` : null;
}
