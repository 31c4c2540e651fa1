import { and, eq } from 'drizzle-orm';
import { can, STRANGER, toCardSubject, toPortfolioSubject } from '#server/access/can.ts';
import { isReserved } from '#server/accounts/aliases/reserved.ts';
import type { CardRow, FoundCard } from '#server/cards/cards/read-card.ts';
import type { AppContext, UserRow, VisitorContext } from '#server/context.ts';
import { aliases } from '#server/db/schema/accounts.ts';
import { persons } from '#server/db/schema/users.ts';
import type { Rendered } from '#server/infra/http/page-cache/page-cache.ts';
import { type PreparedPage, preparePage } from '#server/infra/http/page-cache/prepared-page.ts';
import { redirectTo } from '#server/infra/http/page-source.ts';
import { aliasTag } from '#server/infra/page-changes.ts';
import { cardNotFoundPage, lookUpPage, notFoundPage, prepareCard } from '#server/pages/site/pages.ts';
import { listActiveCards, portfolioPath, preparePortfolio } from '#server/pages/site/portfolio.ts';
import { type AliasKind, aliasPath, foldName, isName } from '#shared/accounts/aliases.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import { cleanText } from '#shared/contract/fields.ts';

/**
 * The pages of short addresses, kept in memory as those of cards and portfolios are. A former name, and a current one
 * in another spelling, redirects to the current address for as long as that can change: never by 301, which browsers
 * keep for good. What follows the "?" goes along.
 */

/** The target of a name: a page, or a path to redirect to. */
type Found = { rendered: Rendered } | { path: string } | null;

/** `url` is the request's, with its query. */
export async function aliasPage(
  ctx: VisitorContext,
  kind: AliasKind,
  { name: typed, url }: { name: string; url: string },
): Promise<PreparedPage> {
  const missing = kind === 'card' ? cardNotFoundPage : notFoundPage;
  const name = readName(kind, typed);
  if (name === null) return missing(ctx);
  const path = aliasPath(kind, name);
  const [asked = '', query] = url.split('?');
  const leadTo = (target: string) =>
    preparePage(redirectTo(query === undefined ? target : `${target}?${query}`));
  const page = await lookUpPage(ctx, path, async () => {
    const found = await find[kind](ctx, name);
    if (found && 'rendered' in found) return found.rendered;
    if (found) return { page: preparePage(redirectTo(found.path)) };
    const versions = new Map([[aliasTag(kind, name), '']]);
    return { page: await missing(ctx), kept: { share: 'missing', versions } };
  });
  if (page.status === 302) return leadTo(page.headers[page.headers.indexOf('location') + 1] ?? path);
  if (page.status === 404) return (await ownersPage(ctx, kind, name)) ?? page;
  return asked === path ? page : leadTo(path);
}

/** A name as it is compared; null if it cannot be one. */
function readName(kind: AliasKind, typed: string): string | null {
  const name = foldName(cleanText(typed));
  return isName(name) && !(kind === 'username' && isReserved(name)) ? name : null;
}

/** The card or the portfolio that strangers see at a short address, in the end: also at a former name's. */
export async function findAtAlias(
  app: AppContext,
  kind: AliasKind,
  typed: string,
): Promise<FoundCard | UserRow | null> {
  const name = readName(kind, typed);
  const alias = name === null ? undefined : await findAlias(app, kind, name);
  if (!alias) return null;
  if (kind === 'card') {
    const found = alias.cardId ? await app.readCard(alias.cardId) : null;
    return found && can(STRANGER, 'see', toCardSubject(found)) ? found : null;
  }
  const owner = await findOwner(app, alias.userId);
  if (!owner || !can(STRANGER, 'see', toPortfolioSubject(owner))) return null;
  return (owner.hasAlias ? await readOnlyCard(app, await listActiveCards(app, owner.id)) : null) ?? owner;
}

