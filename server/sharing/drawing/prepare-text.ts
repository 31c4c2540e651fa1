import { splitGraphemes } from '#server/infra/graphemes.ts';
import type { Emoji } from './emoji.ts';
import type { FontManner, Fonts, FoundFont } from './fonts.ts';

/**
 * Makes a text drawable: every character of the result has a glyph or is a drawing, so that no box for a missing glyph
 * ever shows.
 */

export interface PreparedText {
  text: string;
  /** In the order in which they are asked for a character. */
  fonts: FoundFont[];
  /** SVG by grapheme. */
  emoji: Map<string, string>;
}

/** A longer text is cut: no layout shows as much. */
const GRAPHEMES_MAX = 400;
/** Marks on one letter; more of them are a prank. Some Thai and Hebrew letters carry four. */
const MARKS_MAX = 4;
/** The sign of Japanese printers for a character that is not at hand. */
const GETA = '〓';

const isEmoji = (grapheme: string) =>
  /\p{Emoji_Presentation}|\p{Extended_Pictographic}\u{fe0f}|\p{Regional_Indicator}|\u{20e3}/u.test(
    grapheme,
  ) || /^\p{Emoji}\u{fe0f}/u.test(grapheme);
const couldBeEmoji = (grapheme: string) => /\p{Extended_Pictographic}/u.test(grapheme);
/** Joiners shape the letters around them, and have no glyph of their own. */
const isUnseen = (letter: string) => /\p{Default_Ignorable_Code_Point}/u.test(letter);
const isSurrogate = (letter: string) => letter.length > 1;
const codeOf = (letter: string) => letter.codePointAt(0) ?? 0;

/** Without controls, private characters and lone surrogates; every space is one plain space. */
function cleanForDrawing(text: string): string {
  return text
    .slice(0, GRAPHEMES_MAX * 30)
    .normalize('NFC')
    .replace(/[\s\p{Z}\p{Cc}]+/gu, ' ')
    .replace(/(?!\u{200c}|\u{200d}|[\u{e0020}-\u{e007f}])[\p{Cf}\p{Co}\p{Cs}\p{Cn}]/gu, '')
    .replace(new RegExp(`(\\p{Mn}{${MARKS_MAX}})\\p{Mn}+`, 'gu'), '$1')
    .trim();
}

export function prepareText(text: string, manner: FontManner, means: { fonts: Fonts; emoji: Emoji }) {
  const once = prepareOnce(cleanForDrawing(text), manner, means);
  // Removing a character may join its neighbors to another grapheme.
  return prepareOnce(once.text, manner, means);
}

function prepareOnce(
  text: string,
  manner: FontManner,
  { fonts, emoji }: { fonts: Fonts; emoji: Emoji },
): PreparedText {
  const base = fonts.base(manner);
  const used = new Map([[base.font.name, base]]);
  const drawings = new Map<string, string>();
  /** Satori remembers a character's font by the first of its two UTF-16 units. */
  const bySurrogate = new Map<number, FoundFont>();

  const asText = (grapheme: string): string | null => {
    const letters = [...grapheme.replace(/[\u{fe00}-\u{fe0f}]/gu, '')];
    const [first] = letters;
    const found = first === undefined ? undefined : fonts.find(codeOf(first), manner);
    if (first === undefined || !found) return null;
    if (isSurrogate(first)) {
      const known = bySurrogate.get(first.charCodeAt(0)) ?? found;
      if (known.font !== found.font && !known.font.has(codeOf(first))) return null;
      bySurrogate.set(first.charCodeAt(0), known);
    }
    used.set(found.font.name, found);
    return letters.filter((letter) => isUnseen(letter) || found.font.has(codeOf(letter))).join('');
  };
  const draw = (grapheme: string): string => {
    if (isEmoji(grapheme)) return asEmoji(grapheme) ?? asText(grapheme) ?? '';
    const written = asText(grapheme) ?? (couldBeEmoji(grapheme) ? asEmoji(grapheme) : null);
    if (written !== null) return written;
    const simpler = grapheme.normalize('NFKC');
    if (simpler !== grapheme) return [...simpler].map((letter) => asText(letter) ?? '').join('');
    if (/\p{Script=Han}/u.test(grapheme)) return asText(GETA) ?? '';
    return '';
  };
  const asEmoji = (grapheme: string): string | null => {
    const svg = emoji.find(grapheme);
    if (svg) drawings.set(grapheme, svg);
    return svg ? grapheme : null;
  };

  const graphemes: string[] = [];
  for (const grapheme of splitGraphemes(text)) {
    if (graphemes.length === GRAPHEMES_MAX) break;
    graphemes.push(draw(grapheme));
  }
  const inOrder = [...used.values()].sort((a, b) => a.place - b.place);
  return { text: graphemes.join('').trim(), fonts: inOrder, emoji: drawings };
}

const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** By its first letter, as browsers decide with `dir="auto"`. */
export function isRightToLeft(text: string): boolean {
  const [first] = /\p{L}/u.exec(text) ?? [];
  return first !== undefined && RIGHT_TO_LEFT.test(first);
}

/** Scripts whose letters stand taller than Latin ones, or carry marks above and below. */
const TALL =
  /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Bengali}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Tamil}\p{Script=Telugu}]/u;

export const isTall = (text: string): boolean => TALL.test(text);

export const isCursive = (text: string): boolean => /[\p{Script=Arabic}\p{Script=Syriac}]/u.test(text);
