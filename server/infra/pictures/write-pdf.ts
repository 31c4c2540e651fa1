import PDFDocument from 'pdfkit';
import type { VectorDocument, VectorShape } from './picture-tasks.ts';

/** Writes a page of vectors as PDF; only picture processes load this file. */
export function writePicturePdf({ width, height, unit, title, shapes }: VectorDocument): Promise<Buffer> {
  const document = new PDFDocument({ size: [width, height], margin: 0, info: { Title: title } });
  const chunks: Buffer[] = [];
  const whole = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => resolve(Buffer.concat(chunks)));
    document.on('error', reject);
  });
  document.scale(unit);
  for (const shape of shapes) {
    document.save();
    drawShape(document, shape);
    document.restore();
  }
  document.end();
  return whole;
}

function drawShape(document: PDFKit.PDFDocument, shape: VectorShape): void {
  switch (shape.kind) {
    case 'rectangle':
      document.roundedRect(shape.x, shape.y, shape.width, shape.height, shape.radius).fill(shape.fill);
      return;
    case 'picture':
      document.roundedRect(shape.x, shape.y, shape.side, shape.side, shape.radius).clip();
      document.image(shape.bytes, shape.x, shape.y, { width: shape.side, height: shape.side });
      return;
    case 'path': {
      const { place, fill, rule } = shape;
      document.translate(place.x, place.y).scale(place.scale);
      const ink =
        typeof fill === 'string'
          ? fill
          : document.linearGradient(0, 0, fill.x, fill.y).stop(0, fill.from).stop(1, fill.to);
      for (const path of shape.paths) document.path(path).fill(ink, rule);
    }
  }
}
