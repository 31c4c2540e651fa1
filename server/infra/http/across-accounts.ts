import { mergePages } from '#server/db/keyset.ts';
import type { HttpContext, SignedInContext } from '#server/infra/http/request-context.ts';
import type { Page } from '#shared/contract/api.ts';
import { type PageQuery, rowsWanted } from '#shared/contract/pages.ts';

/** The results of a read for each account that a call is about: the caller's own, then each team's. */
export async function readEach<Ctx extends SignedInContext, Result>(
  asked: Ctx,
  read: (ctx: Ctx) => Promise<Result>,
  as?: { role: 'member' },
): Promise<Result[]> {
  if (!asked.teams) return [await read(asked)];
  const { teams, ...ctx } = asked;
  const results: Result[] = [];
  results.push(await read(ctx as Ctx));
  for (const team of teams) results.push(await read({ ...ctx, ...team, ...as } as Ctx));
  return results;
}

/**
 * The handler of a list, newest first, that a call for all accounts gets as one; each row of a team names it. As a member of
 * each team, whatever their part, somebody gets only what they hold.
 */
export const acrossAccounts =
  <
    Ctx extends SignedInContext & Pick<HttpContext, 'db'>,
    Input extends { query: PageQuery },
    Row extends { id: string; createdAt: string },
  >(
    list: (ctx: Ctx, input: Input) => Promise<Page<Row>>,
    as?: { role: 'member' },
  ) =>
  async (ctx: Ctx, input: Input): Promise<Page<Row & { teamId?: string }>> => {
    const { teams } = ctx;
    if (!teams) return list(ctx, input);
    const pages = await readEach(ctx, (one) => list(one, input), as);
    const named = pages.map(({ rows, next }, at) => {
      const team = teams[at - 1]?.account;
      return { rows: team ? rows.map((row) => ({ ...row, teamId: team.id })) : rows, next };
    });
    return mergePages(ctx.db, named, rowsWanted(input.query));
  };
