import { cardFile } from '#server/cards/cards/card-file.ts';
import type { VisitorContext } from '#server/context.ts';
import type { ById } from '#server/infra/http/by-id.ts';
import type { PageCache } from '#server/infra/http/page-cache/page-cache.ts';
import type { PageBody } from '#server/infra/http/serve.ts';
import { paintCode } from '#server/sharing/code/paint-code.ts';
import { cardEndpoints } from '#shared/cards/cards.ts';
import { linkVia } from '#shared/sharing/share-links.ts';
import { type ErrorCorrection, qrMatrix, qrSvg } from '#site/qr/qr.ts';

interface SvgInput extends ById {
  query: { errorCorrection: ErrorCorrection; via?: 'embed' | undefined };
}
interface PngInput extends ById {
  query: { errorCorrection: ErrorCorrection; size: number };
}

const CACHE_CONTROL = 'public, max-age=3600, s-maxage=30';

/** The parameters in canonical form, the cache key of a code. */
const svgQuery = ({ errorCorrection, via }: SvgInput['query']) =>
  `errorCorrection=${errorCorrection}${via ? `&via=${via}` : ''}`;
const pngQuery = ({ errorCorrection, size }: PngInput['query']) =>
  `errorCorrection=${errorCorrection}&size=${size}`;

/** Lets cached codes be found however their parameters are written. */
export function keepCodesByQuery(pages: PageCache): void {
  pages.varyByQuery('/qr.svg', (query) => {
    const parsed = cardEndpoints.qrSvg.query.safeParse(Object.fromEntries(query));
    return parsed.success ? svgQuery(parsed.data) : null;
  });
  pages.varyByQuery('/qr.png', (query) => {
    const parsed = cardEndpoints.qrPng.query.safeParse(Object.fromEntries(query));
    return parsed.success ? pngQuery(parsed.data) : null;
  });
}

const linkOf = (origin: string, id: string, via: 'embed' | undefined) =>
  via ? linkVia(origin, id, via) : `${origin}/card/${id}`;

export async function getQrSvg(ctx: VisitorContext, { params, query }: SvgInput): Promise<PageBody> {
  const page = await cardFile(ctx, {
    cardId: params.id,
    key: `/api/cards/${params.id}/qr.svg?${svgQuery(query)}`,
    share: 'code',
    cacheControl: CACHE_CONTROL,
    make: async ({ id }) => ({
      contentType: 'image/svg+xml',
      body: qrSvg(linkOf(ctx.requester.origin, id, query.via), query),
    }),
  });
  return { page };
}

/** `size` is the side in pixels, including the quiet zone. */
export async function getQrPng(ctx: VisitorContext, { params, query }: PngInput): Promise<PageBody> {
  const page = await cardFile(ctx, {
    cardId: params.id,
    key: `/api/cards/${params.id}/qr.png?${pngQuery(query)}`,
    share: 'code',
    cacheControl: CACHE_CONTROL,
    make: async ({ id }) => ({
      contentType: 'image/png',
      body: await paintCode(
        qrMatrix(`${ctx.requester.origin}/card/${id}`, query.errorCorrection),
        query.size,
      ),
    }),
  });
  return { page };
}
