import sharp, { type Sharp } from 'sharp';
import {
  COSTLY_PIXELS_MAX,
  IMAGE_PIXELS_MAX,
  IMAGE_QUALITY,
  IMAGE_SIDE_MAX,
  SMALL_WIDTHS,
} from '#shared/contract/constants.ts';
import type {
  FittedPicture,
  PassPictures,
  PictureTask,
  PictureTasks,
  SmallPicture,
  TaskOutput,
} from './picture-tasks.ts';

/** Runs tasks with the image library; only picture processes load this file. */

// One thread and no cache: the process has limited memory, and each task has a different picture.
sharp.concurrency(1);
sharp.cache(false);

const OPTIONS = { limitInputPixels: IMAGE_PIXELS_MAX, failOn: 'error' } as const;
/** At this quality, WebP looks like our JPEG and takes about two thirds of its bytes. */
const WEBP_QUALITY = 70;

export async function runPictureTask({ name, input }: PictureTask): Promise<TaskOutput> {
  switch (name) {
    case 'fit':
      return fitPicture(input.file);
    case 'legible':
      return (await openUpright(input.file, input.side)).picture
        .flatten({ background: '#ffffff' })
        .jpeg({ quality: 85 })
        .toBuffer();
    case 'shrink':
      return shrinkPicture(() => sharp(input.bytes, OPTIONS));
    case 'crop': {
      const square = sharp(input.bytes, OPTIONS).resize(input.side, input.side, {
        fit: input.isWhole ? 'contain' : 'cover',
        background: '#ffffff',
      });
      if (input.type === 'png') return square.png().toBuffer();
      const opaque = square.flatten({ background: '#ffffff' });
      if (input.type === 'icon') return opaque.png({ palette: true, effort: 8 }).toBuffer();
      return opaque.jpeg({ quality: 75 }).toBuffer();
    }
    case 'inside':
      return sharp(input.bytes, OPTIONS)
        .resize(input.width, input.height, { fit: 'inside' })
        .png()
        .toBuffer();
    case 'draw':
      return sharp(Buffer.from(input.svg))
        .flatten({ background: '#ffffff' })
        .png({ compressionLevel: 9 })
        .toBuffer();
    // Loaded when first needed: most processes never see either.
    case 'scan':
      return (await import('./scan-code.ts')).canBeScanned(input);
    case 'pdf':
      return (await import('./write-pdf.ts')).writePicturePdf(input);
    case 'pass':
      return drawPass(input);
  }
}

const ICON_SIDE = 29;
const THUMBNAIL_SIDE = 90;
const LOGO_SIZE = { width: 160, height: 50 };
/** Few colors: a pass should arrive where the network is weak. */
const SMALL_PNG = { palette: true, quality: 90, effort: 4 } as const;

async function drawPass({ photo, logo, mark }: PictureTasks['pass']['input']): Promise<PassPictures> {
  const pictures: PassPictures = {};
  const add = async (name: string, picture: Sharp) => {
    pictures[name] = await picture.png(SMALL_PNG).toBuffer();
  };
  const iconOf = (side: number) => {
    // A logo is shown whole, a photo fills the square.
    if (logo) return sharp(logo, OPTIONS).resize(side, side, { fit: 'contain', background: '#ffffff' });
    if (photo) return sharp(photo, OPTIONS).resize(side, side, { fit: 'cover' });
    return sharp(Buffer.from(mark), { density: 400 }).resize(side, side, { fit: 'contain' });
  };
  for (const scale of [1, 2, 3]) {
    const file = (name: string) => `${name}${scale === 1 ? '' : `@${scale}x`}.png`;
    await add(file('icon'), iconOf(ICON_SIDE * scale).flatten({ background: '#ffffff' }));
    if (photo) {
      const side = THUMBNAIL_SIDE * scale;
      await add(file('thumbnail'), sharp(photo, OPTIONS).resize(side, side, { fit: 'cover' }));
    }
    if (logo) {
      const { width, height } = LOGO_SIZE;
      const inside = sharp(logo, OPTIONS).resize(width * scale, height * scale, { fit: 'inside' });
      await add(file('logo'), inside);
    }
  }
  return pictures;
}

/** An upload, upright and no larger than `side`; throws for what would cost too much to decode. */
async function openUpright(file: string, side: number): Promise<{ picture: Sharp; hasAlpha: boolean }> {
  const { hasAlpha, width, height, ...header } = await sharp(file, OPTIONS).metadata();
  // These take several times as long to decode, or need the whole picture in memory at once.
  const isCostly =
    header.format === 'heif' || header.isProgressive || (header.pages ?? 1) > 1 || header.depth !== 'uchar';
  if (isCostly && width * height > COSTLY_PIXELS_MAX) throw new Error('Too many pixels');
  const picture = sharp(file, OPTIONS)
    .rotate()
    .resize(side, side, { fit: 'inside', withoutEnlargement: true });
  return { picture, hasAlpha };
}

async function fitPicture(file: string): Promise<FittedPicture> {
  const { picture, hasAlpha } = await openUpright(file, IMAGE_SIDE_MAX);
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  // Decoded once, encoded for each use.
  const again = () =>
    sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
  // Transparency is kept, at a quality that takes about as many bytes as the JPEG.
  const bytes = hasAlpha
    ? await again()
        .webp({ quality: IMAGE_QUALITY * 100 + 10 })
        .toBuffer()
    : await again()
        .jpeg({ quality: IMAGE_QUALITY * 100, mozjpeg: true })
        .toBuffer();
  const kind = hasAlpha
    ? ({ type: 'image/webp', extension: 'webp' } as const)
    : ({ type: 'image/jpeg', extension: 'jpg' } as const);
  return { ...kind, bytes, width: info.width, height: info.height, small: await shrinkPicture(again) };
}

async function shrinkPicture(open: () => Sharp): Promise<SmallPicture[]> {
  const small: SmallPicture[] = [];
  for (const width of SMALL_WIDTHS) {
    const resized = open().resize({ width, withoutEnlargement: true });
    small.push({ width, bytes: await resized.webp({ quality: WEBP_QUALITY }).toBuffer() });
  }
  return small;
}
