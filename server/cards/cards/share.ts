import { findCard, toCard } from '#server/cards/cards/cards.ts';
import type { UserContext } from '#server/context.ts';
import { type SharePlatform, shareLink } from '#shared/sharing/share-links.ts';

export async function shareCard(
  ctx: UserContext,
  { params }: { params: { id: string; platform: SharePlatform } },
) {
  const { card } = await findCard(ctx, 'share', params.id);
  return { url: shareLink(params.platform, ctx.requester.origin, toCard(card)) };
}
