import { sql } from 'drizzle-orm';
import type { UserContext } from '#server/context.ts';
import { toCursor, toMomentPosition } from '#server/db/keyset.ts';
import { byMoment, findPage } from '#server/db/search/search.ts';
import { SEARCHED_TEAMS } from '#server/db/search/search-sources.ts';
import { readAdminTeams } from '#server/operations/admin/find-team.ts';
import type { Page } from '#shared/contract/api.ts';
import { rowsWanted } from '#shared/contract/pages.ts';
import type { AdminTeam, AdminTeamsQuery } from '#shared/operations/admin-teams.ts';

/** All teams, newest first; the endpoint has already checked that the requester is an administrator. */
export async function listTeams(
  ctx: UserContext,
  { query }: { query: AdminTeamsQuery },
): Promise<Page<AdminTeam>> {
  const found = await findPage(ctx.db, {
    source: SEARCHED_TEAMS,
    order: byMoment(sql`created_at`),
    where: sql`true`,
    owner: '',
    q: query.q,
    from: toMomentPosition(query.cursor),
    limit: rowsWanted(query),
  });
  const rows = await readAdminTeams(
    ctx,
    found.rows.map(({ id }) => id),
  );
  return { rows, next: found.next && toCursor(found.next) };
}
