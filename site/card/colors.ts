/**
 * Readable text on any colors a user chooses (WCAG 2.2: relative luminance and contrast ratio). Colors are `#rrggbb`.
 */

/** The minimum contrast for text in WCAG 2.2 AA. */
export const READABLE = 4.5;

export const WHITE = '#ffffff';
export const INK = '#1a1a1a';
const BLACK = '#000000';

/** Above this contrast, white is close enough that the fill is adjusted rather than the text. */
const NEARLY_READABLE = 3;
const STEP = 1 / 32;

const channelsOf = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

function computeLuminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(hex).map((value) => {
    const channel = value / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of two colors, 1 to 21. */
export function computeContrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [computeLuminance(one), computeLuminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const hexOf = (channels: number[]) =>
  `#${channels.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;

/** Moves by `share` (0 to 1) from one color to the other, as CSS gradients do in sRGB. */
export function mixColors(from: string, to: string, share: number): string {
  const target = channelsOf(to);
  return hexOf(channelsOf(from).map((value, index) => value + ((target[index] ?? 0) - value) * share));
}

const isReadable = (text: string, grounds: string[]) =>
  grounds.every((ground) => computeContrast(text, ground) >= READABLE);

/** `color` moved towards `goal` until `holds` is true; `goal` itself if it never is before. */
function moveUntil(color: string, goal: string, holds: (moved: string) => boolean): string {
  for (let share = 0; share < 1; share += STEP) {
    const moved = share === 0 ? color : mixColors(color, goal, share);
    if (holds(moved)) return moved;
  }
  return goal;
}

/** `color` moved towards black until `holds` is true; black itself if it never is before. */
export const darkenUntil = (color: string, holds: (moved: string) => boolean): string =>
  moveUntil(color, BLACK, holds);

/** Below this brightness, of 255, a color looks black: the less of it there is, the less of its hue. */
const HUED = 64;

/** The brightest of its hue and saturation; black, which has none, stays. */
function brighten(color: string): string {
  const channels = channelsOf(color);
  const most = Math.max(...channels);
  const hue = Math.min(1, most / HUED);
  return most === 0 ? color : hexOf(channels.map((value) => (1 + (value / most - 1) * hue) * 255));
}

/** `color` lightened until `holds` is true: with all of its color as far as that goes, then by moving it towards `ink`. */
export const lightenUntil = (color: string, ink: string, holds: (moved: string) => boolean): string =>
  moveUntil(moveUntil(color, brighten(color), holds), ink, holds);

const darkenForWhite = (fill: string) => darkenUntil(fill, (moved) => isReadable(WHITE, [moved]));

/**
 * A color for text or icons on all of `grounds`: moved as little as needed towards `ink`, which must be readable there; to
 * a lighter one by way of its own brightest tone.
 */
export function asInk(color: string, ink: string, grounds: string[]): string {
  const move = computeLuminance(color) < computeLuminance(ink) ? lightenUntil : moveUntil;
  return move(color, ink, (moved) => isReadable(moved, grounds));
}

export interface Fill {
  fill: string;
  /** The text color on it. */
  on: string;
}

/**
 * A solid fill with its text: white where white nearly reads (the fill is then darkened a little), otherwise
 * near-black.
 */
export function asFill(color: string): Fill {
  if (computeContrast(color, WHITE) >= NEARLY_READABLE) return { fill: darkenForWhite(color), on: WHITE };
  return { fill: color, on: INK };
}

export interface Blend {
  from: string;
  to: string;
  on: string;
}

/**
 * A gradient of two colors with text that is readable at both ends and everywhere in between. Between the ends,
 * luminance never exceeds that of the lighter end but can fall below both: white is safe if it is at the ends, ink is
 * sampled along the way.
 */
export function asBlend(one: string, other: string): Blend {
  const isLight = [one, other].every((end) => computeContrast(end, WHITE) < NEARLY_READABLE);
  const samples = Array.from({ length: 33 }, (_, index) => mixColors(one, other, index / 32));
  if (isLight && isReadable(INK, samples)) return { from: one, to: other, on: INK };
  return { from: darkenForWhite(one), to: darkenForWhite(other), on: WHITE };
}
