/** Longest side of a picture that is read: letters of 2 mm have some 25 pixels, what the engine was trained on. */
const SIDE_WANTED = 2000;
/** A small picture is enlarged at most so many times: there is no more in it. */
const ENLARGED_MAX = 2;

/** A picture as chosen, and how many quarter turns clockwise its owner gave it. */
export interface ScanPicture {
  image: HTMLImageElement;
  turns: number;
}

/**
 * Opens a photo. Browsers apply its EXIF orientation by themselves, here and in drawings.
 *
 * @throws if this browser cannot decode it.
 */
export async function openPicture(file: Blob): Promise<ScanPicture> {
  const url = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    return { image, turns: 0 };
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Draws the picture upright, its longest side scaled to `side`, but enlarged no more than `enlarged` times. */
export function drawPicture(
  canvas: HTMLCanvasElement,
  { image, turns }: ScanPicture,
  side: number,
  enlarged = 1,
) {
  const [width, height] = [image.naturalWidth, image.naturalHeight];
  const scale = Math.min(enlarged, side / Math.max(width, height));
  const isLying = turns % 2 === 1;
  canvas.width = Math.max(1, Math.round((isLying ? height : width) * scale));
  canvas.height = Math.max(1, Math.round((isLying ? width : height) * scale));
  const drawing = canvas.getContext('2d', { willReadFrequently: true });
  if (!drawing) throw new RangeError('There’s not enough memory for this photo.');
  drawing.imageSmoothingQuality = 'high';
  drawing.translate(canvas.width / 2, canvas.height / 2);
  drawing.rotate((turns * Math.PI) / 2);
  drawing.drawImage(image, (-width * scale) / 2, (-height * scale) / 2, width * scale, height * scale);
  return drawing;
}

/** As language models are shown pictures: larger ones are scaled down there. */
const SIDE_SENT = 1_568;

/** The picture as it is sent to be read: upright, without the metadata of its file. */
export async function encodeJpeg(picture: ScanPicture): Promise<Blob> {
  const canvas = document.createElement('canvas');
  drawPicture(canvas, picture, SIDE_SENT);
  const jpeg = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9));
  canvas.width = 0;
  if (!jpeg) throw new RangeError('There’s not enough memory for this photo.');
  return jpeg;
}

/** The picture's pixels as they are read. */
export function readPixels(picture: ScanPicture): ImageData {
  const canvas = document.createElement('canvas');
  const drawing = drawPicture(canvas, picture, SIDE_WANTED, ENLARGED_MAX);
  const pixels = drawing.getImageData(0, 0, canvas.width, canvas.height);
  // Safari frees a canvas's memory late, unless it is made small.
  canvas.width = 0;
  return pixels;
}
