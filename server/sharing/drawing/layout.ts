import satori, { type SatoriNode } from 'satori';
import type { Drawing, DrawingLayout, DrawingStyle, TextBlock } from './drawing-tasks.ts';
import type { Emoji } from './emoji.ts';
import type { HanLanguage } from './font-list.ts';
import type { Font, Fonts, FoundFont } from './fonts.ts';
import type { HanLanguages } from './han-language.ts';
import { isCursive, isRightToLeft, isTall, type PreparedText, prepareText } from './prepare-text.ts';

/** Drawings as satori's elements, laid out twice: first to find the sizes at which texts fit. */

export interface Means {
  fonts: Fonts;
  emoji: Emoji;
  languages: HanLanguages;
}

/** Satori takes React elements or plain objects of their shape. */
interface Element {
  type: string;
  key?: string;
  props: { style: DrawingStyle; children?: (Element | string)[]; src?: string };
}

const LINE_HEIGHT = 1.2;
const TALL_LINE_HEIGHT = 1.5;
const TEXTS_MAX = 200;
/**
 * Satori measures the parts of a broken word letter by letter, and joined Arabic letters are up to 13 % wider than that:
 * a word longer than its column is set this much narrower.
 */
const CURSIVE_PART = 0.85;

const div = (style: DrawingStyle, children: (Element | string)[] = [], key = ''): Element => ({
  type: 'div',
  key,
  props: { style, children },
});

/** A text whose characters are all drawable, with the style that all its sizes share. */
export interface SetText {
  block: TextBlock;
  prepared: PreparedText;
  lineHeight: number;
  style: DrawingStyle;
}

export function listTextBlocks(drawing: Drawing): TextBlock[] {
  if (drawing.kind === 'text') return [drawing];
  return drawing.kind === 'box' ? (drawing.children ?? []).flatMap(listTextBlocks) : [];
}

export const hanOf = (
  texts: readonly { text: string }[],
  hint: HanLanguage | null | undefined,
  { languages }: Means,
): HanLanguage => languages.of(texts.map(({ text }) => text).join(' '), hint ?? null);

export function setText(block: TextBlock, han: HanLanguage, means: Means): SetText {
  const { family = 'sans', weight = 400, lineHeight = LINE_HEIGHT, align = 'start' } = block;
  const prepared = prepareText(block.text, { family, weight, han }, means);
  const isRtl = isRightToLeft(prepared.text);
  const side = isRtl ? 'right' : 'left';
  return {
    block,
    prepared,
    lineHeight: isTall(prepared.text) ? Math.max(lineHeight, TALL_LINE_HEIGHT) : lineHeight,
    style: {
      display: 'block',
      fontFamily: prepared.fonts.map(({ font }) => font.name).join(', '),
      fontWeight: weight,
      fontSynthesis: 'none',
      direction: isRtl ? 'rtl' : 'ltr',
      textAlign: align === 'start' ? side : align,
    },
  };
}

/** The style of a text at one size. */
const setSize = ({ style, lineHeight }: SetText, size: number): DrawingStyle => ({
  ...style,
  fontSize: size,
  lineHeight,
});

const fontsOf = (texts: readonly SetText[]): Font[] => {
  const found = new Map<string, FoundFont>();
  for (const { prepared } of texts) for (const one of prepared.fonts) found.set(one.font.name, one);
  return [...found.values()].map(({ font }) => font);
};

