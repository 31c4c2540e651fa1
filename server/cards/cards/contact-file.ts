import { cardFile } from '#server/cards/cards/card-file.ts';
import type { CardRow } from '#server/cards/cards/cards.ts';
import { withFilePhones } from '#server/cards/cards/phones.ts';
import { readOwnMedia } from '#server/cards/media/read-media.ts';
import type { AppContext, VisitorContext } from '#server/context.ts';
import type { ById } from '#server/infra/http/by-id.ts';
import type { PageCache } from '#server/infra/http/page-cache/page-cache.ts';
import { SHARED_FOR_A_MOMENT } from '#server/infra/http/page-source.ts';
import type { PageBody } from '#server/infra/http/serve.ts';
import { toVcard } from '#shared/cards/card-vcard.ts';
import { cardEndpoints, type VcardQuery } from '#shared/cards/cards.ts';
import { contentDisposition, vcardFileName } from '#shared/formats/file-names.ts';
import { type VcardVersion, versionOf } from '#shared/formats/vcard.ts';

/** Phones give up early on contact files, so the photo is small. */
const PHOTO_SIDE = 240;

/** Lets cached files be found with and without a version parameter. */
export function keepContactFilesByVersion(pages: PageCache): void {
  pages.varyByQuery('/vcard', (query) => {
    const parsed = cardEndpoints.vcard.query.safeParse(Object.fromEntries(query));
    return parsed.success ? `version=${parsed.data.version}` : null;
  });
}

/** The contact file of a card (vCard 3.0, RFC 2426, or 4.0, RFC 6350), with its photo inside. */
export async function getVcard(
  ctx: VisitorContext,
  { params, query }: ById & { query: VcardQuery },
): Promise<PageBody> {
  const page = await cardFile(ctx, {
    cardId: params.id,
    key: `/api/cards/${params.id}/vcard?version=${query.version}`,
    share: 'contactFile',
    cacheControl: SHARED_FOR_A_MOMENT,
    make: async (card) => ({
      contentType: 'text/vcard; charset=utf-8',
      body: await writeVcard(ctx, card, versionOf(query.version)),
      headers: { 'content-disposition': contentDisposition(vcardFileName(card.fullName)) },
    }),
  });
  return { page };
}

async function writeVcard(ctx: VisitorContext, card: CardRow, version: VcardVersion): Promise<string> {
  const photoJpegBase64 = await readPhoto(ctx, card);
  return toVcard(withFilePhones(card), {
    url: `${ctx.requester.origin}/card/${card.id}`,
    revision: card.updatedAt.toISOString(),
    version,
    ...(photoJpegBase64 ? { photoJpegBase64 } : {}),
  });
}

async function readPhoto(app: AppContext, card: CardRow): Promise<string | null> {
  const bytes = await readOwnMedia(app, card.profileImage);
  if (!bytes) return null;
  const request = { lane: 'page', key: card.id, name: 'the photo of this card' } as const;
  const photo = await app.pictures.run('crop', { bytes, side: PHOTO_SIDE, type: 'jpeg' }, request);
  return photo.toString('base64');
}
