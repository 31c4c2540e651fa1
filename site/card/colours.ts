/** Readable text on any colour a user chose (WCAG 2.2, relative luminance and contrast ratio). */

const INK = '#1a1a1a';
const PAPER = '#ffffff';

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of two `#rrggbb` colours, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** Near-black or white, whichever reads better on `background`; never below 4.5:1. */
export const textOn = (background: string): string =>
  contrast(background, PAPER) >= contrast(background, INK) ? PAPER : INK;