const dataUrl = (svg: string) => `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;

/** Lays out and draws; `see` is called for every element. */
export async function drawElement(
  root: Element,
  size: { width: number; height: number },
  texts: readonly SetText[],
  means: Means,
  see?: (node: SatoriNode) => void,
): Promise<string> {
  const fonts = fontsOf(texts);
  const base = means.fonts.base({ family: 'sans', weight: 400, han: 'zh-Hans' }).font;
  return satori(root as unknown as Parameters<typeof satori>[0], {
    ...size,
    fonts: (fonts.length > 0 ? fonts : [base]).map(({ name, weight, data }) => ({
      name,
      weight: weight as 400,
      data,
    })),
    graphemeImages: Object.fromEntries(
      texts.flatMap(({ prepared }) => [...prepared.emoji].map(([text, svg]) => [text, dataUrl(svg)])),
    ),
    ...(see ? { onNodeDetected: see } : {}),
  });
}

/** How a text is set. */
export interface Fit {
  size: number;
  /** The column's width, or less. */
  width: number;
  /** True if all of it shows. */
  isWhole: boolean;
}

/** The size at which each text fits, or the smallest. */
export async function fitTexts(texts: readonly SetText[], means: Means): Promise<Fit[]> {
  const heights = new Map<string, number>();
  const longest = new Map<string, number>();
  const probes = texts.flatMap((text, index) => [
    div(
      { ...setSize(text, text.block.sizes[0] ?? 1), width: 'min-content' },
      [text.prepared.text],
      `${index}`,
    ),
    ...text.block.sizes.map((size) =>
      div({ ...setSize(text, size), width: text.block.width }, [text.prepared.text], `${index}/${size}`),
    ),
  ]);
  const root = div({ display: 'flex', flexDirection: 'column', alignItems: 'flex-start' }, probes);
  await drawElement(root, { width: 10_000, height: 10 }, texts, means, ({ key, width, height }) => {
    if (typeof key !== 'string') return;
    heights.set(key, height);
    longest.set(key, width);
  });
  return texts.map(({ block, prepared, lineHeight }, index) => {
    const [largest = 1] = block.sizes;
    const word = (longest.get(`${index}`) ?? 0) / largest;
    const fitting = block.sizes.find(
      (size) =>
        word * size <= block.width &&
        Math.round((heights.get(`${index}/${size}`) ?? 0) / (size * lineHeight)) <= block.lines,
    );
    const size = fitting ?? block.sizes.at(-1) ?? largest;
    const isTooWide = word * size > block.width && isCursive(prepared.text);
    return {
      size,
      width: isTooWide ? block.width * CURSIVE_PART : block.width,
      isWhole: fitting !== undefined,
    };
  });
}

/** A text at the size found for it. */
export function textElement(text: SetText, { size, width, isWhole }: Fit): Element {
  const cut = { lineClamp: text.block.lines, overflowWrap: 'break-word' };
  return div(
    {
      ...setSize(text, size),
      width,
      color: text.block.color,
      flexShrink: 0,
      ...(isWhole ? {} : cut),
    },
    [text.prepared.text],
  );
}

/** A layout as SVG with outlines. */
export async function drawLayout(layout: DrawingLayout, means: Means): Promise<string> {
  const blocks = listTextBlocks(layout.root);
  if (blocks.length > TEXTS_MAX) throw new Error('Too many texts');
  const han = hanOf(blocks, layout.han, means);
  const texts = blocks.map((block) => setText(block, han, means));
  const fitted = texts.length > 0 ? await fitTexts(texts, means) : [];
  const elementOf = (drawing: Drawing): Element => {
    if (drawing.kind === 'text') {
      const index = blocks.indexOf(drawing);
      const text = texts[index];
      const fit = fitted[index];
      if (!text || !fit) throw new Error('A text was not measured');
      return textElement(text, fit);
    }
    if (drawing.kind === 'picture') {
      const src = drawing.source.startsWith('data:') ? drawing.source : dataUrl(drawing.source);
      return { type: 'img', props: { src, style: { flexShrink: 0, ...drawing.style } } };
    }
    return div(
      { display: 'flex', boxSizing: 'border-box', flexShrink: 0, ...drawing.style },
      (drawing.children ?? []).map(elementOf),
    );
  };
  const { width, height } = layout;
  return drawElement(elementOf(layout.root), { width, height }, texts, means);
}
