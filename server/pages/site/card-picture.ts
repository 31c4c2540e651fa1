import { cardFile } from '#server/cards/cards/card-file.ts';
import type { CardRow } from '#server/cards/cards/cards.ts';
import type { VisitorContext } from '#server/context.ts';
import type { PreparedPage } from '#server/infra/http/page-cache/prepared-page.ts';

/** A picture of a card under its page's address, as PNG; 404 for a card the requester may not see. */
export function cardPicture(
  ctx: VisitorContext,
  id: string,
  file: 'icon.png' | 'preview.png',
  paint: (card: CardRow) => Promise<Buffer>,
): Promise<PreparedPage> {
  return cardFile(ctx, {
    cardId: id,
    key: `/card/${id}/${file}`,
    share: 'preview',
    // The page links to an address that changes with the card; a hidden card is dropped from caches like its page.
    cacheControl: 'public, max-age=86400, s-maxage=30',
    make: async (card) => ({ contentType: 'image/png', body: await paint(card) }),
  });
}
