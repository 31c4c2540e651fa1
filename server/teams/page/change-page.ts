import { and, asc, eq, sql } from 'drizzle-orm';
import { requireTo } from '#server/access/can.ts';
import { notFound } from '#server/access/refusals.ts';
import { whereCan } from '#server/access/where-can.ts';
import { writeCards } from '#server/cards/cards/write-cards.ts';
import type { UserContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { businessCards, teamPageCards } from '#server/db/schema/cards.ts';
import { teams } from '#server/db/schema/users.ts';
import { recordTeamEvent } from '#server/infra/journal/account-events.ts';
import { lockTeam } from '#server/teams/create/lock-team.ts';
import { type TeamPageSettings, teamPagePath } from '#shared/teams/page.ts';

/** If a team has a public page, which those who run it decide, and who is on it, which each decides for themselves. */

/** Cards that the caller holds, whatever else their part in the team lets them edit. */
const isHeldHere = (ctx: UserContext) => whereCan({ ...ctx, role: 'member' }, 'edit', 'card');

export async function getPageSettings(ctx: UserContext, db: Db): Promise<TeamPageSettings> {
  requireTo(ctx, 'see', 'teamPage');
  const [team] = await db
    .select({ isPublic: teams.isPagePublic })
    .from(teams)
    .where(whereCan(ctx, 'see', 'team'));
  if (!team) throw notFound('team');
  const { id, name, fullName, createdAt } = businessCards;
  const isListed = sql<boolean>`${teamPageCards.holderId} is not distinct from ${businessCards.holderId}`;
  const cards = await db
    .select({ id, name, fullName, isListed })
    .from(businessCards)
    .leftJoin(teamPageCards, eq(teamPageCards.cardId, id))
    .where(isHeldHere(ctx))
    .orderBy(asc(createdAt), asc(id));
  return { ...team, path: teamPagePath(ctx.account.username), cards };
}

export async function changePage(
  ctx: UserContext,
  { body }: { body: { isPublic: boolean } },
): Promise<TeamPageSettings> {
  const settings = await ctx.db.transaction(async (tx) => {
    const { caller } = await lockTeam(ctx, tx);
    requireTo(caller, 'edit', 'teamPage');
    await tx
      .update(teams)
      .set({ isPagePublic: body.isPublic })
      .where(whereCan(caller, 'see', 'team'));
    const to = body.isPublic ? 'public' : 'off';
    await recordTeamEvent(ctx, tx, caller.account.id, 'in_team_page_changed', { to });
    return getPageSettings(caller, tx);
  });
  ctx.pages.invalidate(`team:${ctx.account.id}`);
  return settings;
}

/** Only whoever holds a card decides if it is on the page: nobody who runs the team does it for them. */
export async function agreeToPage(
  ctx: UserContext,
  { params, body }: { params: { cardId: string }; body: { isListed: boolean } },
): Promise<TeamPageSettings> {
  const settings = await writeCards(ctx, async ({ db: tx, now, changedPages }) => {
    const { caller } = await lockTeam(ctx, tx);
    const [card] = await tx
      .select({ id: businessCards.id })
      .from(businessCards)
      .where(and(eq(businessCards.id, params.cardId), isHeldHere(caller)));
    if (!card) throw notFound('card');
    const agreement = { holderId: caller.user.id, agreedAt: now() };
    if (body.isListed) {
      await tx
        .insert(teamPageCards)
        .values({ cardId: card.id, ...agreement })
        .onConflictDoUpdate({ target: teamPageCards.cardId, set: agreement });
    } else await tx.delete(teamPageCards).where(eq(teamPageCards.cardId, card.id));
    changedPages.add(`team:${caller.account.id}`);
    return getPageSettings(caller, tx);
  });
  return settings;
}
