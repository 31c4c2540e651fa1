import { type CardRow, toPublicCard } from '#server/cards/cards/cards.ts';
import { readOwnMedia } from '#server/cards/media/read-media.ts';
import type { AppContext, VisitorContext } from '#server/context.ts';
import type { PreparedPage } from '#server/infra/http/page-cache/prepared-page.ts';
import { cardPicture } from '#server/pages/site/card-picture.ts';
import { PREVIEW_PHOTO_SIDE, previewLayout } from '#server/pages/site/preview-layout.ts';
import { guessHanLanguage } from '#server/sharing/drawing/guess-han-language.ts';

/** A card's link preview picture (Open Graph), as PNG; 404 for a card the requester may not see. */
export function previewImage(ctx: VisitorContext, id: string): Promise<PreparedPage> {
  return cardPicture(ctx, id, 'preview.png', (card) => paintPreview(ctx, card));
}

async function paintPreview(ctx: AppContext, row: CardRow): Promise<Buffer> {
  const card = toPublicCard(row);
  const layout = previewLayout(card, await readPhoto(ctx, row));
  return ctx.drawings.run('png', { ...layout, han: guessHanLanguage(card) }, requestFor(row));
}

const requestFor = (card: CardRow) =>
  ({ lane: 'page', key: card.id, name: 'the picture of this card' }) as const;

async function readPhoto(app: AppContext, card: CardRow): Promise<string | null> {
  const bytes = await readOwnMedia(app, card.profileImage);
  if (!bytes) return null;
  const crop = { bytes, side: PREVIEW_PHOTO_SIDE, type: 'png' } as const;
  const photo = await app.pictures.run('crop', crop, requestFor(card));
  return `data:image/png;base64,${photo.toString('base64')}`;
}
