import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { actorOf, actorStamp } from '#server/access/actor.ts';
import { memberOf } from '#server/access/find-account.ts';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import { writeInOrderOf } from '#server/access/write-in-order.ts';
import type { AppContext, UserContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { contacts, leadCaptures } from '#server/db/schema/people.ts';
import { repeatForTurn } from '#server/infra/long-work/repeat-for-turn.ts';
import { setUntold } from '#server/people/contacts/write-contacts.ts';
import { type AccountId, accountId, type PersonId, personId } from '#shared/accounts/ids.ts';
import { z } from '#shared/contract/zod.ts';

/**
 * Leaves the contacts and leads that somebody held to their team alone, a page at a time, so that nobody waits long for the
 * team's lock. Meanwhile they see none of them: that they are in the team decides, not the name in the row. A page that is
 * done is done: a killed process goes on with what still names them.
 */

/** Contacts, and leads, released in one transaction. */
const PAGE = 500;

/** Releases some, and leaves the rest to a job. To be called within `writeInOrder`, by whoever takes the person out of the team. */
export async function releasePeople(ctx: UserContext, tx: Db, holderId: PersonId): Promise<void> {
  if (!(await releaseSome(tx, ctx.account.id, holderId))) return;
  await ctx.queue.send(tx, 'release-people', { teamId: ctx.account.id, holderId, ...actorStamp(ctx.actor) });
}

/** Releases up to a page of each; returns whether there may be more. To be called within `writeInOrder`. */
export async function releaseSome(tx: Db, teamId: AccountId, holderId: PersonId): Promise<boolean> {
  const team = systemFor(teamId);
  const theirContacts = tx
    .select({ id: contacts.id })
    .from(contacts)
    .where(and(whereCan(team, 'edit', 'contact'), eq(contacts.holderId, holderId)))
    .orderBy(asc(contacts.createdAt), asc(contacts.id))
    .limit(PAGE);
  const theirLeads = tx
    .select({ id: leadCaptures.id })
    .from(leadCaptures)
    .where(and(whereCan(team, 'edit', 'lead'), eq(leadCaptures.holderId, holderId)))
    .orderBy(asc(leadCaptures.createdAt), asc(leadCaptures.id))
    .limit(PAGE);
  const released = await setUntold(tx, inArray(contacts.id, theirContacts), { holderId: null });
  const { rowCount } = await tx
    .update(leadCaptures)
    .set({ holderId: null })
    .where(inArray(leadCaptures.id, theirLeads));
  return released.length === PAGE || rowCount === PAGE;
}

export const toRelease = z.object({
  teamId: accountId,
  holderId: personId,
  actorKind: z.string(),
  actorId: z.string().nullable(),
});

/** Goes on for a while, and leaves the rest to another job. */
export async function releaseRest(app: AppContext, left: z.output<typeof toRelease>): Promise<void> {
  const { teamId, holderId } = left;
  const releasePage = () =>
    writeInOrderOf(app, sql`${teamId}`, actorOf(left), async (tx) => {
      const { rows } = await tx.execute(
        sql`select where ${memberOf(sql`${teamId}`, sql`${holderId}`)} is null`,
      );
      return rows.length > 0 && (await releaseSome(tx, teamId, holderId));
    });
  if (await repeatForTurn(releasePage)) await app.queue.send(app.db, 'release-people', left);
}
