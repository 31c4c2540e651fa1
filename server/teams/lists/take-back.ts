import { and, desc, eq, inArray } from 'drizzle-orm';
import { actorOf } from '#server/access/actor.ts';
import { eraseCards } from '#server/cards/cards/write-cards.ts';
import type { AppContext } from '#server/context.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import { teamListRows, teamLists } from '#server/db/schema/team-lists.ts';
import { teamInvites } from '#server/db/schema/teams.ts';
import { reachPoint } from '#server/infra/long-work/points.ts';
import type { ListRow } from './read-lists.ts';
import { writeOfList } from './run-list.ts';

const AT_ONCE = 50;

/** Takes the next cards of a list back, the last first, with their invites; claimed ones stay. */
export async function takeBackSome(app: AppContext, seen: ListRow): Promise<void> {
  reachPoint('team-lists', 'between undone batches');
  await writeOfList(app, seen, async (inside, row) => {
    const { db } = inside;
    const isOpen = and(eq(teamListRows.listId, row.id), eq(teamListRows.outcome, 'prepared'));
    const rows = await db
      .select({ line: teamListRows.line, cardId: teamInvites.cardId, claimedAt: teamInvites.claimedAt })
      .from(teamListRows)
      .leftJoin(teamInvites, eq(teamInvites.id, teamListRows.inviteId))
      .where(isOpen)
      .orderBy(desc(teamListRows.line))
      .limit(AT_ONCE);
    const kept = rows.filter(({ claimedAt }) => claimedAt !== null).map(({ line }) => line);
    const gone = rows.filter(({ claimedAt }) => claimedAt === null).map(({ line }) => line);
    const cards = rows.flatMap(({ cardId, claimedAt }) => (cardId && !claimedAt ? [cardId] : []));
    if (cards.length > 0) await eraseCards(inside, inArray(businessCards.id, cards), actorOf(row));
    for (const [outcome, lines] of [['kept', kept] as const, ['removed', gone] as const]) {
      await db
        .update(teamListRows)
        .set({ outcome })
        .where(and(isOpen, inArray(teamListRows.line, lines)));
    }
    await db
      .update(teamLists)
      .set({
        removed: row.removed + gone.length,
        kept: row.kept + kept.length,
        ...(rows.length < AT_ONCE ? { state: 'undone' as const } : {}),
      })
      .where(eq(teamLists.id, row.id));
  });
}
