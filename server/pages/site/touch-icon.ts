import { type CardRow, toPublicCard } from '#server/cards/cards/cards.ts';
import { NAME_STYLE } from '#server/cards/cards/name-style.ts';
import { readOwnMedia } from '#server/cards/media/read-media.ts';
import type { VisitorContext } from '#server/context.ts';
import type { PreparedPage } from '#server/infra/http/page-cache/prepared-page.ts';
import { cardPicture } from '#server/pages/site/card-picture.ts';
import type { DrawingLayout } from '#server/sharing/drawing/drawing-tasks.ts';
import { guessHanLanguage } from '#server/sharing/drawing/guess-han-language.ts';
import type { PublicCard } from '#shared/cards/cards.ts';
import { abbreviateName } from '#site/card/designs/head-parts.tsx';
import { derivePalette } from '#site/card/palette.ts';

/** The icon's side in pixels, as phones request it. They round the corners themselves. */
const SIDE = 180;

/** The owner's photo or initials as PNG, for visitors' home screens; 404 for a card the requester may not see. */
export function touchIcon(ctx: VisitorContext, id: string): Promise<PreparedPage> {
  return cardPicture(ctx, id, 'icon.png', (card) => paintIcon(ctx, card));
}

async function paintIcon(ctx: VisitorContext, row: CardRow): Promise<Buffer> {
  const request = { lane: 'page', key: row.id, name: 'the icon of this card' } as const;
  const bytes = await readOwnMedia(ctx, row.profileImage);
  if (bytes) return ctx.pictures.run('crop', { bytes, side: SIDE, type: 'icon' }, request);
  const card = toPublicCard(row);
  return ctx.drawings.run('png', { ...initialsLayout(card), han: guessHanLanguage(card) }, request);
}

/** The owner's initials in the card's colors. */
function initialsLayout(card: PublicCard): DrawingLayout {
  const { blend } = derivePalette(card);
  return {
    width: SIDE,
    height: SIDE,
    root: {
      kind: 'box',
      style: {
        width: SIDE,
        height: SIDE,
        alignItems: 'center',
        justifyContent: 'center',
        backgroundImage: `linear-gradient(135deg, ${blend.from}, ${blend.to})`,
      },
      children: [
        {
          kind: 'text',
          text: abbreviateName(card.fullName),
          width: 160,
          sizes: [74, 60, 45],
          lines: 1,
          align: 'center',
          color: blend.on,
          ...NAME_STYLE[card.template],
        },
      ],
    },
  };
}
