import { authorize, STRANGER } from '#server/access/can.ts';
import { isPublic } from '#server/access/visibility.ts';
import { findShown } from '#server/cards/cards/cards.ts';
import type { CardRow } from '#server/cards/cards/read-card.ts';
import type { VisitorContext } from '#server/context.ts';
import type { ShareName } from '#server/infra/http/page-cache/page-store.ts';
import {
  type PageSource,
  type PreparedPage,
  preparePage,
} from '#server/infra/http/page-cache/prepared-page.ts';
import { subscriberOf } from '#server/infra/network.ts';

/** Files made from a card: contact file, QR codes, preview picture. Made once and cached like its page. */

interface CardFile {
  cardId: string;
  /** Its path, with the parameters that matter. */
  key: string;
  share: ShareName;
  cacheControl: string;
  make(
    card: CardRow,
  ): Promise<Pick<PageSource, 'contentType' | 'body'> & { headers?: Record<string, string> }>;
}

/**
 * The file as the requester may see it; otherwise 404. A file of a paused card, which only those who have it may see, is never
 * cached.
 */
export async function cardFile(ctx: VisitorContext, file: CardFile): Promise<PreparedPage> {
  const kept = await ctx.pages.find(file.key);
  if (kept) return kept;
  await ctx.limits.take('cardFile', subscriberOf(ctx.requester.address));
  if (ctx.user) {
    const { card, owner } = await findShown(ctx, file.cardId);
    if (!isPublic(card, owner)) return prepareFile(file, card, 'no-store');
  }
  return ctx.pages.render(file.key, async () => {
    const found = authorize(STRANGER, 'see', await ctx.readCard(file.cardId));
    const page = await prepareFile(file, found.card, file.cacheControl);
    return { page, kept: { share: file.share, versions: found.versions } };
  });
}

async function prepareFile({ make }: CardFile, card: CardRow, cacheControl: string): Promise<PreparedPage> {
  const { contentType, body, headers } = await make(card);
  return preparePage({
    status: 200,
    contentType,
    body,
    headers: { 'cache-control': cacheControl, 'x-content-type-options': 'nosniff', ...headers },
  });
}
