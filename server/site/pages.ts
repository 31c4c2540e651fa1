import { findCard, isPublic, toPublicCard } from '#server/cards/cards.ts';
import { isLeadFormOpen } from '#server/contacts/leads.ts';
import type { VisitorContext } from '#server/context.ts';
import { type CachedPage, preparePage } from '#server/infra/http/page-cache.ts';
import { NOT_KEPT, SHARED_FOR_A_MOMENT, toSource } from '#server/site/page-source.ts';
import type { AppError } from '#shared/errors.ts';
import { renderCardNotFound, renderCardPage, renderNotFound, renderTrouble } from '#site/render.tsx';

/** The pages visitors see, rendered once and kept until what they show changes. */

export function notFoundPage(): CachedPage {
  return preparePage(toSource(renderNotFound(), 404, NOT_KEPT));
}

/** A page that could not be made, for who looks at it in a browser. */
export function troublePage({ status, message, retryAfter }: AppError): CachedPage {
  const source = toSource(renderTrouble(message), status, NOT_KEPT);
  if (retryAfter !== undefined) source.headers['retry-after'] = String(retryAfter);
  return preparePage(source);
}

/** The public card; 404 with the specification's words for what strangers may not see. Its owner sees a paused card. */
export async function cardPage(ctx: VisitorContext, id: string): Promise<CachedPage> {
  const tags = new Set([`card:${id}`]);
  return ctx.pages.render(`/card/${id}`, tags, async () => {
    const found = await findCard(ctx, id);
    if (!found) return toSource(renderCardNotFound(), 404, NOT_KEPT);
    const { card, owner } = found;
    tags.add(`user:${owner.id}`);
    const isPublicCard = isPublic(card, owner);
    if (!isPublicCard && ctx.user?.id !== owner.id) return toSource(renderCardNotFound(), 404, NOT_KEPT);
    const page = renderCardPage({
      card: toPublicCard(card),
      origin: ctx.asker.origin,
      isExchangeEnabled: owner.isExchangeEnabled,
      isLeadFormOpen: isLeadFormOpen(card, owner),
      isPausedForOwner: !isPublicCard,
    });
    return toSource(page, 200, isPublicCard ? SHARED_FOR_A_MOMENT : NOT_KEPT);
  });
}
