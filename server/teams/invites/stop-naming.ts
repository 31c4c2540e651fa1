import { and, eq, inArray } from 'drizzle-orm';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import { type CardWriting, renameVacancy } from '#server/cards/cards/write-cards.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import { findTeam } from '#server/teams/invites/find-team.ts';
import { accountId } from '#shared/accounts/ids.ts';

/**
 * The pages of vacant cards no longer name whoever comes next, who said no or may not come any more. To be called within
 * `writeCards`.
 */
export async function stopNaming(ctx: CardWriting, teamId: string, cardIds: string[]): Promise<void> {
  if (cardIds.length === 0) return;
  const isOne = and(inArray(businessCards.id, cardIds), eq(businessCards.vacancy, 'named'));
  const cards = await ctx.db
    .select()
    .from(businessCards)
    .where(and(whereCan(systemFor(accountId.parse(teamId)), 'edit', 'card'), isOne))
    .for('no key update');
  for (const card of cards) await renameVacancy(ctx, card, null, (await findTeam(ctx.db, teamId)).name);
}
