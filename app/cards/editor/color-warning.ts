import { computeContrast } from '#site/card/colors.ts';

/** Minimum contrast of large text (WCAG 2.2, success criterion 1.4.3) and of meaningful shapes (1.4.11). */
const RATIO = 3;
const TEXTS = ['#ffffff', '#1a1a1a'];
const CARD_SURFACE = '#ffffff';

const isHex = (color: string) => /^#[0-9a-f]{6}$/i.test(color);

/**
 * One sentence about what is hard to read with a pair of card colors, or null if nothing is. A header runs from one
 * color to the other, so its text must be readable on both.
 */
export function colorWarning(primary: string, secondary: string): string | null {
  if (!isHex(primary) || !isHex(secondary)) return null;
  const onBoth = Math.max(
    ...TEXTS.map((text) => Math.min(computeContrast(text, primary), computeContrast(text, secondary))),
  );
  if (onBoth < RATIO) {
    return 'These two colors are hard to read together. Try two that are both light or both dark.';
  }
  const onSurface = computeContrast(primary, CARD_SURFACE);
  if (onSurface < RATIO) {
    return 'We’ll darken your primary color for lines and icons so it shows on white.';
  }
  return null;
}
