import { cardFile } from '#server/cards/card-file.ts';
import { type CardRow, toPublicCard } from '#server/cards/cards.ts';
import type { VisitorContext } from '#server/context.ts';
import type { PreparedPage } from '#server/infra/http/prepared-page.ts';
import { readOwnMedia } from '#server/media/read-media.ts';
import { TOUCH_ICON_SIDE } from '#site/card/TouchIcon.tsx';
import { renderTouchIcon } from '#site/render.tsx';

/** The owner's photo, or initials, for the home screens of visitors, as PNG; 404 for a card the asker may not see. */
export function touchIcon(ctx: VisitorContext, id: string): Promise<PreparedPage> {
  return cardFile(ctx, {
    cardId: id,
    key: `/card/${id}/icon.png`,
    share: 'preview',
    // The address changes with the card; a hidden card goes from caches like its page.
    cacheControl: 'public, max-age=86400, s-maxage=30',
    make: async (card) => ({ contentType: 'image/png', body: await paint(ctx, card) }),
  });
}

async function paint(ctx: VisitorContext, card: CardRow): Promise<Buffer> {
  const request = { lane: 'page', key: card.id, name: 'the icon of this card' } as const;
  const bytes = await readOwnMedia(ctx, card.profileImage);
  if (bytes) return ctx.pictures.run('crop', { bytes, side: TOUCH_ICON_SIDE, type: 'icon' }, request);
  return ctx.pictures.run('draw', { svg: renderTouchIcon({ card: toPublicCard(card) }) }, request);
}
