import { eq, sql } from 'drizzle-orm';
import { requireTo } from '#server/access/can.ts';
import { memberOf } from '#server/access/find-account.ts';
import { leadAgain } from '#server/accounts/aliases/names.ts';
import { lockCard } from '#server/cards/cards/change-card.ts';
import { type CardWriting, unvacateCard, writeCards } from '#server/cards/cards/write-cards.ts';
import type { UserContext } from '#server/context.ts';
import { cardSuccessions } from '#server/db/schema/successions.ts';
import { teamInvites } from '#server/db/schema/teams.ts';
import { recordTeamEvent } from '#server/infra/journal/account-events.ts';
import { aliasTag } from '#server/infra/page-changes.ts';
import { requireRoomToHold } from '#server/money/billing/quantity.ts';
import type { ByTeamCard } from '#server/teams/successions/hand-card.ts';
import { resumeMoving } from '#server/teams/successions/move-people.ts';
import { findOpenSuccession, type SuccessionRow } from '#server/teams/successions/succession-rows.ts';
import type { PersonId } from '#shared/accounts/ids.ts';
import { AppError } from '#shared/contract/errors.ts';

/**
 * Puts a card back as it was before it was handed over: what was on it, its short names, its passes, and its holder if they
 * are still in the team. Throws 409 once it was claimed: then it is handed over again.
 */
export async function undoSuccession(
  ctx: UserContext,
  { params: { cardId } }: ByTeamCard,
): Promise<{ cardId: string }> {
  requireTo(ctx, 'edit', 'succession');
  await writeCards(ctx, (inside) => bringBackCard(inside, cardId));
  return { cardId };
}

/** To be called within `writeCards`. */
export async function bringBackCard(inside: CardWriting<UserContext>, cardId: string): Promise<void> {
  const { db: tx } = inside;
  const card = await lockCard(inside, cardId);
  const open = await findOpenSuccession(tx, cardId);
  if (!open) {
    throw new AppError(
      'conflict',
      'This card was claimed already, or put back. Hand it over again to change who has it.',
    );
  }
  const holderId = await findFormer(inside, open);
  if (holderId !== null) await requireRoomToHold(inside, inside.account.id, open.createdAt);
  const names = await leadAgain(tx, open.names, cardId);
  for (const name of names) inside.changedPages.add(aliasTag('card', name));
  const alias = open.alias !== null && names.includes(open.alias) ? open.alias : null;
  const isAliasMain = alias !== null && open.isAliasMain;
  await unvacateCard(inside, card, { id: open.id, holderId, alias, isAliasMain });
  await tx.delete(cardSuccessions).where(eq(cardSuccessions.id, open.id));
  if (open.inviteId) await tx.delete(teamInvites).where(eq(teamInvites.id, open.inviteId));
  await resumeMoving(inside, cardId);
  const about = { name: open.formerName, subjectId: open.formerId };
  await recordTeamEvent(inside, tx, inside.account.id, 'in_team_card_taken_back', about);
}

/** The former holder, if they are still in the team. */
async function findFormer({ db }: CardWriting<UserContext>, { teamId, formerId }: SuccessionRow) {
  if (formerId === null) return null;
  const { rows } = await db.execute<{ id: PersonId | null }>(
    sql`select ${memberOf(sql`${teamId}`, sql`${formerId}`)} as id`,
  );
  return rows[0]?.id ?? null;
}
