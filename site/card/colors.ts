/** Readable text on any colors a user chose (WCAG 2.2: relative luminance and contrast ratio). Colors are `#rrggbb`. */

/** The least contrast of text that WCAG 2.2 AA asks for. */
export const READABLE = 4.5;

export const WHITE = '#ffffff';
export const INK = '#1a1a1a';
const BLACK = '#000000';

/** From this contrast on, white is close enough that the fill gives way rather than the text. */
const NEARLY_READABLE = 3;
const STEP = 1 / 32;

const channelsOf = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(hex).map((value) => {
    const channel = value / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of two colors, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** `share` of the way from one color to another, as CSS gradients go in sRGB. */
export function mix(from: string, to: string, share: number): string {
  const target = channelsOf(to);
  const mixed = channelsOf(from).map((value, index) => value + ((target[index] ?? 0) - value) * share);
  return `#${mixed.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;
}

const isReadable = (text: string, grounds: string[]) =>
  grounds.every((ground) => contrast(text, ground) >= READABLE);

/** `color` moved towards `goal` until it holds; `goal` itself when nothing before it does. */
function moveUntil(color: string, goal: string, holds: (moved: string) => boolean): string {
  for (let share = 0; share < 1; share += STEP) {
    const moved = mix(color, goal, share);
    if (holds(moved)) return moved;
  }
  return goal;
}

const darkenFor = (text: string, fill: string) =>
  moveUntil(fill, BLACK, (moved) => isReadable(text, [moved]));

/** A color as text or as an icon on all of `grounds`: moved towards `ink`, which must be readable there, as little as it takes. */
export const asInk = (color: string, ink: string, grounds: string[]): string =>
  moveUntil(color, ink, (moved) => isReadable(moved, grounds));

export interface Fill {
  fill: string;
  /** Text on it. */
  on: string;
}

/** A solid surface of a color with its text: white where white nearly reads (the fill then darkens a little), else near-black. */
export function asFill(color: string): Fill {
  if (contrast(color, WHITE) >= NEARLY_READABLE) return { fill: darkenFor(WHITE, color), on: WHITE };
  return { fill: color, on: INK };
}

export interface Blend {
  from: string;
  to: string;
  on: string;
}

/**
 * A gradient of two colors with text that reads on both ends and everywhere between. Between two ends luminance is
 * never higher than at the lighter one, but can be lower than at both: white is safe when the ends are, ink is sampled.
 */
export function asBlend(one: string, other: string): Blend {
  const isLight = [one, other].every((end) => contrast(end, WHITE) < NEARLY_READABLE);
  const samples = Array.from({ length: 33 }, (_, index) => mix(one, other, index / 32));
  if (isLight && isReadable(INK, samples)) return { from: one, to: other, on: INK };
  return { from: darkenFor(WHITE, one), to: darkenFor(WHITE, other), on: WHITE };
}
