import fs from 'node:fs';
import { createRequire } from 'node:module';
import jsQR from 'jsqr';
import sharp, { type Sharp } from 'sharp';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

/** Two decoders of QR codes that we did not write, and what happens to a code between the screen and a camera. */

// Without this, it would load its program from the network.
const program = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(fs.readFileSync(program)).buffer } });

async function readPixels(picture: Sharp) {
  const { data, info } = await picture.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data: new Uint8ClampedArray(data), width: info.width, height: info.height };
}

/**
 * Each decoder's reading of a picture; undefined if it finds no code. The simpler one misses a few addresses at one size
 * and reads them at the next, as a moving camera does.
 */
export async function readCode(
  picture: Buffer,
): Promise<{ jsqr: string | undefined; zxing: string | undefined }> {
  const pixels = await readPixels(sharp(picture));
  const [found] = await readBarcodes({ ...pixels, colorSpace: 'srgb' } as ImageData, {
    formats: ['QRCode'],
    tryInvert: false,
    tryHarder: true,
  });
  const next = () => readPixels(sharp(picture).resize(Math.round(pixels.width * 0.9)));
  return { jsqr: readSimply(pixels) ?? readSimply(await next()), zxing: found?.text };
}

/** Like cameras that read no light code on dark. */
const readSimply = ({ data, width, height }: Awaited<ReturnType<typeof readPixels>>) =>
  jsQR(data, width, height, { inversionAttempts: 'dontInvert' })?.data;

const WIDTH = 640;

/** The picture this many pixels wide, on a ground. */
const sized = (picture: Buffer, width: number, ground = '#ffffff') =>
  sharp(picture).resize({ width }).flatten({ background: ground });

const framed = async (picture: Buffer, width: number, margin: number, ground: string) =>
  sharp(await sized(picture, width, ground).png().toBuffer()).extend({
    top: margin,
    bottom: margin,
    left: margin,
    right: margin,
    background: ground,
  });

/** Damage to a code on its way to the camera. */
export const WAYS: Record<string, (picture: Buffer) => Promise<Buffer>> = {
  plain: async (picture) => sized(picture, 300).png().toBuffer(),
  blurred: async (picture) => sized(picture, WIDTH).blur(2.2).png().toBuffer(),
  'at an angle': async (picture) => {
    const flat = await (await framed(picture, WIDTH, 40, '#ffffff')).png().toBuffer();
    return sharp(flat)
      .affine(
        [
          [0.94, 0.26],
          [-0.2, 0.86],
        ],
        { background: '#ffffff' },
      )
      .png()
      .toBuffer();
  },
  'of low contrast': async (picture) => sized(picture, 300).linear(0.4, 100).png().toBuffer(),
  'on a dark page': async (picture) => (await framed(picture, WIDTH, 120, '#141311')).png().toBuffer(),
  'printed and photographed': async (picture) => {
    // Ink spreads, light falls from one side, the hand is not straight, and the camera compresses.
    const printed = await (await framed(picture, 900, 160, '#f4f0e6')).blur(1.4).png().toBuffer();
    const { width = 0, height = 0 } = await sharp(printed).metadata();
    const light = Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><linearGradient id="l" x2="1" y2="1"><stop stop-color="#000" stop-opacity=".05"/><stop offset="1" stop-color="#000" stop-opacity=".45"/></linearGradient><rect width="${width}" height="${height}" fill="url(#l)"/></svg>`,
    );
    const lit = await sharp(printed)
      .composite([{ input: light }])
      .png()
      .toBuffer();
    const turned = await sharp(lit)
      .rotate(7, { background: '#c9c2b4' })
      .resize({ width: 700 })
      .png()
      .toBuffer();
    return sharp(turned)
      .composite([{ input: await noise(700), blend: 'soft-light' }])
      .jpeg({ quality: 55 })
      .toBuffer();
  },
};

const noise = (side: number) =>
  sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .png()
    .toBuffer();

/** As small as a link's code gets. */
export const shrinkPicture = (picture: Buffer): Promise<Buffer> => sized(picture, 120).png().toBuffer();
