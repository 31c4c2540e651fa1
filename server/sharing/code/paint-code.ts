import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';
import { QUIET_ZONE } from '#site/qr/qr.ts';

/** QR codes as PNG (W3C, third edition) with one bit per pixel: a hundredth of the work of an image library. */

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Light, then dark. */
const PALETTE = Buffer.from([0xff, 0xff, 0xff, 0x1a, 0x1a, 0x1a]);
const BIT_DEPTH = 1;
const INDEXED = 3;
/** Row filters: unchanged, and as the difference from the row above. */
const PLAIN = 0;
const UP = 2;

const compress = promisify(deflate);

/**
 * Every module is the same whole number of pixels wide, for sharp prints; the remainder widens the quiet zone. `size`
 * is the side in pixels.
 */
export async function paintCode(matrix: boolean[][], size: number): Promise<Buffer> {
  const modules = matrix.length + 2 * QUIET_ZONE;
  const scale = Math.max(1, Math.floor(size / modules));
  const side = Math.max(size, modules);
  const start = Math.floor((side - scale * matrix.length) / 2);
  const rowBytes = 1 + Math.ceil(side / 8);
  const rows = Buffer.alloc(side * rowBytes);
  // A row equal to the one above is all zeros, as the difference from it.
  for (let y = 0; y < side; y += 1) rows[y * rowBytes] = UP;
  const paint = (y: number, modulesOfRow: boolean[]) => {
    const row = rows.subarray(y * rowBytes, (y + 1) * rowBytes);
    row[0] = PLAIN;
    modulesOfRow.forEach((isDark, x) => {
      if (isDark) darkenBits(row.subarray(1), start + x * scale, scale);
    });
  };
  for (const [y, modulesOfRow] of matrix.entries()) paint(start + y * scale, modulesOfRow);
  const end = start + matrix.length * scale;
  if (end < side) paint(end, []);
  return toPng(side, await compress(rows));
}

function darkenBits(bits: Buffer, from: number, count: number): void {
  for (let x = from; x < from + count; x += 1) bits[x >> 3] = (bits[x >> 3] ?? 0) | (0x80 >> (x & 7));
}

function toPng(side: number, pixels: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([BIT_DEPTH, INDEXED], 8);
  const chunks = [writeChunk('IHDR', header), writeChunk('PLTE', PALETTE), writeChunk('IDAT', pixels)];
  return Buffer.concat([SIGNATURE, ...chunks, writeChunk('IEND', Buffer.alloc(0))]);
}

function writeChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
