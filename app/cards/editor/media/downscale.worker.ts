import { IMAGE_QUALITY, IMAGE_SIDE_MAX } from '#shared/contract/constants.ts';

/** Shrinks images off the main thread, so that a 12-megapixel photo does not freeze the form. */

export interface Shrunk {
  id: number;
  /** Null if this browser cannot decode the image: then the original is sent. */
  blob: Blob | null;
}

self.onmessage = async ({ data }: MessageEvent<{ id: number; file: Blob }>) => {
  const answer: Shrunk = { id: data.id, blob: await shrinkPicture(data.file).catch(() => null) };
  self.postMessage(answer);
};

async function shrinkPicture(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, IMAGE_SIDE_MAX / Math.max(picture.width, picture.height));
  const width = Math.max(1, Math.round(picture.width * scale));
  const height = Math.max(1, Math.round(picture.height * scale));
  const canvas = new OffscreenCanvas(width, height);
  const drawing = canvas.getContext('2d');
  if (!drawing) throw new Error('This browser draws no pictures in a worker.');
  drawing.imageSmoothingQuality = 'high';
  drawing.drawImage(picture, 0, 0, width, height);
  picture.close();
  // JPEG has no transparency: a logo would get a black background.
  const type = isOpaque(drawing.getImageData(0, 0, width, height).data) ? 'image/jpeg' : 'image/webp';
  return canvas.convertToBlob({ type, quality: IMAGE_QUALITY });
}

function isOpaque(pixels: Uint8ClampedArray): boolean {
  for (let alpha = 3; alpha < pixels.length; alpha += 4) if (pixels[alpha] !== 255) return false;
  return true;
}
