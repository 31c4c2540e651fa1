import { IMAGE_QUALITY, IMAGE_SIDE_MAX } from '#shared/contract/constants.ts';
import type { Cut } from './cut.ts';

/** Shrinks images off the main thread, so that a 12-megapixel photo does not freeze the form. */

export interface Shrunk {
  id: number;
  /** Null if this browser cannot decode the image: then the original is sent. */
  blob: Blob | null;
}

self.onmessage = async ({ data }: MessageEvent<{ id: number; file: Blob; cut: Cut }>) => {
  const answer: Shrunk = { id: data.id, blob: await shrinkPicture(data.file, data.cut).catch(() => null) };
  self.postMessage(answer);
};

async function shrinkPicture(file: Blob, cut: Cut): Promise<Blob> {
  const picture = await createImageBitmap(file);
  const isTurned = cut.quarters % 2 === 1;
  const [across, down] = isTurned ? [picture.height, picture.width] : [picture.width, picture.height];
  const [cutWidth, cutHeight] = [(across * cut.width) / 100, (down * cut.height) / 100];
  const scale = Math.min(1, IMAGE_SIDE_MAX / Math.max(cutWidth, cutHeight));
  const width = Math.max(1, Math.round(cutWidth * scale));
  const height = Math.max(1, Math.round(cutHeight * scale));
  const canvas = new OffscreenCanvas(width, height);
  const drawing = canvas.getContext('2d');
  if (!drawing) throw new Error('This browser draws no pictures in a worker.');
  drawing.imageSmoothingQuality = 'high';
  drawing.scale(width / cutWidth, height / cutHeight);
  drawing.translate(across / 2 - (across * cut.x) / 100, down / 2 - (down * cut.y) / 100);
  drawing.rotate((cut.quarters * Math.PI) / 2);
  drawing.drawImage(picture, -picture.width / 2, -picture.height / 2);
  picture.close();
  // JPEG has no transparency: a logo would get a black background.
  const type = isOpaque(drawing.getImageData(0, 0, width, height).data) ? 'image/jpeg' : 'image/webp';
  return canvas.convertToBlob({ type, quality: IMAGE_QUALITY });
}

function isOpaque(pixels: Uint8ClampedArray): boolean {
  for (let alpha = 3; alpha < pixels.length; alpha += 4) if (pixels[alpha] !== 255) return false;
  return true;
}
