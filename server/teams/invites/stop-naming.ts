import { and, eq, inArray } from 'drizzle-orm';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import { type CardWriting, renameVacancy } from '#server/cards/cards/write-cards.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import { teams } from '#server/db/schema/users.ts';
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
  if (cards.length === 0) return;
  // A deleted team's pages go on, and must not name anybody against their will either.
  const [team] = await ctx.db.select({ name: teams.name }).from(teams).where(eq(teams.id, teamId));
  for (const card of cards) await renameVacancy(ctx, card, null, team?.name ?? '');
}
