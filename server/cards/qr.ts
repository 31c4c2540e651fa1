import { LRUCache } from 'lru-cache';
import { findVisibleCard, isPublic } from '#server/cards/cards.ts';
import type { VisitorContext } from '#server/context.ts';
import type { FileBody } from '#server/infra/http/serve.ts';
import { QUIET_ZONE, qrMatrix, qrSvg } from '#shared/qr.ts';

type ErrorCorrection = 'low' | 'medium' | 'quartile' | 'high';

/** Painting a PNG takes 14 ms and its bytes never change, so the latest are kept (32 MB). */
const painted = new LRUCache<string, Buffer>({
  maxSize: 32 * 1024 * 1024,
  sizeCalculation: (png) => png.length,
});

/** What only the owner may see of a paused card, no cache between may keep. */
const headersFor = (isForAll: boolean) => ({
  'cache-control': isForAll ? 'public, max-age=3600, s-maxage=30' : 'no-store',
});

interface QrInput {
  params: { id: string };
  query: { errorCorrection: ErrorCorrection };
}

export async function getQrSvg(ctx: VisitorContext, { params, query }: QrInput): Promise<FileBody> {
  const { card, owner } = await findVisibleCard(ctx, params.id);
  const headers = headersFor(isPublic(card, owner));
  return { body: qrSvg(`${ctx.asker.origin}/card/${card.id}`, query), headers };
}

/** `size` is the side in pixels, quiet zone included. */
export async function getQrPng(
  ctx: VisitorContext,
  { params, query }: QrInput & { query: { size: number } },
): Promise<FileBody> {
  const { card, owner } = await findVisibleCard(ctx, params.id);
  const headers = headersFor(isPublic(card, owner));
  const link = `${ctx.asker.origin}/card/${card.id}`;
  const key = `${link} ${query.errorCorrection} ${query.size}`;
  const known = painted.get(key);
  if (known) return { body: known, headers };
  const { pixels, side } = pixelsOf(qrMatrix(link, query.errorCorrection), query.size);
  const request = { lane: 'page', key: card.id, name: 'this QR code' } as const;
  const png = await ctx.pictures.run('paint', { pixels, side }, request);
  painted.set(key, png);
  return { body: png, headers };
}

/** Every module the same whole number of pixels wide, so that it prints sharp; what is left over widens the quiet zone. */
function pixelsOf(matrix: boolean[][], size: number): { pixels: Buffer; side: number } {
  const modules = matrix.length + 2 * QUIET_ZONE;
  const scale = Math.max(1, Math.floor(size / modules));
  const side = Math.max(size, modules);
  const start = Math.floor((side - scale * matrix.length) / 2);
  const pixels = Buffer.alloc(side * side, 0xff);
  for (let y = 0; y < matrix.length * scale; y += 1) {
    const row = matrix[Math.floor(y / scale)] ?? [];
    const at = (start + y) * side + start;
    row.forEach((isDark, x) => {
      if (isDark) pixels.fill(0x1a, at + x * scale, at + (x + 1) * scale);
    });
  }
  return { pixels, side };
}
