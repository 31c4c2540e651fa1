import { LRUCache } from 'lru-cache';
import { type CardRow, findVisibleCard, isPublic, toPublicCard } from '#server/cards/cards.ts';
import type { App, VisitorContext } from '#server/context.ts';
import { readBlob } from '#server/media/read-media.ts';
import { NOT_KEPT } from '#server/site/page-source.ts';
import { isOwnMedia } from '#shared/media-rules.ts';
import { renderPreviewImage } from '#site/render.tsx';

/** Painting takes a tenth of a second, and a link that is shared is read by many networks at once (16 MB). */
const painted = new LRUCache<string, Buffer>({
  maxSize: 16 * 1024 * 1024,
  sizeCalculation: (png) => png.length,
});

const PHOTO_SIDE = 268;

/** The picture of a card for link previews (Open Graph), as PNG; 404 for a card the asker may not see. */
export async function previewImage(
  ctx: VisitorContext,
  id: string,
): Promise<{ png: Buffer; cacheControl: string }> {
  const { card, owner } = await findVisibleCard(ctx, id);
  // The address changes with the card, see the page's Open Graph tags; a hidden card goes from caches like its page.
  const cacheControl = isPublic(card, owner) ? 'public, max-age=86400, s-maxage=30' : NOT_KEPT;
  return { png: await paint(ctx, card), cacheControl };
}

async function paint(ctx: App, card: CardRow): Promise<Buffer> {
  const key = `${card.id} ${card.updatedAt.getTime()}`;
  const known = painted.get(key);
  if (known) return known;
  const svg = renderPreviewImage({ card: toPublicCard(card), photo: await photoOf(ctx, card) });
  const png = await ctx.pictures.run('draw', { svg }, requestFor(card));
  painted.set(key, png);
  return png;
}

const requestFor = (card: CardRow) =>
  ({ lane: 'page', key: card.id, name: 'the picture of this card' }) as const;

async function photoOf(app: App, card: CardRow): Promise<string | null> {
  if (!card.profileImage || !isOwnMedia(card.profileImage)) return null;
  const bytes = await readBlob(app, card.profileImage.slice('/media/'.length));
  if (!bytes) return null;
  const photo = await app.pictures.run('crop', { bytes, side: PHOTO_SIDE, type: 'png' }, requestFor(card));
  return `data:image/png;base64,${photo.toString('base64')}`;
}
