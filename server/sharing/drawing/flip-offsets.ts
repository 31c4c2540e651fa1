import { findTable } from './sfnt.ts';

/**
 * Turns all vertical offsets of a font upside down, in place.
 *
 * HarfBuzz says how far a mark is moved up; satori 0.63.2 moves it down by as much (`gY = cursorY + dy * scale`), which
 * puts the dots of Arabic letters on the wrong side. It takes outlines from `glyf` and offsets from `GPOS`, so the
 * offsets are negated there (OpenType 1.9, GPOS). A test compares where dots stand.
 */
export function flipOffsets(font: ArrayBuffer): void {
  const view = new DataView(font);
  const table = findTable(view, 'GPOS');
  if (table === null) return;
  const flip = createFlip(view);
  const lookups = table + view.getUint16(table + 8);
  for (const lookup of offsetsAt(view, lookups, lookups)) {
    for (const subtable of offsetsAt(view, lookup + 4, lookup)) {
      flipSubtable(view, view.getUint16(lookup), subtable, flip);
    }
  }
}

/** Positions of what a count and as many 16-bit offsets from `base` list; null offsets are left out. */
function offsetsAt(view: DataView, at: number, base: number, count = view.getUint16(at), step = 2): number[] {
  return Array.from({ length: count }, (_, index) => view.getUint16(at + 2 + index * step))
    .filter((offset) => offset !== 0)
    .map((offset) => base + offset);
}

interface Flip {
  /** The anchor at this position. */
  anchor(at: number): void;
  /** The value record at this position; returns its length in bytes. */
  value(at: number, format: number): number;
}

const X_PLACEMENT = 1;
const Y_PLACEMENT = 2;

function createFlip(view: DataView): Flip {
  /** Tables may share an anchor, and lookups a table. */
  const flipped = new Set<number>();
  const negate = (at: number) => {
    if (!flipped.has(at)) view.setInt16(at, -view.getInt16(at));
    flipped.add(at);
  };
  return {
    anchor: (at) => negate(at + 4),
    value(at, format) {
      if (format & Y_PLACEMENT) negate(at + (format & X_PLACEMENT ? 2 : 0));
      return 2 * [...format.toString(2)].filter((bit) => bit === '1').length;
    },
  };
}

function flipSubtable(view: DataView, type: number, at: number, flip: Flip): void {
  const word = (offset: number) => view.getUint16(at + offset);
  switch (type) {
    case 1:
      flipSingle(view, at, flip);
      break;
    case 2:
      if (word(0) === 1) flipPairs(view, at, flip);
      else flipClasses(view, at, flip);
      break;
    case 3:
      // Entry and exit of each glyph.
      for (const anchor of offsetsAt(view, at + 4, at, word(4) * 2)) flip.anchor(anchor);
      break;
    case 4:
    case 5:
    case 6:
      flipMarks(view, at, type, flip);
      break;
    case 9:
      flipSubtable(view, word(2), at + view.getUint32(at + 4), flip);
      break;
  }
}

/** Most pairs are only moved sideways, and there are tens of thousands of them. */
const areLevel = (formats: number[]) => formats.every((format) => (format & Y_PLACEMENT) === 0);

function flipSingle(view: DataView, at: number, flip: Flip): void {
  const format = view.getUint16(at + 4);
  const isOne = view.getUint16(at) === 1;
  let record = at + (isOne ? 6 : 8);
  for (let left = isOne ? 1 : view.getUint16(at + 6); left > 0; left -= 1)
    record += flip.value(record, format);
}

function flipPairs(view: DataView, at: number, flip: Flip): void {
  const formats = [view.getUint16(at + 4), view.getUint16(at + 6)];
  if (areLevel(formats)) return;
  for (const set of offsetsAt(view, at + 8, at)) {
    let record = set + 2;
    for (let left = view.getUint16(set); left > 0; left -= 1) {
      record += 2;
      for (const format of formats) record += flip.value(record, format);
    }
  }
}

function flipClasses(view: DataView, at: number, flip: Flip): void {
  const formats = [view.getUint16(at + 4), view.getUint16(at + 6)];
  if (areLevel(formats)) return;
  let record = at + 16;
  for (let left = view.getUint16(at + 12) * view.getUint16(at + 14); left > 0; left -= 1) {
    for (const format of formats) record += flip.value(record, format);
  }
}

/** Marks on letters (4), on parts of ligatures (5) and on other marks (6). */
function flipMarks(view: DataView, at: number, type: number, flip: Flip): void {
  const classes = view.getUint16(at + 6);
  const marks = at + view.getUint16(at + 8);
  const bases = at + view.getUint16(at + 10);
  // Each mark has its class before its anchor.
  for (const anchor of offsetsAt(view, marks + 2, marks, view.getUint16(marks), 4)) flip.anchor(anchor);
  const arrays = type === 5 ? offsetsAt(view, bases, bases) : [bases];
  for (const array of arrays) {
    for (const anchor of offsetsAt(view, array, array, view.getUint16(array) * classes)) flip.anchor(anchor);
  }
}
