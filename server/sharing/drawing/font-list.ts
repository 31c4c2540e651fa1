/**
 * The fonts that drawings use: the WOFF subsets of these packages of Fontsource, as `assets/pack.zip` holds them
 * (`vite/asset-list.ts`), from where the build writes them to `dist/fonts`. Every package lists in `unicode.json` which code points each subset holds.
 */

export interface FontPackage {
  /** Its name without the scope, as "noto-sans-thai". */
  name: string;
  /** Which of its subsets: all packages repeat the Latin letters. */
  subsets: RegExp;
  weights: readonly number[];
}

const WEIGHTS = [300, 400, 700] as const;
/** Two weights: each one takes about 12 MB in these four packages. */
const HAN_WEIGHTS = [400, 700] as const;
const EUROPEAN = /^(latin|latin-ext|vietnamese|greek|greek-ext|cyrillic|cyrillic-ext)$/;
/** Fontsource numbers the subsets of large fonts. */
const NUMBERED = /^\[\d+\]$/;

const listScript = (name: string): FontPackage => ({
  name: `noto-sans-${name}`,
  subsets: new RegExp(`^${name}$`),
  weights: WEIGHTS,
});
const listHan = (name: string): FontPackage => ({
  name: `noto-sans-${name}`,
  subsets: NUMBERED,
  weights: HAN_WEIGHTS,
});

export const SANS: FontPackage = { name: 'noto-sans', subsets: EUROPEAN, weights: WEIGHTS };
export const SERIF: FontPackage = { name: 'noto-serif', subsets: EUROPEAN, weights: [400, 700] };

/** One script each. */
export const SCRIPTS: readonly FontPackage[] = [
  'arabic',
  'hebrew',
  'devanagari',
  'thai',
  'armenian',
  'georgian',
  'bengali',
  'gujarati',
  'gurmukhi',
  'kannada',
  'malayalam',
  'sinhala',
  'tamil',
  'telugu',
  'khmer',
  'lao',
  'myanmar',
  'ethiopic',
].map(listScript);

/** Chinese characters look different in each of these languages. */
export const HAN = {
  'zh-Hans': listHan('sc'),
  'zh-Hant': listHan('tc'),
  ja: listHan('jp'),
  ko: listHan('kr'),
} satisfies Record<string, FontPackage>;
export type HanLanguage = keyof typeof HAN;

export const SYMBOLS: readonly FontPackage[] = [
  { name: 'noto-sans-symbols', subsets: /^symbols$/, weights: WEIGHTS },
  { name: 'noto-sans-symbols-2', subsets: /^(symbols|math|braille)$/, weights: [400] },
];

export const FONT_PACKAGES: readonly FontPackage[] = [
  SANS,
  SERIF,
  ...SCRIPTS,
  ...Object.values(HAN),
  ...SYMBOLS,
];

/** The file of a subset in its package; subsets as `unicode.json` calls them. */
export const fontFile = (name: string, subset: string, weight: number): string =>
  `files/${name}-${subset.replace(/[[\]]/g, '')}-${weight}-normal.woff`;
