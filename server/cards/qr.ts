import { LRUCache } from 'lru-cache';
import sharp from 'sharp';
import { findVisibleCard } from '#server/cards/cards.ts';
import type { VisitorContext } from '#server/context.ts';
import type { FileBody } from '#server/infra/http/serve.ts';
import { qrSvg } from '#shared/qr.ts';

type ErrorCorrection = 'low' | 'medium' | 'quartile' | 'high';

/** Painting a PNG takes 14 ms and its bytes never change, so the latest are kept (32 MB). */
const painted = new LRUCache<string, Buffer>({
  maxSize: 32 * 1024 * 1024,
  sizeCalculation: (png) => png.length,
});

const HEADERS = { 'cache-control': 'public, max-age=3600', 'x-content-type-options': 'nosniff' };

interface QrInput {
  params: { id: string };
  query: { errorCorrection: ErrorCorrection };
}

export async function getQrSvg(ctx: VisitorContext, { params, query }: QrInput): Promise<FileBody> {
  const { card } = await findVisibleCard(ctx, params.id);
  return { body: qrSvg(`${ctx.asker.origin}/card/${card.id}`, query), headers: HEADERS };
}

/** `size` is the side in pixels, quiet zone included. */
export async function getQrPng(
  ctx: VisitorContext,
  { params, query }: QrInput & { query: { size: number } },
): Promise<FileBody> {
  const { card } = await findVisibleCard(ctx, params.id);
  const link = `${ctx.asker.origin}/card/${card.id}`;
  const key = `${link} ${query.errorCorrection} ${query.size}`;
  const known = painted.get(key);
  if (known) return { body: known, headers: HEADERS };
  const svg = Buffer.from(qrSvg(link, { errorCorrection: query.errorCorrection }));
  const png = await sharp(svg, { density: 300 })
    .resize(query.size, query.size, { kernel: 'nearest' })
    .png({ palette: true, colours: 2 })
    .toBuffer();
  painted.set(key, png);
  return { body: png, headers: HEADERS };
}
