import { type Options, type Parser, parse } from 'csv-parse';
import { parse as parseAtOnce } from 'csv-parse/sync';
import { cleanText } from '#shared/contract/fields.ts';
import { countKnownHeadings } from './csv-headings.ts';

/** CSV as spreadsheets and address books write it: any separator, text before the headings, and rows that are broken. */

const SEPARATORS = [',', ';', '\t', '|'] as const;
export type Separator = (typeof SEPARATORS)[number];

/** A row with more is broken: a quotation mark is missing. */
const ROW_CHARACTERS = 256 * 1024;
/** After so many broken rows, the file is no CSV. */
const BROKEN_MAX = 100;
/** Rows among which the headings are looked for. */
const HEAD_ROWS = 25;
const CELLS_MAX = 500;

export interface CsvShape {
  separator: Separator;
  /** The place of the headings among the rows of the file; -1 if it has none. */
  headRow: number;
  /** True if its headings, if any, are words that we don't know. */
  isUnknown: boolean;
  headings: string[];
}

const options = (separator: Separator) =>
  ({
    delimiter: separator,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  }) as const satisfies Options;

/** The separator and the headings, from the beginning of a file; null if there is no row in it. */
export function shapeOf(head: string): CsvShape | null {
  const named = /^sep=([,;|\t])\r?\n/i.exec(head)?.[1] as Separator | undefined;
  const text = wholeRows(head.slice(0, 128 * 1024));
  const tried = (named ? [named] : SEPARATORS).map((separator) => {
    const rows = rowsOf(text, separator);
    return { separator, rows, score: scoreOf(rows) };
  });
  const [best] = tried.toSorted((one, other) => other.score - one.score);
  if (!best || best.rows.length === 0) return null;
  const known = best.rows.slice(0, HEAD_ROWS).map((row) => countKnownHeadings(row));
  const most = Math.max(...known);
  // One word that means something is enough where the file has only one column.
  const isKnown = most >= 2 || (most === 1 && (best.rows[0]?.length ?? 0) <= 2);
  const headRow = isKnown ? known.indexOf(most) : hasUnknownHeadings(best.rows) ? 0 : -1;
  const width = Math.min(CELLS_MAX, Math.max(...best.rows.map((row) => row.length)));
  const headings = (headRow < 0 ? [] : (best.rows[headRow] ?? [])).slice(0, CELLS_MAX);
  return {
    separator: best.separator,
    headRow,
    isUnknown: !isKnown,
    headings: Array.from(
      { length: headRow < 0 ? width : headings.length },
      (_, place) => cleanText(headings[place] ?? '') || `Column ${place + 1}`,
    ),
  };
}

export const isMailText = (cell: string): boolean => /^\S+@\S+\.\S+$/.test(cell.trim());
export const isPhoneText = (cell: string): boolean => /^\+?[\d\s()./-]{6,}$/.test(cell.trim());

/** Headings in a language that we can't read: a word above a column in which several people have a number or an address. */
function hasUnknownHeadings([first = [], ...others]: string[][]): boolean {
  const isFact = (cell: string) => isMailText(cell) || isPhoneText(cell);
  if (first.length < 2 || first.some((cell) => /[\d@]/.test(cell))) return false;
  return first.some((heading, place) => {
    const cells = others.map((row) => row[place] ?? '').filter((cell) => cell.trim() !== '');
    // "n/a" is a missing fact.
    return /\p{L}{2}/u.test(heading) && cells.length > 1 && cells.every(isFact);
  });
}

/** Without the last line, which may be cut. */
const wholeRows = (text: string): string => {
  const end = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'));
  return end > 0 && text.length >= 64 * 1024 ? text.slice(0, end + 1) : text;
};

function rowsOf(text: string, separator: Separator): string[][] {
  try {
    return parseAtOnce(text, { ...options(separator), to: 60, skip_records_with_error: true });
  } catch {
    return [];
  }
}

