import fs from 'node:fs';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import { drawingAssets } from './drawing-assets.ts';
import { flipOffsets } from './flip-offsets.ts';
import {
  type FontPackage,
  fontFile,
  HAN,
  type HanLanguage,
  SANS,
  SCRIPTS,
  SERIF,
  SYMBOLS,
} from './font-list.ts';
import { readCodePoints, unpackWoff } from './sfnt.ts';

/** The fonts of a drawing process: each subset is read when one of its characters is first drawn. */

/** Bytes of font files kept in memory; satori keeps what it parsed as long as we keep the file. */
const CACHE_BYTES = 24 * 1024 * 1024;
const LATIN_LETTER = 0x61;
/** More than any package has. */
const SUBSETS_MAX = 1000;

export interface Font {
  /** Unique, as "noto-sans-jp [3] 700". */
  name: string;
  weight: number;
  data: ArrayBuffer;
  has(codePoint: number): boolean;
}

export interface FontManner {
  family: 'sans' | 'serif';
  weight: number;
  han: HanLanguage;
}

export interface FoundFont {
  font: Font;
  /** Its place among all fonts: an earlier one is asked first for a character. */
  place: number;
}

/** First and last code point. */
type Range = readonly [number, number];
interface Subset {
  name: string;
  ranges: Range[];
}

export interface Fonts {
  /** The first font that has this code point, in the nearest weight that we ship. */
  find(codePoint: number, manner: FontManner): FoundFont | undefined;
  /** The font that lines are measured by. */
  base(manner: FontManner): FoundFont;
}

function readSubsets(folder: string, { name, subsets }: FontPackage): Subset[] {
  const file = path.join(folder, name, 'unicode.json');
  const listed = JSON.parse(fs.readFileSync(file, 'utf8')) as Record<string, string>;
  return (
    Object.entries(listed)
      .filter(([subset]) => subsets.test(subset))
      .map(([subset, ranges]) => ({ name: subset, ranges: ranges.split(',').map(readRange) }))
      // Latin first: the first font sets the height of a line.
      .sort((a, b) => Number(b.name === 'latin') - Number(a.name === 'latin'))
  );
}

/** "U+0301" or "U+0400-045F". */
function readRange(text: string): Range {
  const [first = '', last = first] = text.trim().replace('U+', '').split('-');
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
}

const isListed = ({ ranges }: Subset, codePoint: number) =>
  ranges.some(([first, last]) => codePoint >= first && codePoint <= last);

const findNearest = (weights: readonly number[], weight: number) =>
  weights.reduce((best, one) => (Math.abs(one - weight) < Math.abs(best - weight) ? one : best));

export function openFonts(): Fonts {
  const folder = drawingAssets('fonts');
  const subsetsOf = new Map<string, Subset[]>();
  const loaded = new LRUCache<string, Font>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ data }) => data.byteLength,
  });

  const listOf = (fontPackage: FontPackage) => {
    const known = subsetsOf.get(fontPackage.name) ?? readSubsets(folder, fontPackage);
    subsetsOf.set(fontPackage.name, known);
    return known;
  };
  const load = (fontPackage: FontPackage, subset: Subset, weight: number): Font => {
    const name = `${fontPackage.name} ${subset.name} ${weight}`;
    const known = loaded.get(name);
    if (known) return known;
    const file = path.join(fontPackage.name, fontFile(fontPackage.name, subset.name, weight));
    const data = unpackWoff(fs.readFileSync(path.join(folder, file)));
    flipOffsets(data);
    const codePoints = readCodePoints(data);
    const font = { name, weight, data, has: (codePoint: number) => codePoints.has(codePoint) };
    loaded.set(name, font);
    return font;
  };
  const orderOf = ({ family, han }: FontManner): FontPackage[] => {
    const languages = [HAN[han], ...Object.values(HAN).filter((one) => one !== HAN[han])];
    return [...(family === 'serif' ? [SERIF] : []), SANS, ...SCRIPTS, ...languages, ...SYMBOLS];
  };
  const find = (codePoint: number, manner: FontManner): FoundFont | undefined => {
    for (const [index, fontPackage] of orderOf(manner).entries()) {
      for (const [at, subset] of listOf(fontPackage).entries()) {
        if (!isListed(subset, codePoint)) continue;
        const font = load(fontPackage, subset, findNearest(fontPackage.weights, manner.weight));
        if (font.has(codePoint)) return { font, place: index * SUBSETS_MAX + at };
      }
    }
    return undefined;
  };

  return {
    find,
    base(manner) {
      const found = find(LATIN_LETTER, manner);
      if (!found) throw new Error('The fonts have no Latin letters.');
      return found;
    },
  };
}
