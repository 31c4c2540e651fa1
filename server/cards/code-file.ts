import { findCard } from '#server/cards/cards.ts';
import { paintCode } from '#server/cards/paint-code.ts';
import type { UserContext } from '#server/context.ts';
import type { FileBody } from '#server/infra/http/serve.ts';
import { subscriberOf } from '#server/infra/network.ts';
import type { QR_STYLE_IDS } from '#shared/constants.ts';
import { contentDisposition, qrFileName } from '#shared/file-names.ts';
import { qrMatrix } from '#site/qr/qr.ts';
import { paintQr, QR_STYLES } from '#site/qr/qr-art.ts';

interface CodeInput {
  params: { id: string };
  query: { style?: (typeof QR_STYLE_IDS)[number] | undefined; size: number };
}

/** A card's QR code as a download for its owner. `size` is the side in pixels, including the quiet zone. */
export async function getCodeFile(ctx: UserContext, { params, query }: CodeInput): Promise<FileBody> {
  await ctx.limits.take('cardFile', subscriberOf(ctx.requester.address));
  const { card } = await findCard(ctx, 'export', params.id);
  const link = `${ctx.requester.origin}/card/${card.id}`;
  const style = QR_STYLES.find(({ id }) => id === query.style);
  return {
    body: style
      ? await drawCode(ctx, paintQr(link, style), query.size)
      : await paintCode(qrMatrix(link), query.size),
    headers: { 'content-disposition': contentDisposition(qrFileName(card.fullName)) },
  };
}

/** One at a time per owner, in a separate process. */
function drawCode(ctx: UserContext, svg: string, size: number): Promise<Buffer> {
  const sized = svg.replace('<svg ', `<svg width="${size}" height="${size}" `);
  return ctx.pictures.run('draw', { svg: sized }, { lane: 'upload', key: ctx.user.id, name: 'this QR code' });
}
