import { and, desc, eq, isNull } from 'drizzle-orm';
import { type CardRow, toPublicCard } from '#server/cards/cards.ts';
import type { App, VisitorContext } from '#server/context.ts';
import { foldCase } from '#server/db/columns.ts';
import { businessCards, users } from '#server/db/schema.ts';
import type { CachedPage, PageSource } from '#server/infra/http/page-cache.ts';
import { NOT_KEPT, SHARED_FOR_A_MOMENT, toSource } from '#server/site/page-source.ts';
import { renderNotFound, renderPortfolio } from '#site/render.tsx';

const addressOf = (username: string) => `/portfolio/${encodeURIComponent(username)}`;

/**
 * A person's active cards, featured ones first. 404 when there is no such person or they hid their profile, except to
 * themselves. Every portfolio has one address: the name in other letter case leads there.
 */
export function portfolioPage(ctx: VisitorContext, username: string): Promise<CachedPage> {
  const tags = new Set<string>();
  return ctx.pages.render(addressOf(username), tags, async () => {
    const [owner] = await ctx.db
      .select()
      .from(users)
      .where(eq(foldCase(users.username), foldCase(username)));
    const isOwner = owner !== undefined && ctx.user?.id === owner.id;
    if (!owner || (!owner.isProfileVisible && !isOwner)) return toSource(renderNotFound(), 404, NOT_KEPT);
    if (owner.username !== username) return redirectTo(addressOf(owner.username));
    tags.add(`user:${owner.id}`).add(`portfolio:${owner.id}`);
    const page = renderPortfolio({
      fullName: owner.fullName,
      username: owner.username,
      cards: (await listActiveCards(ctx, owner.id)).map(toPublicCard),
      origin: ctx.asker.origin,
      isHiddenForOwner: !owner.isProfileVisible,
    });
    return toSource(page, 200, owner.isProfileVisible ? SHARED_FOR_A_MOMENT : NOT_KEPT);
  });
}

function listActiveCards(app: App, userId: string): Promise<CardRow[]> {
  const { isActive, isFeatured, deletedAt, createdAt, id } = businessCards;
  return app.db
    .select()
    .from(businessCards)
    .where(and(eq(businessCards.userId, userId), eq(isActive, true), isNull(deletedAt)))
    .orderBy(desc(isFeatured), desc(createdAt), desc(id));
}

const redirectTo = (location: string): PageSource => ({
  status: 302,
  contentType: 'text/plain; charset=utf-8',
  body: location,
  headers: { location, 'cache-control': NOT_KEPT },
});
