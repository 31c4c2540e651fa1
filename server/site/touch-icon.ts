import { type CardRow, toPublicCard } from '#server/cards/cards.ts';
import type { VisitorContext } from '#server/context.ts';
import type { PreparedPage } from '#server/infra/http/prepared-page.ts';
import { readOwnMedia } from '#server/media/read-media.ts';
import { cardPicture } from '#server/site/card-picture.ts';
import { TOUCH_ICON_SIDE } from '#site/card/TouchIcon.tsx';
import { renderTouchIcon } from '#site/render.tsx';

/** The owner's photo or initials as PNG, for visitors' home screens; 404 for a card the requester may not see. */
export function touchIcon(ctx: VisitorContext, id: string): Promise<PreparedPage> {
  return cardPicture(ctx, id, 'icon.png', (card) => paint(ctx, card));
}

async function paint(ctx: VisitorContext, card: CardRow): Promise<Buffer> {
  const request = { lane: 'page', key: card.id, name: 'the icon of this card' } as const;
  const bytes = await readOwnMedia(ctx, card.profileImage);
  if (bytes) return ctx.pictures.run('crop', { bytes, side: TOUCH_ICON_SIDE, type: 'icon' }, request);
  return ctx.pictures.run('draw', { svg: renderTouchIcon({ card: toPublicCard(card) }) }, request);
}