/** The card that a person's address shows instead of a portfolio, as long as it is the only one. */
async function readOnlyCard(app: AppContext, [first, ...others]: CardRow[]): Promise<FoundCard | null> {
  return first && others.length === 0 ? app.readCard(first.id) : null;
}

/** Owners of what is paused or hidden are led to the page that tells them so. */
async function ownersPage(ctx: VisitorContext, kind: AliasKind, name: string): Promise<PreparedPage | null> {
  if (ctx.user === null) return null;
  const alias = await findAlias(ctx, kind, name);
  const found = alias?.cardId ? await ctx.readCard(alias.cardId) : null;
  if (found)
    return can(ctx, 'see', toCardSubject(found)) ? preparePage(redirectTo(`/card/${found.card.id}`)) : null;
  const owner = alias && (await findOwner(ctx, alias.userId));
  if (!owner || kind === 'card' || !can(ctx, 'see', toPortfolioSubject(owner))) return null;
  return preparePage(redirectTo(portfolioPath(owner.username)));
}

const find: Record<AliasKind, (app: AppContext, name: string) => Promise<Found>> = {
  card: findCard,
  username: findPerson,
};

async function findAlias({ readDb, readTimeout }: AppContext, kind: AliasKind, name: string) {
  const isThis = and(eq(aliases.kind, kind), eq(aliases.name, name));
  const [found] = await readTimeout.within(() => readDb.select().from(aliases).where(isThis).execute());
  return found;
}

async function findOwner({ readDb, readTimeout }: AppContext, id: AccountId): Promise<UserRow | undefined> {
  const [owner] = await readTimeout.within(() =>
    readDb.select().from(persons).where(eq(persons.id, id)).execute(),
  );
  return owner;
}

async function findCard(app: AppContext, name: string): Promise<Found> {
  const tag = aliasTag('card', name);
  // Read first, so that a change in between is noticed.
  const versions = await app.readVersions([tag]);
  const alias = await findAlias(app, 'card', name);
  if (!alias?.cardId) return null;
  const found = await app.readCard(alias.cardId);
  if (!found || !can(STRANGER, 'see', toCardSubject(found))) {
    const tags = new Map([
      [tag, versions.get(tag) ?? ''],
      [`card:${alias.cardId}`, ''],
      ...(found?.versions ?? []),
    ]);
    return { rendered: { page: await cardNotFoundPage(app), kept: { share: 'missing', versions: tags } } };
  }
  const { card } = found;
  if (card.alias !== name) return { path: card.alias ? aliasPath('card', card.alias) : `/card/${card.id}` };
  const tags = new Map([...versions, ...found.versions]);
  return { rendered: { page: prepareCard(app, found), kept: { share: 'page', versions: tags } } };
}

async function findPerson(app: AppContext, name: string): Promise<Found> {
  const alias = await findAlias(app, 'username', name);
  if (!alias) return null;
  const tags = [aliasTag('username', name), `user:${alias.userId}`, `portfolio:${alias.userId}`];
  const versions = new Map(tags.map((tag) => [tag, '']));
  for (const [tag, version] of await app.readVersions(tags)) versions.set(tag, version);
  const owner = await findOwner(app, alias.userId);
  if (!owner || !can(STRANGER, 'see', toPortfolioSubject(owner))) {
    return { rendered: { page: await notFoundPage(app), kept: { share: 'missing', versions } } };
  }
  const current = foldName(owner.username);
  if (!owner.hasAlias) return { path: portfolioPath(owner.username) };
  if (current !== name) return { path: aliasPath('username', current) };
  const cards = await listActiveCards(app, owner.id);
  const only = await readOnlyCard(app, cards);
  if (only) {
    for (const [tag, version] of only.versions) versions.set(tag, version);
    return { rendered: { page: prepareCard(app, only), kept: { share: 'page', versions } } };
  }
  return { rendered: { page: preparePortfolio(app, owner, cards), kept: { share: 'page', versions } } };
}
