import { and, count, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import type { teamLists } from '#server/db/schema/team-lists.ts';
import { teamListRows } from '#server/db/schema/team-lists.ts';
import { teamInvites } from '#server/db/schema/teams.ts';
import type { TeamList } from '#shared/teams/lists.ts';

export type ListRow = typeof teamLists.$inferSelect;

/** Rows as the endpoints return them. */
export async function toLists({ db }: Pick<AppContext, 'db'>, rows: readonly ListRow[]): Promise<TeamList[]> {
  const counted = await db
    .select({ listId: teamListRows.listId, unclaimed: count(), waiting: count(teamInvites.waitsSince) })
    .from(teamListRows)
    .innerJoin(teamInvites, eq(teamInvites.id, teamListRows.inviteId))
    .where(
      and(
        inArray(
          teamListRows.listId,
          rows.map(({ id }) => id),
        ),
        isNotNull(teamListRows.inviteId),
        isNull(teamInvites.claimedAt),
      ),
    )
    .groupBy(teamListRows.listId);
  const open = new Map(counted.map(({ listId, ...numbers }) => [listId, numbers]));
  return rows.map((row) => toList(row, open.get(row.id) ?? { unclaimed: 0, waiting: 0 }));
}

function toList(row: ListRow, open: TeamList['open']): TeamList {
  const { id, fileName, state, rows, columns, preview, error, createdAt, finishedAt } = row;
  const { done, prepared, skipped, failed, removed, kept } = row;
  return {
    ...{ id, fileName, state, rows, columns, preview, error, open },
    progress: { done, prepared, skipped, failed },
    undo: { removed, kept },
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}

/** The list as the endpoints return it. */
export async function toOneList(ctx: Pick<AppContext, 'db'>, row: ListRow): Promise<TeamList> {
  const [list] = await toLists(ctx, [row]);
  if (!list) throw new Error('The list was not returned.');
  return list;
}
