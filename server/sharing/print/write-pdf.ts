import PDFDocument from 'pdfkit';
import type { Font } from '#server/sharing/drawing/fonts.ts';
import { PRODUCT } from '#shared/contract/constants.ts';
import { INK } from '#site/card/colors.ts';
import { fromMillimeters as mm } from './print-job.ts';
import { codePath, type Ink, type Item, type PlacedLine, type PlacedPicture, type Sheet } from './sheet.ts';

/**
 * Writes a sheet as PDF 1.7 (ISO 32000-1) with embedded fonts, and the boxes that printers go by (14.11.2). Not PDF/X:
 * there is no output profile, and the printer converts the colors.
 */

type Doc = PDFKit.PDFDocument;

/** From the bleed to the end of the crop marks. */
const MARK_GAP = mm(1);
const MARK_LENGTH = mm(5);
/** Black text in black ink alone: no colored fringe where the inks do not meet. In percent. */
const BLACK: PDFKit.Mixins.ColorValue = [0, 0, 0, 100];
const BLACKS: Record<string, PDFKit.Mixins.ColorValue> = { '#000000': BLACK, [INK]: BLACK };
/** All inks, so that marks show on every plate. */
const REGISTRATION: PDFKit.Mixins.ColorValue = [100, 100, 100, 100];

const colorOf = (color: string): PDFKit.Mixins.ColorValue => BLACKS[color.toLowerCase()] ?? color;

/** An empty document; the same one measures text before anything is written. */
export function openPdf({ title, madeAt }: Pick<Sheet, 'title' | 'madeAt'>): Doc {
  return new PDFDocument({
    autoFirstPage: false,
    pdfVersion: '1.7',
    margin: 0,
    // No font but those a text uses.
    font: null as unknown as string,
    info: { Title: title, Creator: PRODUCT, Producer: PRODUCT, CreationDate: madeAt, ModDate: madeAt },
  });
}

/** The width of a text in a font, in points. */
export function measureIn(doc: Doc, text: string, font: Font, size: number): number {
  return selectFont(doc, font, size).widthOfString(text);
}

function selectFont(doc: Doc, font: Font, size: number): Doc {
  return doc.registerFont(font.name, Buffer.from(font.data)).font(font.name).fontSize(size);
}

export async function writePdf(doc: Doc, sheet: Sheet): Promise<Buffer> {
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve, reject) => doc.once('end', resolve).once('error', reject));
  for (const items of sheet.pages) writePage(doc, sheet, items);
  doc.end();
  await ended;
  return Buffer.concat(chunks);
}

function writePage(doc: Doc, { width, height, bleed, hasMarks }: Sheet, items: Item[]): void {
  const edge = bleed + (hasMarks ? MARK_GAP + MARK_LENGTH : 0);
  const [pageWidth, pageHeight] = [width + 2 * edge, height + 2 * edge];
  doc.addPage({ size: [pageWidth, pageHeight], margin: 0 });
  const box = (inset: number) => [inset, inset, pageWidth - inset, pageHeight - inset];
  Object.assign(doc.page.dictionary.data, {
    CropBox: box(0),
    BleedBox: box(edge - bleed),
    TrimBox: box(edge),
  });
  doc.save().translate(edge, edge);
  for (const item of items) paintItem(doc, item);
  if (hasMarks) paintMarks(doc, width, height, bleed);
  doc.restore();
}

function paintItem(doc: Doc, item: Item): void {
  switch (item.kind) {
    case 'rect': {
      const { x, y, width, height, radius = 0 } = item;
      const shape = radius > 0 ? doc.roundedRect(x, y, width, height, radius) : doc.rect(x, y, width, height);
      shape.fill(createFill(doc, item.ink, [x, y, x + width, y + height]));
      return;
    }
    case 'code':
      doc.path(codePath(item)).fill(BLACK);
      return;
    case 'picture':
      paintPicture(doc, item);
      return;
    case 'line':
      paintLine(doc, item);
      return;
    default:
      item satisfies never;
  }
}

function createFill(doc: Doc, ink: Ink, [x1, y1, x2, y2]: [number, number, number, number]) {
  if (typeof ink === 'string') return colorOf(ink);
  return doc.linearGradient(x1, y1, x2, y2).stop(0, ink.from).stop(1, ink.to);
}

function paintPicture(doc: Doc, { x, y, width, height, png, radius = 0 }: PlacedPicture): void {
  doc.save();
  if (radius > 0) doc.roundedRect(x, y, width, height, radius).clip();
  doc.image(Buffer.from(png), x, y, { width, height });
  doc.restore();
}

function paintLine(doc: Doc, { x, baseline, line, color }: PlacedLine): void {
  if (line.runs) {
    for (const run of line.runs) {
      selectFont(doc, run.font, line.size).fillColor(colorOf(color));
      doc.text(run.text, x + run.x, baseline, { lineBreak: false, baseline: 'alphabetic' });
    }
    return;
  }
  doc
    .save()
    .translate(x, baseline - line.rise * line.scale)
    .scale(line.scale);
  for (const path of line.paths) doc.path(path).fill(colorOf(color), 'nonzero' as 'non-zero');
  for (const { x: left, y, side, png } of line.emoji) doc.image(Buffer.from(png), left, y, { width: side });
  doc.restore();
}

/** Two lines at each corner, beyond the bleed. */
function paintMarks(doc: Doc, width: number, height: number, bleed: number): void {
  const from = bleed + MARK_GAP;
  const to = from + MARK_LENGTH;
  doc.lineWidth(0.25).strokeColor(REGISTRATION);
  for (const x of [0, width]) {
    doc
      .moveTo(x, -to)
      .lineTo(x, -from)
      .moveTo(x, height + from)
      .lineTo(x, height + to);
  }
  for (const y of [0, height]) {
    doc
      .moveTo(-to, y)
      .lineTo(-from, y)
      .moveTo(width + from, y)
      .lineTo(width + to, y);
  }
  doc.stroke();
}