/** How many cells the rows have that agree with each other; one column is no table. */
function scoreOf(rows: string[][]): number {
  const counts = new Map<number, number>();
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1);
  const [usual] = [...counts].toSorted((one, other) => other[1] * (other[0] - 1) - one[1] * (one[0] - 1));
  if (!usual) return -1;
  const [width, count] = usual;
  return width === 1 ? 0 : (count / rows.length) * Math.log2(width + 1) + Math.log2(count + 1) / 100;
}

export interface CsvRow {
  /** In the file, from 1. */
  line: number;
  cells: string[];
}

interface Reading {
  separator: Separator;
  onRow(row: CsvRow): void;
  onBroken(line: number, message: string): void;
}

/**
 * Reads UTF-8 that `open` gives from any byte on: where a quotation mark is missing, reading goes on at the next line
 * instead of taking the rest of the file for one cell.
 */
export async function readRows(
  open: (from: number) => AsyncIterable<Buffer>,
  { separator, onRow, onBroken }: Reading,
): Promise<void> {
  let place: Place = { line: 1, byte: 0 };
  for (let broken = 0; ; broken += 1) {
    const stopped = await readFrom(open(place.byte), separator, place, onRow);
    if (stopped === null) return;
    if (broken >= BROKEN_MAX) {
      onBroken(stopped.line, 'Too many rows can’t be read, so the rest of the file was skipped.');
      return;
    }
    onBroken(stopped.line, 'A quotation mark opens here that is never closed.');
    place = { line: stopped.line + 1, byte: stopped.byte + (await lengthOfLine(open(stopped.byte))) };
  }
}

interface Place {
  line: number;
  byte: number;
}

/** In bytes, with its end. */
async function lengthOfLine(bytes: AsyncIterable<Buffer>): Promise<number> {
  let length = 0;
  for await (const piece of bytes) {
    const end = piece.findIndex((byte) => byte === 10 || byte === 13);
    if (end >= 0) return length + end + (piece[end] === 13 && piece[end + 1] === 10 ? 2 : 1);
    length += piece.length;
  }
  return length;
}

/** Returns where it stopped, or null at the end of the text. */
async function readFrom(
  bytes: AsyncIterable<Buffer>,
  separator: Separator,
  from: Place,
  onRow: (row: CsvRow) => void,
): Promise<Place | null> {
  let next = from;
  let isBroken = false;
  let stop = () => {};
  const parser: Parser = parse({
    ...options(separator),
    skip_empty_lines: false,
    max_record_size: ROW_CHARACTERS,
    raw: true,
    on_record: (one: unknown, info: { lines: number; bytes: number }) => {
      const { record: cells, raw } = one as { record: string[]; raw: string };
      if (isBroken) return null;
      const { line } = next;
      const after = { line: from.line + info.lines, byte: from.byte + info.bytes };
      // A cell that begins with a quotation mark all the same may have gone on after its end: one was missing before.
      isBroken =
        after.line > line + 1 && cells.some((cell) => cell.startsWith('"')) && !isStrict(raw, separator);
      if (isBroken) {
        stop();
        return null;
      }
      next = after;
      if (cells.length > 1 || cells[0]?.trim()) onRow({ line, cells: cells.slice(0, CELLS_MAX) });
      return null;
    },
  });
  return new Promise((resolve, reject) => {
    stop = () => {
      resolve(next);
      parser.destroy();
    };
    parser.on('readable', () => {
      while (parser.read() !== null);
    });
    parser.on('error', (error) => {
      if ('code' in error && String(error.code).startsWith('CSV_')) resolve(next);
      else reject(error);
    });
    parser.on('end', () => resolve(null));
    feed(bytes, parser).catch(reject);
  });
}

/** True if the text of a row keeps to RFC 4180. */
function isStrict(raw: string, separator: Separator): boolean {
  try {
    parseAtOnce(raw, { ...options(separator), relax_quotes: false });
    return true;
  } catch {
    return false;
  }
}

async function feed(bytes: AsyncIterable<Buffer>, parser: Parser): Promise<void> {
  for await (const piece of bytes) {
    if (parser.destroyed || parser.errored) return;
    if (parser.write(piece)) continue;
    await new Promise<void>((resolve) => {
      for (const event of ['drain', 'close', 'error']) parser.once(event, () => resolve());
    });
  }
  parser.end();
}
