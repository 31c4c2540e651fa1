import { and, desc, eq, getTableColumns, gt, inArray, or } from 'drizzle-orm';
import { requireTo } from '#server/access/can.ts';
import { whereCan } from '#server/access/where-can.ts';
import { toEvent } from '#server/accounts/account/list-events.ts';
import type { UserContext } from '#server/context.ts';
import { isOlder, newestFirst, toMomentPosition, toPage } from '#server/db/keyset.ts';
import { accountEvents } from '#server/db/schema/accounts.ts';
import { persons } from '#server/db/schema/users.ts';
import { kindsAbout } from '#server/infra/journal/event-kinds.ts';
import type { Page } from '#shared/contract/api.ts';
import { type PageQuery, rowsWanted } from '#shared/contract/pages.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import type { TeamEvent, TeamEventGroup } from '#shared/teams/history.ts';

interface HistoryQuery extends PageQuery {
  person?: string | undefined;
  about?: TeamEventGroup | undefined;
  days: string;
}

/** The events of the team, latest first. Whoever did it and is gone has no name any more. */
export async function listHistory(
  ctx: UserContext,
  { query }: { query: HistoryQuery },
): Promise<Page<TeamEvent>> {
  requireTo(ctx, 'see', 'teamEvent');
  const { person, about, days } = query;
  const { createdAt, id, kind, actorId, subjectId } = accountEvents;
  const limit = rowsWanted(query);
  const since = new Date(ctx.now().getTime() - Number(days) * DAY_MS);
  const rows = await ctx.db
    .select({ ...getTableColumns(accountEvents), by: persons.fullName })
    .from(accountEvents)
    .leftJoin(persons, eq(persons.id, actorId))
    .where(
      and(
        whereCan(ctx, 'see', 'teamEvent'),
        gt(createdAt, since),
        person === undefined ? undefined : or(eq(actorId, person), eq(subjectId, person)),
        about && inArray(kind, kindsAbout(about)),
        isOlder(createdAt, id, toMomentPosition(query.cursor)),
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(limit + 1);
  const page = toPage(rows, limit, newestFirst);
  return {
    ...page,
    rows: page.rows.map(({ by, ...row }) => ({
      ...toEvent(row),
      by: by ?? (row.actorId === null ? null : 'A former member'),
    })),
  };
}
