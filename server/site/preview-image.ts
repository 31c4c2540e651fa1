import { type CardRow, toPublicCard } from '#server/cards/cards.ts';
import type { AppContext, VisitorContext } from '#server/context.ts';
import type { PreparedPage } from '#server/infra/http/prepared-page.ts';
import { readOwnMedia } from '#server/media/read-media.ts';
import { cardPicture } from '#server/site/card-picture.ts';
import { renderPreviewImage } from '#site/render.tsx';

const PHOTO_SIDE = 268;

/** A card's link preview picture (Open Graph), as PNG; 404 for a card the requester may not see. */
export function previewImage(ctx: VisitorContext, id: string): Promise<PreparedPage> {
  return cardPicture(ctx, id, 'preview.png', (card) => paint(ctx, card));
}

async function paint(ctx: AppContext, card: CardRow): Promise<Buffer> {
  const svg = renderPreviewImage({ card: toPublicCard(card), photo: await photoOf(ctx, card) });
  return ctx.pictures.run('draw', { svg }, requestFor(card));
}

const requestFor = (card: CardRow) =>
  ({ lane: 'page', key: card.id, name: 'the picture of this card' }) as const;

async function photoOf(app: AppContext, card: CardRow): Promise<string | null> {
  const bytes = await readOwnMedia(app, card.profileImage);
  if (!bytes) return null;
  const photo = await app.pictures.run('crop', { bytes, side: PHOTO_SIDE, type: 'png' }, requestFor(card));
  return `data:image/png;base64,${photo.toString('base64')}`;
}
