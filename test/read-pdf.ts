import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Reads PDFs with Mozilla's PDF.js: an independent reader for what we write. */

interface PdfPage {
  text: string;
  /** Left, bottom, right and top in points, by name: "TrimBox". */
  boxes: Record<string, number[]>;
  /** Its pixels as RGBA. */
  data: Uint8ClampedArray;
  width: number;
  height: number;
}

interface PdfFile {
  info: Record<string, unknown>;
  pages: PdfPage[];
  /** The names of its fonts, each with whether the file contains it. */
  fonts: { name: string; isEmbedded: boolean }[];
}

interface CanvasFactory {
  create(
    width: number,
    height: number,
  ): { canvas: HTMLCanvasElement; context: { getImageData(...box: number[]): { data: Uint8ClampedArray } } };
}

/** `scale`: pixels for each point; the resolution in dots an inch is 72 times that. */
export async function readPdf(bytes: Buffer, scale = 4): Promise<PdfFile> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const document = await task.promise;
  const { info } = await document.getMetadata();
  const boxes = boxesOf(bytes);
  const pages: PdfPage[] = [];
  for (let at = 1; at <= document.numPages; at += 1) {
    const page = await document.getPage(at);
    const viewport = page.getViewport({ scale });
    const [width, height] = [Math.ceil(viewport.width), Math.ceil(viewport.height)];
    const { canvas, context } = (document.canvasFactory as CanvasFactory).create(width, height);
    await page.render({ canvas, viewport }).promise;
    const { items } = await page.getTextContent();
    const text = items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('');
    const { data } = context.getImageData(0, 0, width, height);
    pages.push({ text, boxes: boxes[at - 1] ?? {}, data, width, height });
  }
  await task.destroy();
  return { info: info as Record<string, unknown>, pages, fonts: listFonts(bytes) };
}

/** The objects of a file without object streams. */
const objectsOf = (bytes: Buffer) => bytes.toString('latin1').split(/\bendobj\b/);

const boxesOf = (bytes: Buffer) =>
  objectsOf(bytes)
    .filter((object) => /\/Type \/Page\b/.test(object))
    .map((object) => {
      const found = [...object.matchAll(/\/(\w+Box) \[([^\]]+)\]/g)];
      return Object.fromEntries(found.map(([, name, box = '']) => [name, box.trim().split(' ').map(Number)]));
    });

function listFonts(bytes: Buffer) {
  const descriptors = objectsOf(bytes).filter((object) => /\/Type \/FontDescriptor\b/.test(object));
  const described = descriptors.map((object) => ({
    name: /\/FontName \/([^\s/]+)/.exec(object)?.[1] ?? '',
    isEmbedded: /\/FontFile[23]? /.test(object),
  }));
  const standard = objectsOf(bytes).filter((object) =>
    /\/Type \/Font\b[\s\S]*\/Subtype \/Type1\b/.test(object),
  );
  return [...described, ...standard.map(() => ({ name: 'a standard font', isEmbedded: false }))];
}
