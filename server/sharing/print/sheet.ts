import type { SetLine } from './set-text.ts';

/**
 * A document before it is written: pages of shapes, pictures, codes and lines of text, each in its place. PDF and
 * preview are written from the same sheet, so one looks like the other. The origin is the top left corner of the cut
 * page; what bleeds has negative coordinates.
 */

/** A color as `#rrggbb`, or a gradient from the top left to the bottom right. */
export type Ink = string | { from: string; to: string };

export interface Rect {
  kind: 'rect';
  x: number;
  y: number;
  width: number;
  height: number;
  ink: Ink;
  radius?: number;
}

/** A QR code of bare squares; `side` is without the quiet zone. */
export interface Code {
  kind: 'code';
  x: number;
  y: number;
  side: number;
  matrix: boolean[][];
}

export interface PlacedPicture {
  kind: 'picture';
  x: number;
  y: number;
  width: number;
  height: number;
  png: Uint8Array;
  radius?: number;
}

export interface PlacedLine {
  kind: 'line';
  /** Where the line begins on the left, whatever its direction. */
  x: number;
  baseline: number;
  line: SetLine;
  color: string;
}

export type Item = Rect | Code | PlacedPicture | PlacedLine;

export interface Sheet {
  /** Of a page as it is cut. */
  width: number;
  height: number;
  /** How far colors reach beyond the cut. */
  bleed: number;
  hasMarks: boolean;
  title: string;
  madeAt: Date;
  pages: Item[][];
}

const widthOf = (item: Item): number =>
  item.kind === 'line' ? item.line.width : item.kind === 'code' ? item.side : item.width;

/** Mirrors a page for a name written from right to left: the left and right sides change places. */
export const mirrorItems = (items: Item[], width: number): Item[] =>
  items.map((item) => ({ ...item, x: width - item.x - widthOf(item) }));

const formatNumber = (value: number): string => String(Number(value.toFixed(3)));

/** The dark modules of a code as path data: one rectangle for each run in a row. */
export function codePath({ x, y, side, matrix }: Code): string {
  const module = side / matrix.length;
  return matrix
    .flatMap((row, at) => {
      const runs: string[] = [];
      for (let from = 0; from < row.length; from += 1) {
        if (!row[from]) continue;
        let to = from;
        while (row[to + 1]) to += 1;
        const [left, right] = [formatNumber(x + from * module), formatNumber(x + (to + 1) * module)];
        const [top, bottom] = [formatNumber(y + at * module), formatNumber(y + (at + 1) * module)];
        runs.push(`M${left} ${top}L${right} ${top}L${right} ${bottom}L${left} ${bottom}Z`);
        from = to;
      }
      return runs;
    })
    .join('');
}
