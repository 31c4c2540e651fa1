import type { DrawingTasks, ShapedLine, TextBlock } from './drawing-tasks.ts';
import {
  drawElement,
  type Fit,
  fitTexts,
  hanOf,
  type Means,
  type SetText,
  setText,
  textElement,
} from './layout.ts';

/** Single lines of text as outlines. */

const EMOJI_PIXELS = 160;
/** Ascender and descender of Noto Sans, as multiples of the font size: satori centers them in the line. */
const ASCENDER = 1.069;
const DESCENDER = 0.293;
/** Satori places lines on whole units: shaped this much larger, then made smaller. */
const FINENESS = 16;
const LINES_MAX = 100;

type Paint = (svg: string, width: number) => Buffer;

export async function shapeLines(
  { lines, han: hint }: DrawingTasks['lines']['input'],
  means: Means,
  paint: Paint,
): Promise<ShapedLine[]> {
  if (lines.length > LINES_MAX) throw new Error('Too many lines');
  const han = hanOf(lines, hint, means);
  const texts = lines.map(({ width, sizes, ...manner }) => {
    const block: TextBlock = {
      ...manner,
      kind: 'text',
      width: width * FINENESS,
      sizes: sizes.map((size) => size * FINENESS),
      lines: 1,
      align: 'left',
      color: '#000000',
      lineHeight: 1.5,
    };
    return setText(block, han, means);
  });
  const fitted = await fitTexts(texts, means);
  const shaped: ShapedLine[] = [];
  for (const [index, text] of texts.entries()) {
    const fit = fitted[index];
    if (fit) shaped.push(await shapeLine(text, fit, means, paint));
  }
  return shaped;
}

async function shapeLine(text: SetText, fit: Fit, means: Means, paint: Paint): Promise<ShapedLine> {
  const { prepared, block, lineHeight } = text;
  const isRightToLeft = text.style.direction === 'rtl';
  if (prepared.text === '') {
    return { size: 0, width: 0, height: 0, baseline: 0, isRightToLeft, paths: [], emoji: [] };
  }
  const element = textElement(text, fit);
  const height = Math.ceil(fit.size * lineHeight);
  const svg = await drawElement(element, { width: Math.ceil(block.width), height }, [text], means);
  const paths = [...svg.matchAll(/<path fill="#000000" d="([^"]+)"/g)].map(([, path = '']) => path);
  const emoji = findEmoji(svg, paint);
  const right = Math.max(0, ...paths.map(findRight), ...emoji.map(({ x, side }) => (x + side) * FINENESS));
  const ascender = Math.round(ASCENDER * fit.size);
  const leading = Math.floor((fit.size * lineHeight - ascender - Math.round(DESCENDER * fit.size)) / 2);
  return {
    size: fit.size / FINENESS,
    width: right / FINENESS,
    height: (fit.size * lineHeight) / FINENESS,
    baseline: (ascender + leading) / FINENESS,
    isRightToLeft,
    paths: paths.map((path) =>
      path.replace(NUMBER, (number) => `${+(Number(number) / FINENESS).toFixed(3)}`),
    ),
    emoji,
  };
}

const NUMBER = /-?\d+(?:\.\d+)?/g;

/** Every command of satori's paths is absolute and takes pairs. */
function findRight(path: string): number {
  const numbers = path.match(NUMBER) ?? [];
  return numbers.reduce((most, number, at) => (at % 2 === 0 ? Math.max(most, Number(number)) : most), 0);
}

function findEmoji(svg: string, paint: Paint): ShapedLine['emoji'] {
  const images = svg.matchAll(/<image href="data:image\/svg\+xml;base64,([^"]+)"([^>]*)>/g);
  return [...images].map(([, data = '', attributes = '']) => {
    const [x, y, width, height] = ['x', 'y', 'width', 'height'].map(
      (name) => Number(new RegExp(` ${name}="([^"]+)"`).exec(attributes)?.[1] ?? 0) / FINENESS,
    ) as [number, number, number, number];
    // Satori centers the drawing in a box as tall as the line.
    const top = y + (height - width) / 2;
    return { x, y: top, side: width, png: paint(Buffer.from(data, 'base64').toString(), EMOJI_PIXELS) };
  });
}
