import { loadSharp } from '#server/infra/load-sharp.ts';
import { IMAGE_QUALITY, IMAGE_SIDE_MAX } from '#shared/constants.ts';
import { AppError } from '#shared/errors.ts';

/** A picture that unpacks to more than this is an attack on our memory. */
const PIXELS_MAX = 50_000_000;
/** A picture that takes longer, on however busy a machine, is another. */
const PATIENCE_SECONDS = 60;

export interface EncodedImage {
  type: string;
  extension: string;
  bytes: Buffer;
  width: number;
  height: number;
}

/** At most 800 px a side, upright, without metadata: where a photo was taken stays with its owner. */
export async function encodeImage(bytes: Buffer, name: string): Promise<EncodedImage> {
  const options = { limitInputPixels: PIXELS_MAX, failOn: 'error' } as const;
  const sharp = await loadSharp();
  try {
    const { hasAlpha } = await sharp(bytes, options).metadata();
    const fitted = sharp(bytes, options)
      .rotate()
      .resize(IMAGE_SIDE_MAX, IMAGE_SIDE_MAX, { fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: PATIENCE_SECONDS });
    // What is transparent stays so, at a quality whose bytes are about those of the JPEG.
    const encoded = hasAlpha
      ? fitted.webp({ quality: IMAGE_QUALITY * 100 + 10 })
      : fitted.jpeg({ quality: IMAGE_QUALITY * 100, mozjpeg: true });
    const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
    const [type, extension] = hasAlpha ? ['image/webp', 'webp'] : ['image/jpeg', 'jpg'];
    return { type, extension, bytes: data, width: info.width, height: info.height };
  } catch {
    throw new AppError('invalid', `Could not process ${name}. Please try a different image.`);
  }
}
