import jsQR from 'jsqr';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { computeContrast } from '#site/card/colors.ts';
import { firstOf } from '#test/thorough.ts';
import { drawQr, paintQr, QR_STYLES, type QrStyle } from './qr-art.ts';

const LINK = 'https://cards.example.com/card/h7Kp2mNqRs';

async function scan(svg: string, side: number): Promise<string | undefined> {
  const { data, info } = await sharp(Buffer.from(svg))
    .resize(side, side)
    .flatten({ background: '#ffffff' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data;
}

describe('the styles of a QR code', () => {
  it('are the four of the specification, each with its own gradient, dot and motion', () => {
    expect(QR_STYLES.map(({ name }) => name)).toEqual([
      'Professional Gold',
      'Elegant Charcoal',
      'Modern Gradient',
      'Executive Blue',
    ]);
    for (const part of ['from', 'dot', 'reveal'] as const) {
      expect(new Set(QR_STYLES.map((style) => style[part])).size).toBe(QR_STYLES.length);
    }
  });

  it.each(firstOf(QR_STYLES))(
    '$name can be scanned, from a large print down to a small screen',
    async (style) => {
      for (const side of [1024, 720, 300, 160]) expect(await scan(paintQr(LINK, style), side)).toBe(LINK);
    },
  );

  it.each(QR_STYLES)('$name is dark enough on white for any camera', (style: QrStyle) => {
    expect(computeContrast(style.from, '#ffffff')).toBeGreaterThanOrEqual(4.5);
    expect(computeContrast(style.to, '#ffffff')).toBeGreaterThanOrEqual(4.5);
  });

  it('moves only on request, and never for people who prefer less motion', () => {
    const [gold] = QR_STYLES;
    expect(paintQr(LINK, gold)).not.toContain('animation');
    expect(paintQr(LINK, gold, { isMoving: true })).toContain('prefers-reduced-motion:reduce');
  });

  it('is replaced by a placeholder if the text is too long for any code', async () => {
    const [gold] = QR_STYLES;
    expect(drawQr(LINK, gold).isPlaceholder).toBe(false);
    const { svg, isPlaceholder } = drawQr('x'.repeat(5_000), gold);
    expect(isPlaceholder).toBe(true);
    expect((await sharp(Buffer.from(svg)).metadata()).format).toBe('svg');
  });
});
