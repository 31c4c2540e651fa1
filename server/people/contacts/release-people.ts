import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { actorOf, actorStamp } from '#server/access/actor.ts';
import { memberOf } from '#server/access/find-account.ts';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import { writeInOrderOf } from '#server/access/write-in-order.ts';
import type { AppContext, UserContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { contacts, leadCaptures } from '#server/db/schema/people.ts';
import { valuesOf } from '#server/db/values-of.ts';
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

/**
 * Releases up to a page of each, and notes whose they were, so that they can come back; returns whether there may be more. To
 * be called within `writeInOrder`.
 */
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
  const leads = await tx
    .update(leadCaptures)
    .set({ holderId: null })
    .where(inArray(leadCaptures.id, theirLeads))
    .returning({ id: leadCaptures.id });
  const ids = JSON.stringify([...released, ...leads].map(({ id }) => id));
  await tx.execute(sql`
    insert into released_people (user_id, person_id, holder_id, released_at, has_left)
    select ${teamId}, id, ${holderId}, coalesce(nullif(current_setting('goldleaf.at', true), '')::timestamptz, now()), true
    from json_array_elements_text(${ids}::json) id
    on conflict (user_id, person_id) do update
      set holder_id = excluded.holder_id, released_at = excluded.released_at, has_left = true`);
  return released.length === PAGE || leads.length === PAGE;
}

/**
 * Gives up to a page of them back to somebody who is in the team again, unless somebody else holds them by now; returns
 * whether there may be more. To be called within `writeInOrder`.
 */
async function returnSome(tx: Db, teamId: AccountId, holderId: PersonId): Promise<boolean> {
  const team = systemFor(teamId);
  const { rows } = await tx.execute<{ id: string }>(sql`
    delete from released_people where (user_id, person_id) in (
      select r.user_id, r.person_id from released_people r
      where ${whereCan(team, 'edit', 'release', 'r')} and r.holder_id = ${holderId} and r.has_left limit ${PAGE}
    ) returning person_id as id`);
  await givePeopleBack(tx, team, rows, holderId);
  return rows.length === PAGE;
}

/** Gives these people to `holderId` unless somebody else holds them by now; returns how many. */
export async function givePeopleBack(
  tx: Db,
  caller: UserContext | ReturnType<typeof systemFor>,
  people: { id: string }[],
  holderId: PersonId,
): Promise<number> {
  const ids = valuesOf(people.map(({ id }) => id));
  const isFree = (table: typeof contacts | typeof leadCaptures) =>
    sql`${table.id} in ${ids} and ${table.holderId} is null`;
  const back = await setUntold(tx, and(isFree(contacts), whereCan(caller, 'edit', 'contact')), { holderId });
  const leads = await tx
    .update(leadCaptures)
    .set({ holderId })
    .where(and(isFree(leadCaptures), whereCan(caller, 'edit', 'lead')))
    .returning({ id: leadCaptures.id });
  return back.length + leads.length;
}

/** Gives back whom somebody held when they left, some at once and the rest by a job; to be called within `writeInOrder`. */
export async function returnPeople(
  ctx: UserContext,
  tx: Db,
  teamId: AccountId,
  holderId: PersonId,
): Promise<void> {
  if (!(await returnSome(tx, teamId, holderId))) return;
  await ctx.queue.send(tx, 'return-people', { teamId, holderId, ...actorStamp(ctx.actor) });
}

export const toRelease = z.object({
  teamId: accountId,
  holderId: personId,
  actorKind: z.string(),
  actorId: z.string().nullable(),
});

type Left = z.output<typeof toRelease>;

/** Repeats a step for a while, as long as the person is in the team or is not; returns whether there may be more. */
const goOn = (
  app: AppContext,
  left: Left,
  isIn: boolean,
  step: (tx: Db, teamId: AccountId, holderId: PersonId) => Promise<boolean>,
): Promise<boolean> => {
  const { teamId, holderId } = left;
  return repeatForTurn(() =>
    writeInOrderOf(app, sql`${teamId}`, actorOf(left), async (tx) => {
      const { rows } = await tx.execute(
        sql`select where (${memberOf(sql`${teamId}`, sql`${holderId}`)} is not null) = ${isIn}`,
      );
      return rows.length > 0 && (await step(tx, teamId, holderId));
    }),
  );
};

/** Goes on for a while, and leaves the rest to another job. */
export async function releaseRest(app: AppContext, left: Left): Promise<void> {
  if (await goOn(app, left, false, releaseSome)) await app.queue.send(app.db, 'release-people', left);
}

/** Likewise with those who come back. */
export async function returnRest(app: AppContext, left: Left): Promise<void> {
  if (await goOn(app, left, true, returnSome)) await app.queue.send(app.db, 'return-people', left);
}
