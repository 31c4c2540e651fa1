import fs from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { root } from './setup.mjs';

/**
 * `node scripts/icons.mjs`: makes the icons for browsers and phones from `app/public/favicon.svg`; run it when the mark
 * changes. `share.png` is a screenshot of the top of the landing page, 1500 by 788 at a scale of 0.8, without its QR code,
 * which would be that of the server it was made on.
 */

const folder = path.join(root, 'app/public');
const mark = await fs.readFile(path.join(folder, 'favicon.svg'));
const CHARCOAL = '#141311';

/**
 * The bare mark, for browser tabs.
 *
 * @param {number} size
 */
const drawBare = (size) =>
  sharp(mark, { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ compressionLevel: 9 })
    .toBuffer();

/**
 * The mark on charcoal, inside the safe zone of maskable icons (a circle of four fifths).
 *
 * @param {number} size
 */
async function drawFramed(size) {
  const inner = Math.round(size * 0.56);
  /** @type {import('sharp').SharpOptions} */
  const background = { create: { width: size, height: size, channels: 3, background: CHARCOAL } };
  return sharp(background)
    .composite([{ input: await drawBare(inner) }])
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer();
}

/**
 * An icon file that contains PNG images (Windows icon format).
 *
 * @param {{ size: number, png: Buffer }[]} images
 */
function toIco(images) {
  const head = Buffer.alloc(6 + 16 * images.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(images.length, 4);
  let offset = head.length;
  for (const [index, { size, png }] of images.entries()) {
    const at = 6 + 16 * index;
    head.writeUInt8(size, at);
    head.writeUInt8(size, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(png.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += png.length;
  }
  return Buffer.concat([head, ...images.map(({ png }) => png)]);
}

const sizes = [16, 32, 48];
const images = await Promise.all(sizes.map(async (size) => ({ size, png: await drawBare(size) })));
await fs.writeFile(path.join(folder, 'favicon.ico'), toIco(images));
await fs.writeFile(path.join(folder, 'apple-touch-icon.png'), await drawFramed(180));
await fs.writeFile(path.join(folder, 'icon-192.png'), await drawFramed(192));
await fs.writeFile(path.join(folder, 'icon-512.png'), await drawFramed(512));
