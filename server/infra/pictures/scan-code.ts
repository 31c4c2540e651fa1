import jsQR from 'jsqr';
import sharp, { type Sharp } from 'sharp';
import type { PictureTasks } from './picture-tasks.ts';

/** Reads a QR code as cameras meet it; only picture processes load this file. */

const USUAL = 300;
const SMALL = 120;

/** A decoder stricter than phones reads the code at each of these. */
export async function canBeScanned({ svg, text, isSmall }: PictureTasks['scan']['input']): Promise<boolean> {
  const drawing = await sharp(Buffer.from(svg.replace('<svg ', `<svg width="${2 * USUAL}" `)))
    .flatten({ background: '#ffffff' })
    .png()
    .toBuffer();
  const at = (side: number) => sharp(drawing).resize(side, side);
  const views = [
    at(USUAL),
    at(2 * USUAL).blur(2),
    at(USUAL).linear(0.5, 90),
    ...(isSmall ? [at(SMALL)] : []),
  ];
  for (const view of views) if ((await readCode(view)) !== text) return false;
  return true;
}

async function readCode(picture: Sharp): Promise<string | undefined> {
  const { data, info } = await picture.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  // Not every camera reads light modules on dark.
  return jsQR(new Uint8ClampedArray(data), info.width, info.height, { inversionAttempts: 'dontInvert' })
    ?.data;
}
