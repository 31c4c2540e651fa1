import { type CardRow, findVisibleCard, toPublicCard } from '#server/cards/cards.ts';
import type { App, VisitorContext } from '#server/context.ts';
import type { FileBody } from '#server/infra/http/serve.ts';
import { readBlob } from '#server/media/read-media.ts';
import { contentDisposition, vcardFileName } from '#shared/file-names.ts';
import { isOwnMedia } from '#shared/media-rules.ts';
import { toVcard } from '#shared/vcard.ts';

/** Contact files are read by phones with little patience: the photo is small. */
const PHOTO_SIDE = 240;

/** The contact file of a card (vCard 3.0, RFC 2426), with its photo inside. */
export async function getVcard(
  ctx: VisitorContext,
  { params }: { params: { id: string } },
): Promise<FileBody> {
  const { card } = await findVisibleCard(ctx, params.id);
  const photoJpegBase64 = await photoOf(ctx, card);
  const body = toVcard(toPublicCard(card), {
    url: `${ctx.asker.origin}/card/${card.id}`,
    revision: card.updatedAt.toISOString(),
    ...(photoJpegBase64 ? { photoJpegBase64 } : {}),
  });
  return {
    body,
    type: 'text/vcard; charset=utf-8',
    headers: { 'content-disposition': contentDisposition(vcardFileName(card.fullName)) },
  };
}

async function photoOf(app: App, card: CardRow): Promise<string | null> {
  if (!card.profileImage || !isOwnMedia(card.profileImage)) return null;
  const bytes = await readBlob(app, card.profileImage.slice('/media/'.length));
  if (!bytes) return null;
  const request = { lane: 'page', key: card.id, name: 'the photo of this card' } as const;
  const photo = await app.pictures.run('crop', { bytes, side: PHOTO_SIDE, type: 'jpeg' }, request);
  return photo.toString('base64');
}
