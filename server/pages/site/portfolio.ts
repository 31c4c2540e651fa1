import { and, desc } from 'drizzle-orm';
import { can, STRANGER, toPortfolioSubject } from '#server/access/can.ts';
import { systemFor } from '#server/access/system.ts';
import { isInPortfolio, isProfilePublic } from '#server/access/visibility.ts';
import { whereCan } from '#server/access/where-can.ts';
import { hasUsername } from '#server/accounts/auth/match-login.ts';
import { layOver } from '#server/cards/brand/lay-over.ts';
import { type CardRow, toPublicCard } from '#server/cards/cards/cards.ts';
import type { AppContext, UserRow, VisitorContext } from '#server/context.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import { persons } from '#server/db/schema/users.ts';
import { type PreparedPage, preparePage } from '#server/infra/http/page-cache/prepared-page.ts';
import { NOT_KEPT, redirectTo, SHARED_FOR_A_MOMENT, toSource } from '#server/infra/http/page-source.ts';
import { originOf } from '#server/infra/http/requester.ts';
import { lookUpPage, notFoundPage } from '#server/pages/site/pages.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import { renderPortfolio } from '#site/render.tsx';

export const portfolioPath = (username: string) => `/portfolio/${encodeURIComponent(username)}`;

/**
 * A person's active cards, featured ones first. 404 if there is no such person, or if they hid their profile and are
 * not the requester. Every portfolio has one address: the name in any other letter case redirects there.
 */
export async function portfolioPage(ctx: VisitorContext, username: string): Promise<PreparedPage> {
  const page = await lookUpPage(ctx, portfolioPath(username), async () => {
    const owner = await findPublicOwner(ctx, username);
    if (!owner) return { page: await notFoundPage(ctx) };
    if (owner.username !== username) return { page: preparePage(redirectTo(portfolioPath(owner.username))) };
    // Read before the cards, so that a change in between is noticed.
    const versions = await ctx.readVersions([`user:${owner.id}`, `portfolio:${owner.id}`]);
    const tags = new Map([[`portfolio:${owner.id}`, ''], ...versions]);
    return {
      page: preparePortfolio(ctx, owner, await listActiveCards(ctx, owner.id)),
      kept: { share: 'page', versions: tags },
    };
  });
  if (page.status !== 404 || ctx.user === null) return page;
  const owner = await findOwner(ctx, username);
  if (!owner || !can(ctx, 'see', toPortfolioSubject(owner))) return page;
  if (owner.username !== username) return preparePage(redirectTo(portfolioPath(owner.username)));
  return preparePortfolio(ctx, owner, await listActiveCards(ctx, owner.id));
}

/** The person whose portfolio strangers see under a username, in any letter case. */
export async function findPublicOwner(app: AppContext, username: string): Promise<UserRow | null> {
  const owner = await findOwner(app, username);
  return owner && can(STRANGER, 'see', toPortfolioSubject(owner)) ? owner : null;
}

async function findOwner(
  { readDb, readTimeout }: AppContext,
  username: string,
): Promise<UserRow | undefined> {
  const isNamed = hasUsername(username);
  const [owner] = await readTimeout.within(() => readDb.select().from(persons).where(isNamed).execute());
  return owner;
}

export function preparePortfolio({ config }: AppContext, owner: UserRow, cards: CardRow[]): PreparedPage {
  const page = renderPortfolio({
    fullName: owner.fullName,
    username: owner.username,
    cards: cards.map(toPublicCard),
    origin: originOf(config),
    isHiddenForOwner: !isProfilePublic(owner),
  });
  return preparePage(toSource(page, 200, isProfilePublic(owner) ? SHARED_FOR_A_MOMENT : NOT_KEPT));
}

/** In the order in which the portfolio shows them. */
export async function listActiveCards(
  { readDb, readTimeout }: AppContext,
  userId: AccountId,
): Promise<CardRow[]> {
  const { isFeatured, createdAt, id } = businessCards;
  const cards = readDb
    .select()
    .from(businessCards)
    .where(and(whereCan(systemFor(userId), 'list', 'card'), isInPortfolio()))
    .orderBy(desc(isFeatured), desc(createdAt), desc(id));
  const found = await readTimeout.within(() => cards.execute());
  // Only persons have one.
  return found.map((card) => layOver(card, null));
}
