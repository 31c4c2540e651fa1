import { stringify } from 'csv-stringify/sync';

/**
 * CSV that spreadsheets open without running any of it: RFC 4180 with CRLF, after a byte order mark. The library's own
 * `escape_formulas` misses `x;=1+2`, which another language splits, and spoils every international phone number.
 */

/** Characters that begin a formula, also in their full-width and small forms. Source: OWASP, "CSV Injection". */
const SIGN = '[=+\\-@＝＋－＠﹦﹢﹣﹫]';
/** Characters before such a one that are invisible or may be dropped: spaces, control and zero-width characters, quotes. */
const UNSEEN = '[\\p{Z}\\p{C}\\p{Default_Ignorable_Code_Point}\\u2800"]*';
const AT_START = new RegExp(`^(?:${UNSEEN}${SIGN}|[\\t\\r\\n])`, 'u');
const SEPARATOR = '[,;|\\t\\r\\n]';
const SEPARATORS = new RegExp(SEPARATOR, 'g');
/**
 * Where a spreadsheet in another language, which splits at semicolons or tabs, would begin another cell. It takes the
 * whole run, of which line breaks are a part, so that a text of nothing else is read once.
 */
const RUN = new RegExp(`${SEPARATOR}${UNSEEN}(${SIGN})?`, 'gu');
/** A telephone number in groups: spreadsheets do not calculate with it, and an apostrophe would make it undialable. */
const PHONE = /^\+\d+(?: \d+)+(?: ext\. \d+)?$/;

/** Puts an apostrophe before any text that a spreadsheet would run. */
export function toHarmless(text: string): string {
  if (PHONE.test(text)) return text;
  const inside = text.replace(RUN, (run: string, sign?: string) =>
    sign ? run.replace(SEPARATORS, "$&'") : run,
  );
  return AT_START.test(text) ? `'${inside}` : inside;
}

const IS_SIGN = new RegExp(SIGN);
const IS_UNSEEN = new RegExp(`^${UNSEEN}$`, 'u');

/**
 * Takes back the apostrophes of `toHarmless`, in linear time. A text that had such an apostrophe of its own loses it:
 * whoever needs that text compares.
 */
export function fromHarmless(cell: string): string {
  if (!cell.includes("'")) return cell;
  const signs = [...cell];
  const kept: string[] = [];
  let isBeforeSign = false;
  for (let place = signs.length - 1; place >= 0; place -= 1) {
    const sign = signs[place] ?? '';
    const isOurs =
      sign === "'" &&
      (place === 0
        ? isBeforeSign || /^[\t\r\n]/.test(cell.slice(1))
        : isBeforeSign && /[,;|\t\r\n]/.test(signs[place - 1] ?? ''));
    if (isOurs) continue;
    isBeforeSign = IS_SIGN.test(sign) || (isBeforeSign && IS_UNSEEN.test(sign));
    kept.push(sign);
  }
  return kept.reverse().join('');
}

/** The first line of a file: the column names, unquoted. */
export const csvHead = (columns: readonly string[]): string =>
  stringify([columns], { bom: true, record_delimiter: '\r\n' });

/** One line per row, all cells quoted; cells that a spreadsheet would run are made harmless. */
export const csvLines = (rows: readonly (readonly (string | null)[])[]): string =>
  rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('');

const quoted = (cell: string | null): string => (cell ? `"${toHarmless(cell).replaceAll('"', '""')}"` : '""');
