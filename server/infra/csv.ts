import { stringify } from 'csv-stringify/sync';

/** CSV that spreadsheets open without running any of it: RFC 4180 with CRLF, behind a byte order mark. */

/** Signs that begin a formula, in their full-width and small forms too. Source: OWASP, "CSV Injection". */
const SIGN = '[=+\\-@＝＋－＠﹦﹢﹣﹫]';
/** What a reader may not see, or may drop, in front of a sign: spaces, control and zero-width characters, quotes. */
const UNSEEN = '[\\p{Z}\\p{C}\\p{Default_Ignorable_Code_Point}\\u2800"]*';
const AT_START = new RegExp(`^(?:${UNSEEN}${SIGN}|[\\t\\r\\n])`, 'u');
/** Where a spreadsheet of another language, which splits at semicolons or tabs, would begin a cell of its own. */
const AFTER_SEPARATOR = new RegExp(`([,;|\\t\\r\\n])(?=${UNSEEN}${SIGN})`, 'gu');
/** A telephone number in groups: no spreadsheet calculates with it, and with an apostrophe nothing could dial it. */
const PHONE = /^\+\d+(?: \d+)+(?: ext\. \d+)?$/;

/** The same text with an apostrophe in front of whatever a spreadsheet would run. */
function toHarmless(text: string): string {
  if (PHONE.test(text)) return text;
  const inside = text.replace(AFTER_SEPARATOR, "$1'");
  return AT_START.test(text) ? `'${inside}` : inside;
}

/** What a file begins with: the names of its columns, unquoted. */
export const csvHead = (columns: readonly string[]): string =>
  stringify([columns], { bom: true, record_delimiter: '\r\n' });

/** A line for each row, all cells quoted; a cell that spreadsheets would run is made harmless. */
export const csvLines = (rows: readonly (readonly (string | null)[])[]): string =>
  stringify(
    rows.map((row) => row.map((cell) => toHarmless(cell ?? ''))),
    { quoted: true, quoted_empty: true, record_delimiter: '\r\n' },
  );
