import { cardFile } from '#server/cards/cards/card-file.ts';
import type { CardRow } from '#server/cards/cards/cards.ts';
import { withFilePhones } from '#server/cards/cards/phones.ts';
import { readOwnMedia } from '#server/cards/media/read-media.ts';
import type { AppContext, VisitorContext } from '#server/context.ts';
import type { ById } from '#server/infra/http/by-id.ts';
import type { PageCache } from '#server/infra/http/page-cache/page-cache.ts';
import { type PreparedPage, preparePage } from '#server/infra/http/page-cache/prepared-page.ts';
import { redirectTo, SHARED_FOR_A_MOMENT } from '#server/infra/http/page-source.ts';
import { isNavigation } from '#server/infra/http/requester.ts';
import type { PageBody } from '#server/infra/http/serve.ts';
import { toVcard } from '#shared/cards/card-vcard.ts';
import { cardEndpoints, type VcardQuery } from '#shared/cards/cards.ts';
import { AppError } from '#shared/contract/errors.ts';
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

/**
 * The contact file of a card (vCard 3.0, RFC 2426, or 4.0, RFC 6350), with its photo inside. Where there is none, whoever
 * followed a link, as from another site, is led to the page that says so; others get 404.
 */
export async function getVcard(
  ctx: VisitorContext,
  { params, query }: ById & { query: VcardQuery },
): Promise<PageBody> {
  try {
    return { page: await findFile(ctx, params.id, query.version) };
  } catch (error) {
    const isMissing = error instanceof AppError && error.code === 'not_found';
    if (isMissing && isNavigation(ctx.requester))
      return { page: preparePage(redirectTo(`/card/${params.id}`)) };
    throw error;
  }
}

const findFile = (
  ctx: VisitorContext,
  cardId: string,
  version: VcardQuery['version'],
): Promise<PreparedPage> =>
  cardFile(ctx, {
    cardId,
    key: `/api/cards/${cardId}/vcard?version=${version}`,
    share: 'contactFile',
    cacheControl: SHARED_FOR_A_MOMENT,
    make: async (card) => ({
      contentType: 'text/vcard; charset=utf-8',
      body: await writeVcard(ctx, card, versionOf(version)),
      headers: { 'content-disposition': contentDisposition(vcardFileName(card.fullName)) },
    }),
  });

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
