import { findCard } from '#server/cards/cards/cards.ts';
import { ownDrawing } from '#server/cards/cards/own-drawing.ts';
import type { UserContext } from '#server/context.ts';
import type { ById } from '#server/infra/http/by-id.ts';
import { codePaint, codeText } from '#server/sharing/code/code-content.ts';
import type { CodeColors, CodeLook } from '#shared/cards/cards.ts';
import { AppError } from '#shared/contract/errors.ts';
import { computeContrast, darkenUntil, WHITE } from '#site/card/colors.ts';
import { paintQr, QR_STYLES, type QrPaint, type QrStyle } from '#site/qr/qr-art.ts';

/**
 * Own colors of a code: used only if a decoder reads the very image in them. Contrast alone says nothing about
 * pictures, dots and size; decoding in the browser would take 130 KB of script, and the server would have to decide
 * anyway.
 */

/**
 * Contrasts with the light ground to try, up to black. The first leaves 70 % between light and dark, which is grade A
 * for symbol contrast (ISO/IEC 15415, 7.8.3).
 */
const CONTRASTS = [3, 3.75, 4.5, 5.5, 7, 10, 21];

/** The look of a code: one of the styles, in its own colors or in others. */
export function codeStyle({ style, from, to }: Pick<CodeLook, 'style' | 'from' | 'to'>): QrStyle {
  const found = QR_STYLES.find(({ id }) => id === style) ?? PLAIN;
  return from && to ? { ...found, from, to } : found;
}

/** Without a style but with something that needs one. */
const PLAIN = { ...QR_STYLES[1], from: '#1a1a1a', to: '#1a1a1a' } satisfies QrStyle;

const isDark = (color: string, least: number) => computeContrast(color, WHITE) >= least;

/** Those asked for if the code can be scanned, otherwise the same, darkened as little as it takes. */
async function nearestColors(
  ctx: UserContext,
  text: string,
  look: CodeLook & { from: string; to: string },
  paint: QrPaint,
): Promise<CodeColors> {
  for (const least of CONTRASTS) {
    const [from, to] = [look.from, look.to].map((color) =>
      darkenUntil(color, (darker) => isDark(darker, least)),
    ) as [string, string];
    const svg = paintQr(text, codeStyle({ ...look, from, to }), paint);
    const isSmall = look.contains === 'link';
    if (await ctx.pictures.run('scan', { svg, text, isSmall }, ownDrawing(ctx, 'this QR code'))) {
      return { canBeScanned: from === look.from && to === look.to, from, to };
    }
  }
  throw new AppError('invalid', 'This code won’t scan. Choose another style.');
}

/** Refuses colors in which the code could not be scanned with 422, and names those that could. */
export async function requireScannable(
  ctx: UserContext,
  text: string,
  look: CodeLook,
  paint: QrPaint,
): Promise<void> {
  const { from, to } = look;
  if (!from || !to) return;
  const nearest = await nearestColors(ctx, text, { ...look, from, to }, paint);
  if (nearest.canBeScanned) return;
  throw new AppError('invalid', `These colors won’t scan reliably. Try ${nearest.from} and ${nearest.to}.`, {
    fields: { from: `Try ${nearest.from}`, to: `Try ${nearest.to}` },
  });
}

export async function getCodeColors(
  ctx: UserContext,
  { params, query }: ById & { query: CodeLook },
): Promise<CodeColors> {
  const { card } = await findCard(ctx, 'share', params.id);
  const { from, to } = codeStyle(query);
  const { paint } = await codePaint(ctx, card, query);
  return nearestColors(ctx, codeText(ctx, card, query.contains), { ...query, from, to }, paint);
}
