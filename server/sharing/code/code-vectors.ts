import type { VectorDocument, VectorShape } from '#server/infra/pictures/picture-tasks.ts';
import type { QrSheet, QrStyle } from '#site/qr/qr-art.ts';

interface PageOf {
  /** In points. */
  width: number;
  title: string;
  /** For the middle: a JPEG. */
  picture: Buffer | null;
}

/** A code as a page of vectors, for a PDF. */
export function drawVectors(
  sheet: QrSheet,
  style: QrStyle,
  { width, title, picture }: PageOf,
): VectorDocument {
  const unit = width / sheet.width;
  const { size, plate, caption } = sheet;
  const shapes: VectorShape[] = [
    {
      kind: 'rectangle',
      x: 0,
      y: 0,
      width: sheet.width,
      height: sheet.height,
      radius: 0,
      fill: sheet.ground,
    },
  ];
  if (plate) {
    const { side, ...rest } = plate;
    shapes.push({ kind: 'rectangle', ...rest, width: side, height: side });
  }
  shapes.push({
    kind: 'path',
    paths: sheet.groups.filter(Boolean),
    rule: 'even-odd',
    place: { x: sheet.x, y: sheet.y, scale: 1 },
    fill: { from: style.from, to: style.to, x: size, y: size },
  });
  if (picture && sheet.picture) shapes.push({ kind: 'picture', ...sheet.picture, bytes: picture });
  if (caption) {
    const { x, y, scale, fill, paths } = caption;
    shapes.push({ kind: 'path', paths: [...paths], rule: 'non-zero', place: { x, y, scale }, fill });
    for (const emoji of caption.emoji) {
      shapes.push({
        kind: 'picture',
        x: x + emoji.x * scale,
        y: y + emoji.y * scale,
        side: emoji.side * scale,
        radius: 0,
        bytes: Buffer.from(emoji.png, 'base64'),
      });
    }
  }
  return { width: sheet.width * unit, height: sheet.height * unit, unit, title, shapes };
}
