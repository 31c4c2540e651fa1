import { inflateSync } from 'node:zlib';

/** Reading font files: WOFF 1.0 (W3C) is the tables of an OpenType font, each compressed with zlib. */

const WOFF_HEADER = 44;
const WOFF_ENTRY = 20;
const SFNT_HEADER = 12;
const SFNT_ENTRY = 16;

/** A WOFF file as the OpenType font it holds. Node's zlib takes a fraction of the time of a decoder in JavaScript. */
export function unpackWoff(woff: Buffer): ArrayBuffer {
  const count = woff.readUInt16BE(12);
  const sfnt = Buffer.from(new ArrayBuffer(woff.readUInt32BE(16)));
  const selector = Math.floor(Math.log2(count));
  sfnt.writeUInt32BE(woff.readUInt32BE(4), 0);
  sfnt.writeUInt16BE(count, 4);
  sfnt.writeUInt16BE(2 ** selector * 16, 6);
  sfnt.writeUInt16BE(selector, 8);
  sfnt.writeUInt16BE(count * 16 - 2 ** selector * 16, 10);
  let at = SFNT_HEADER + count * SFNT_ENTRY;
  for (let index = 0; index < count; index += 1) {
    const entry = WOFF_HEADER + index * WOFF_ENTRY;
    const [offset, packedLength, length, checksum] = [4, 8, 12, 16].map((field) =>
      woff.readUInt32BE(entry + field),
    ) as [number, number, number, number];
    const record = SFNT_HEADER + index * SFNT_ENTRY;
    woff.copy(sfnt, record, entry, entry + 4);
    sfnt.writeUInt32BE(checksum, record + 4);
    sfnt.writeUInt32BE(at, record + 8);
    sfnt.writeUInt32BE(length, record + 12);
    const packed = woff.subarray(offset, offset + packedLength);
    sfnt.set(packedLength < length ? inflateSync(packed) : packed, at);
    at += (length + 3) & ~3;
  }
  return sfnt.buffer as ArrayBuffer;
}

/** The code points a font has glyphs for: its `cmap`, in the formats 4 and 12 (OpenType 1.9). */
export function readCodePoints(font: ArrayBuffer): ReadonlySet<number> {
  const view = new DataView(font);
  const found = new Set<number>();
  const cmap = findTable(view, 'cmap');
  if (cmap === null) return found;
  for (let index = 0; index < view.getUint16(cmap + 2); index += 1) {
    const table = cmap + view.getUint32(cmap + 4 + index * 8 + 4);
    if (view.getUint16(table) === 4) readFormat4(view, table, found);
    if (view.getUint16(table) === 12) readFormat12(view, table, found);
  }
  return found;
}

/** Where a table begins; null if the font has none. */
export function findTable(view: DataView, tag: string): number | null {
  for (let index = 0; index < view.getUint16(4); index += 1) {
    const record = SFNT_HEADER + index * SFNT_ENTRY;
    const name = String.fromCharCode(...[0, 1, 2, 3].map((at) => view.getUint8(record + at)));
    if (name === tag) return view.getUint32(record + 8);
  }
  return null;
}

function readFormat4(view: DataView, table: number, found: Set<number>): void {
  const doubled = view.getUint16(table + 6);
  const ends = table + 14;
  const starts = ends + doubled + 2;
  const deltas = starts + doubled;
  const offsets = deltas + doubled;
  for (let at = 0; at < doubled; at += 2) {
    const start = view.getUint16(starts + at);
    const delta = view.getUint16(deltas + at);
    const offset = view.getUint16(offsets + at);
    for (let code = start; code <= view.getUint16(ends + at) && code < 0xffff; code += 1) {
      const listed = offset === 0 ? code : view.getUint16(offsets + at + offset + (code - start) * 2);
      if (offset === 0 ? (code + delta) % 0x10000 !== 0 : listed !== 0) found.add(code);
    }
  }
}

function readFormat12(view: DataView, table: number, found: Set<number>): void {
  for (let index = 0; index < view.getUint32(table + 12); index += 1) {
    const group = table + 16 + index * 12;
    const last = view.getUint32(group + 4);
    for (let code = view.getUint32(group); code <= last; code += 1) found.add(code);
  }
}
