import { splitGraphemes } from '#server/infra/graphemes.ts';
import type { ShapedLine } from '#server/sharing/drawing/drawing-tasks.ts';
import type { Font, Fonts } from '#server/sharing/drawing/fonts.ts';

/**
 * Sets single lines of text. Latin, Greek and Cyrillic letters stay text, in fonts that the PDF embeds; everything else
 * (right-to-left, East Asian and Indic scripts, emoji) becomes outlines, since pdfkit neither orders text nor falls
 * back from one font to another.
 */

export interface TextManner {
  /** In points, largest first; what does not fit even at the last ends in an ellipsis. */
  sizes: readonly number[];
  weight: 300 | 400 | 700;
  family: 'sans' | 'serif';
}

/** Text in one font. */
export interface Run {
  text: string;
  font: Font;
  x: number;
}

type FontRun = Omit<Run, 'x'>;

export interface SetLine {
  size: number;
  width: number;
  isRightToLeft: boolean;
  /** Null for a line that is outlines. */
  runs: Run[] | null;
  /** The paths of an outlined line, measured from its top left corner. */
  paths: string[];
  emoji: { x: number; y: number; side: number; png: Uint8Array }[];
  /** From that corner down to the baseline. */
  rise: number;
  /** How much larger `paths`, `emoji` and `rise` are drawn than they are. */
  scale: number;
  /** True if the text ends in an ellipsis. */
  isCut: boolean;
  manner: TextManner;
}

/** The width of a text in a font, in points. */
export type Measure = (text: string, font: Font, size: number) => number;
/** Shapes one line as outlines. */
export type Shape = (text: string, width: number, manner: TextManner) => Promise<ShapedLine>;

export interface TextSetter {
  set(text: string, width: number, manner: TextManner): Promise<SetLine>;
  /** Turns a line into outlines, for where no fonts are. */
  outline(line: SetLine): Promise<SetLine>;
}

const ELLIPSIS = '…';
/** No line has room for more characters; each emoji takes some milliseconds to draw. */
const SHAPED_MAX = 60;
/** Wider than any text is. */
const ENDLESS = 5_000;
/** The fonts whose letters follow each other from left to right, each in its own place. */
const EUROPEAN = /^noto-(?:sans|serif) /;

const collapseSpaces = (text: string) =>
  text
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();

const firstOf = (text: string, max: number): string => {
  const graphemes = [...splitGraphemes(text)];
  return graphemes.length <= max ? text : graphemes.slice(0, max).join('');
};

/** Letters with more marks than any European one has are drawn, which bounds them. */
const MANY_MARKS = /\p{Mn}{3}/u;

/** The text by fonts, or null if it needs shaping. */
function splitRuns(text: string, { family, weight }: TextManner, fonts: Fonts): FontRun[] | null {
  if (MANY_MARKS.test(text)) return null;
  const runs: FontRun[] = [];
  for (const grapheme of splitGraphemes(text)) {
    const codes = [...grapheme].map((letter) => letter.codePointAt(0) ?? 0);
    const last = runs.at(-1);
    const hasAll = (font: Font | undefined) => codes.every((code) => font?.has(code));
    if (last && hasAll(last.font)) {
      last.text += grapheme;
      continue;
    }
    const font = fonts.find(codes[0] ?? 0, { family, weight, han: 'zh-Hans' })?.font;
    if (!font || !EUROPEAN.test(font.name) || !hasAll(font)) return null;
    runs.push({ text: grapheme, font });
  }
  return runs;
}

const widthOf = (runs: FontRun[], size: number, measure: Measure) =>
  runs.reduce((width, { text, font }) => width + measure(text, font, size), 0);

function placeRuns(runs: FontRun[], size: number, manner: TextManner, measure: Measure): SetLine {
  let width = 0;
  const placed = runs.map((run) => {
    const x = width;
    width += measure(run.text, run.font, size);
    return { ...run, x };
  });
  const nothing = { paths: [], emoji: [], rise: 0, scale: 1 };
  return { size, width, isRightToLeft: false, runs: placed, ...nothing, isCut: false, manner };
}

/** The longest beginning of the text that fits, at the smallest size, with an ellipsis. */
function cutRuns(
  text: string,
  width: number,
  manner: TextManner,
  { fonts, measure }: { fonts: Fonts; measure: Measure },
): SetLine {
  const size = manner.sizes.at(-1) ?? 1;
  const graphemes = [...splitGraphemes(text)];
  const cutAt = (count: number) =>
    splitRuns(`${graphemes.slice(0, count).join('').trimEnd()}${ELLIPSIS}`, manner, fonts) ?? [];
  let [fits, tooMany] = [0, graphemes.length];
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >> 1;
    if (widthOf(cutAt(middle), size, measure) <= width) fits = middle;
    else tooMany = middle;
  }
  return { ...placeRuns(cutAt(fits), size, manner, measure), isCut: true };
}

function outlineLine(shaped: ShapedLine, size: number, isCut: boolean, manner: TextManner): SetLine {
  const scale = shaped.size > 0 ? size / shaped.size : 1;
  const { isRightToLeft, paths, emoji, baseline: rise } = shaped;
  const width = shaped.width * scale;
  return { size, width, isRightToLeft, runs: null, paths, emoji, rise, scale, isCut, manner };
}

export function createTextSetter(fonts: Fonts, measure: Measure, shape: Shape): TextSetter {
  const outlineCut = async (text: string, width: number, manner: TextManner): Promise<SetLine> => {
    const shaped = await shape(text, width, manner);
    return outlineLine({ ...shaped, width: Math.min(shaped.width, width) }, shaped.size, true, manner);
  };
  const outline = async (text: string, width: number, manner: TextManner): Promise<SetLine> => {
    const begin = firstOf(text, SHAPED_MAX);
    if (begin !== text) return outlineCut(begin, width, manner);
    const largest = manner.sizes[0] ?? 1;
    const whole = await shape(text, ENDLESS, { ...manner, sizes: [largest] });
    const size = manner.sizes.find((one) => (whole.width * one) / largest <= width);
    if (size === undefined) return outlineCut(text, width, manner);
    return outlineLine(whole, size, false, manner);
  };
  return {
    async set(text, width, manner) {
      const clean = collapseSpaces(text);
      const runs = splitRuns(clean, manner, fonts);
      if (!runs) return outline(clean, width, manner);
      const size = manner.sizes.find((one) => widthOf(runs, one, measure) <= width);
      if (size === undefined) return cutRuns(clean, width, manner, { fonts, measure });
      return placeRuns(runs, size, manner, measure);
    },
    async outline(line) {
      if (!line.runs) return line;
      const text = line.runs.map((run) => run.text).join('');
      const shaped = await shape(text, ENDLESS, { ...line.manner, sizes: [line.size] });
      return outlineLine(shaped, line.size, false, line.manner);
    },
  };
}
