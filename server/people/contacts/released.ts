import { and, count, desc, eq, gte, isNotNull, lte, max, min, type SQL } from 'drizzle-orm';
import { memberOf } from '#server/access/find-account.ts';
import { whereCan } from '#server/access/where-can.ts';
import { writeInOrder } from '#server/access/write-in-order.ts';
import { oldestRestorable } from '#server/cards/cards/cards.ts';
import type { AppContext, UserContext } from '#server/context.ts';
import { deleteInSteps } from '#server/db/delete-in-steps.ts';
import type { Db } from '#server/db/open.ts';
import { leadCaptures } from '#server/db/schema/people.ts';
import { releasedPeople } from '#server/db/schema/people-changes.ts';
import { users } from '#server/db/schema/users.ts';
import { givePeopleBack } from '#server/people/contacts/release-people.ts';
import { setUntold } from '#server/people/contacts/write-contacts.ts';
import { personId } from '#shared/accounts/ids.ts';
import type { Released, ReleasedChoice } from '#shared/people/released.ts';

/**
 * Contacts and leads that a member of a team deletes are gone for them at once, and stay with the team without a
 * holder. For 30 days, its owner and team admins can give all of it back with one press.
 */

/** Takes the contacts that `which` chooses from the requester, who holds them; returns their ids. */
export async function giveUpContacts(ctx: UserContext, tx: Db, which: SQL | undefined): Promise<string[]> {
  return note(ctx, tx, await setUntold(tx, which, { holderId: null }));
}

/** Likewise with leads. */
export async function giveUpLeads(ctx: UserContext, tx: Db, which: SQL | undefined): Promise<string[]> {
  return note(ctx, tx, await tx.update(leadCaptures).set({ holderId: null }).where(which).returning());
}

async function note(ctx: UserContext, tx: Db, people: { id: string }[]): Promise<string[]> {
  const ids = people.map(({ id }) => id);
  const releasedAt = ctx.now();
  const row = { userId: ctx.account.id, holderId: ctx.user.id, releasedAt };
  if (ids.length === 0) return ids;
  await tx
    .insert(releasedPeople)
    .values(ids.map((personId) => ({ ...row, personId })))
    .onConflictDoUpdate({
      target: [releasedPeople.userId, releasedPeople.personId],
      set: { holderId: ctx.user.id, releasedAt, hasLeft: false },
    });
  return ids;
}

const MEMBERS_SHOWN = 100;

/** Of those who are still in the team, and deleted them: whoever left comes back with whom they held. */
const isOfMember = (ctx: UserContext, action: 'see' | 'edit') =>
  and(
    whereCan(ctx, action, 'release'),
    gte(releasedPeople.releasedAt, oldestRestorable(ctx)),
    eq(releasedPeople.hasLeft, false),
    isNotNull(memberOf(releasedPeople.userId, releasedPeople.holderId)),
  );

/** How many people each member has deleted, the latest first. */
export async function listReleased(ctx: UserContext): Promise<Released[]> {
  const rows = await ctx.db
    .select({
      holderId: releasedPeople.holderId,
      fullName: users.fullName,
      count: count(),
      firstAt: min(releasedPeople.releasedAt),
      lastAt: max(releasedPeople.releasedAt),
    })
    .from(releasedPeople)
    .innerJoin(users, eq(users.id, releasedPeople.holderId))
    .where(isOfMember(ctx, 'see'))
    .groupBy(releasedPeople.holderId, users.fullName)
    .orderBy(desc(max(releasedPeople.releasedAt)))
    .limit(MEMBERS_SHOWN);
  return rows.map(({ firstAt, lastAt, ...row }) => ({
    ...row,
    firstAt: (firstAt ?? ctx.now()).toISOString(),
    lastAt: (lastAt ?? ctx.now()).toISOString(),
  }));
}

/** Gives people back to the member who deleted them, from a moment on, unless somebody else holds them by now. */
export async function restoreReleased(
  ctx: UserContext,
  { body }: { body: ReleasedChoice },
): Promise<{ count: number }> {
  const since = body.since === undefined ? undefined : gte(releasedPeople.releasedAt, new Date(body.since));
  const holderId = personId.parse(body.holderId);
  return writeInOrder(ctx, async (tx) => {
    const rows = await tx
      .delete(releasedPeople)
      .where(and(isOfMember(ctx, 'edit'), eq(releasedPeople.holderId, holderId), since))
      .returning({ id: releasedPeople.personId });
    return { count: await givePeopleBack(tx, ctx, rows, holderId) };
  });
}

/** Forgets those that can no longer be given back; the people stay with the team. */
export const purgeReleased = ({ db, now }: AppContext, stopping?: AbortSignal) =>
  deleteInSteps(db, releasedPeople.releasedAt, lte(releasedPeople.releasedAt, oldestRestorable({ now })), {
    stopping,
  });
