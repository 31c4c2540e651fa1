import type { HanLanguage } from './font-list.ts';

/**
 * Drawings with text of any script and emoji, from the fonts we ship: a drawing looks the same on a server without
 * fonts. Text becomes outlines, so what comes out needs no fonts either.
 *
 * `ctx.drawings.run(name, input, { lane, key, name })` runs these tasks in a child process (docs/decisions/188).
 */

export type TextWeight = 300 | 400 | 700;

interface TextManner {
  /** In letters of any script. Controls are removed; a character that no font has is left out. */
  text: string;
  /** Font sizes to try, in the drawing's units, largest first. The largest one that fits is taken. */
  sizes: readonly number[];
  /** Chinese and Japanese have no 300, and get 400. */
  weight?: TextWeight;
  /** `serif` has Latin, Greek and Cyrillic letters; others are drawn without serifs. */
  family?: 'sans' | 'serif';
}

/** Text in a column: what does not fit even at the smallest size ends in an ellipsis. */
export interface TextBlock extends TextManner {
  kind: 'text';
  /** The column's width. */
  width: number;
  /** How many lines it may take. */
  lines: number;
  /** `start`: left, or right if the text is written from right to left. */
  align?: 'start' | 'left' | 'center' | 'right';
  color: string;
  /** Distance of two lines, as a multiple of the font size. Scripts with tall letters get at least 1.5. */
  lineHeight?: number;
}

/** CSS as satori supports it: names in camel case, numbers are in the drawing's units. */
export type DrawingStyle = Readonly<Record<string, string | number>>;

/** A flexbox whose size includes its padding and border, and which does not shrink. */
export interface Box {
  kind: 'box';
  style: DrawingStyle;
  children?: readonly Drawing[];
}

/** A picture as a data URL, or as SVG, which stays vectors. Its style gives width and height. */
export interface Picture {
  kind: 'picture';
  source: string;
  style: DrawingStyle;
}

export type Drawing = Box | TextBlock | Picture;

export interface DrawingLayout {
  /** In the drawing's units, which are pixels in `svg` and, unless `scale` is given, in `png`. */
  width: number;
  height: number;
  root: Drawing;
  /** Whose forms of Chinese characters are drawn, if the texts themselves do not tell. */
  han?: HanLanguage | null;
}

/** A line of text as outlines. */
export interface ShapedLine {
  /** The size taken; 0 if nothing of the text can be drawn. */
  size: number;
  /** Of the text, at most the width asked for. */
  width: number;
  /** Of the line: `baseline` is measured from its top. */
  height: number;
  baseline: number;
  isRightToLeft: boolean;
  /** SVG path data; the line's top left corner is the origin, y grows downwards. Fill with nonzero. */
  paths: string[];
  /** Emoji as PNG with transparency, 160 px a side, with their places in the line. */
  emoji: { x: number; y: number; side: number; png: Buffer }[];
}

// An interface would not fit `TaskShapes`.
export type DrawingTasks = {
  /** A layout as SVG with outlines instead of text. */
  svg: { input: DrawingLayout; output: string };
  /** A layout as PNG; `scale` pixels for each unit. */
  png: { input: DrawingLayout & { scale?: number }; output: Buffer };
  /** An SVG drawing without text as PNG, this many pixels wide. */
  paint: { input: { svg: string; width: number }; output: Buffer };
  /** Single lines of text as outlines, for files that are not SVG. */
  lines: {
    input: { lines: readonly (TextManner & { width: number })[]; han?: HanLanguage | null };
    output: ShapedLine[];
  };
};

export type DrawingTask = {
  [Name in keyof DrawingTasks]: { name: Name; input: DrawingTasks[Name]['input'] };
}[keyof DrawingTasks];
