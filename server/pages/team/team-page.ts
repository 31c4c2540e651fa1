import { eq, sql } from 'drizzle-orm';
import { isTeamPagePublic } from '#server/access/visibility.ts';
import type { AppContext, VisitorContext } from '#server/context.ts';
import { foldCase } from '#server/db/columns.ts';
import { teams, users } from '#server/db/schema/users.ts';
import type { PageCache } from '#server/infra/http/page-cache/page-cache.ts';
import { type PreparedPage, preparePage } from '#server/infra/http/page-cache/prepared-page.ts';
import { NOT_KEPT, redirectTo, SHARED_FOR_A_MOMENT, toSource } from '#server/infra/http/page-source.ts';
import { originOf } from '#server/infra/http/requester.ts';
import { subscriberOf } from '#server/infra/network.ts';
import { lookUpPage, notFoundPage } from '#server/pages/site/pages.ts';
import { listPeopleOnPage } from '#server/pages/team/people-on-page.ts';
import { paintCode } from '#server/sharing/code/paint-code.ts';
import { cutText } from '#shared/formats/cut-text.ts';
import { teamPagePath } from '#shared/teams/page.ts';
import { qrMatrix, qrSvg } from '#site/qr/qr.ts';
import { renderTeam } from '#site/render.tsx';

/**
 * The people of a team who agreed to be shown, for everyone (docs/decisions/366). Pages without a search are kept in
 * memory as those of cards are.
 */

const QUERY_MAX = 100;
const CODE_PIXELS = 1_024;

/** How far one is in the list, and the words searched for. */
export interface TeamQuery {
  q?: unknown;
  after?: unknown;
}

/** Lets kept pages be found by how far one is in the list; searches are made anew. */
export const keepTeamsByQuery = (pages: PageCache): void =>
  pages.varyByQuery(/^\/team\/[^/]+$/, (query) =>
    query.has('q') ? null : keyOf(query.get('after') ?? undefined),
  );

const keyOf = (after: string | undefined) => (after ? `after=${after}` : '');

export async function teamPage(
  ctx: VisitorContext,
  username: string,
  given: TeamQuery,
): Promise<PreparedPage> {
  const query = typeof given.q === 'string' ? cutText(given.q.trim(), QUERY_MAX) : '';
  const after = typeof given.after === 'string' && given.after !== '' ? given.after : undefined;
  const key = `${teamPagePath(username)}?${keyOf(after)}`;
  const make = () => makePage(ctx, username, { query, after });
  if (query === '' && after === undefined) return lookUpPage(ctx, key, make);
  const kept = query === '' && (await ctx.pages.find(key));
  if (kept) return kept;
  await ctx.limits.take('teamSearch', subscriberOf(ctx.requester.address));
  // Anything can be written into the address, and each of these reads the team's people.
  if (query === '') return lookUpPage(ctx, key, make);
  return (await makePage(ctx, username, { query, after })).page;
}

async function makePage(
  app: AppContext,
  username: string,
  asked: { query: string; after: string | undefined },
) {
  const found = await findTeamPage(app, username);
  if (!found) return { page: await notFoundPage(app) };
  const { team, account } = found;
  const path = teamPagePath(account.username);
  if (account.username !== username) return { page: preparePage(redirectTo(path)) };
  const tags = [`user:${account.id}`, `portfolio:${account.id}`, `team:${account.id}`];
  // Read before the people, so that a change in between is noticed. A team without cards has no version of these.
  const versions = new Map([[`portfolio:${account.id}`, ''], ...(await app.readVersions(tags))]);
  const people = await listPeopleOnPage(app, account.id, asked);
  const html = renderTeam({
    ...{ people, query: asked.query, path, isFirst: asked.after === undefined },
    ...{ name: team.name, logo: team.logo, color: team.primaryColor, origin: originOf(app.config) },
  });
  const isKept = asked.query === '';
  const page = preparePage(toSource(html, 200, isKept ? SHARED_FOR_A_MOMENT : NOT_KEPT));
  return isKept ? { page, kept: { share: 'page' as const, versions } } : { page };
}

/** The team under this name, in any letter case, if strangers may see its page. */
async function findTeamPage({ readDb, readTimeout }: AppContext, username: string) {
  const named = readDb
    .select({ team: teams, account: users })
    .from(users)
    .innerJoin(teams, eq(teams.id, users.id))
    .where(sql`${foldCase(users.username)} = ${foldCase(username)}`);
  const [found] = await readTimeout.within(() => named.execute());
  return found && isTeamPagePublic(found.team, found.account) ? found : null;
}

/** The code that leads to the page. */
export async function teamCode(
  ctx: VisitorContext,
  username: string,
  kind: 'svg' | 'png',
): Promise<PreparedPage> {
  return lookUpPage(ctx, `${teamPagePath(username)}/qr.${kind}`, async () => {
    const found = await findTeamPage(ctx, username);
    if (!found) return { page: await notFoundPage(ctx) };
    const { id, username: name } = found.account;
    if (name !== username) return { page: preparePage(redirectTo(`${teamPagePath(name)}/qr.${kind}`)) };
    const link = originOf(ctx.config) + teamPagePath(name);
    const headers = { 'cache-control': SHARED_FOR_A_MOMENT, 'x-content-type-options': 'nosniff' };
    const versions = await ctx.readVersions([`user:${id}`, `team:${id}`]);
    const page =
      kind === 'svg'
        ? preparePage({ status: 200, contentType: 'image/svg+xml', body: qrSvg(link), headers })
        : preparePage({
            ...{ status: 200, contentType: 'image/png', headers },
            body: await paintCode(qrMatrix(link), CODE_PIXELS),
          });
    return { page, kept: { share: 'code' as const, versions } };
  });
}
