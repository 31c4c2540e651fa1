import { and, desc, eq, inArray, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { type Actor, actorOf, actorStamp } from '#server/access/actor.ts';
import { memberOf } from '#server/access/find-account.ts';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import { writeInOrderOf } from '#server/access/write-in-order.ts';
import type { AppContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import { contacts, leadCaptures } from '#server/db/schema/people.ts';
import { cardSuccessions } from '#server/db/schema/successions.ts';
import { persons } from '#server/db/schema/users.ts';
import { repeatForTurn } from '#server/infra/long-work/repeat-for-turn.ts';
import { recordContactEvents } from '#server/people/contacts/history.ts';
import { setUntold } from '#server/people/contacts/write-contacts.ts';
import type { SuccessionRow } from '#server/teams/successions/succession-rows.ts';
import { accountId, accountOf, type PersonId } from '#shared/accounts/ids.ts';
import { z } from '#shared/contract/zod.ts';

/**
 * The people whom a card has met come to its new holder, newest first: at once a page or two, the rest by a job. A page and
 * its count are one transaction, so a killed process goes on without anyone left out or counted twice.
 */

/** Contacts, and leads, moved in one transaction. */
const PAGE = 500;
/** Pages of the claim itself. */
const PAGES_AT_ONCE = 2;

interface Mover {
  db: Db;
  now(): Date;
}

/** Begins to move the people of a card that was just claimed; to be called within `writeInOrder`. */
export async function beginMoving(
  ctx: Mover & Pick<AppContext, 'queue'> & { actor: Actor },
  succession: SuccessionRow,
  holderId: PersonId,
): Promise<void> {
  const claimed = { ...succession, claimedAt: ctx.now() };
  const people = await countPeople(ctx.db, claimed, holderId);
  // Those who have not come to the holder before come to this one.
  await ctx.db.update(cardSuccessions).set({ movedAt: ctx.now() }).where(isUnfinished(succession.cardId));
  await set(ctx.db, succession.id, { claimedAt: claimed.claimedAt, people });
  for (let pages = 0; await moveSome(ctx, succession.id); ) {
    pages += 1;
    if (pages < PAGES_AT_ONCE) continue;
    await sendRest(ctx, succession.id);
    return;
  }
}

const sendRest = (ctx: Pick<Mover, 'db'> & Pick<AppContext, 'queue'> & { actor: Actor }, id: string) =>
  ctx.queue.send(ctx.db, 'move-people', { successionId: id, ...actorStamp(ctx.actor) });

const isUnfinished = (cardId: string): SQL | undefined => {
  const { claimedAt, movedAt } = cardSuccessions;
  return and(eq(cardSuccessions.cardId, cardId), isNotNull(claimedAt), isNull(movedAt));
};

/** After a later succession was undone, or whoever claimed the card came back to it, the work goes on. */
export async function resumeMoving(
  ctx: Pick<Mover, 'db'> & Pick<AppContext, 'queue'> & { actor: Actor },
  cardId: string,
): Promise<void> {
  const { id } = cardSuccessions;
  for (const row of await ctx.db.select({ id }).from(cardSuccessions).where(isUnfinished(cardId)))
    await sendRest(ctx, row.id);
}

const set = (db: Db, id: string, values: Partial<SuccessionRow>) =>
  db.update(cardSuccessions).set(values).where(eq(cardSuccessions.id, id));

/** SQL conditions: those the card had met when it was claimed, who are not the new holder's yet. */
function toMove({ cardId, teamId, claimedAt }: SuccessionRow, holderId: PersonId) {
  const team = systemFor(accountId.parse(teamId));
  const isTheirs = (table: typeof contacts | typeof leadCaptures): SQL | undefined =>
    and(
      eq(table.cardId, cardId),
      lte(table.createdAt, claimedAt ?? new Date(0)),
      sql`${table.holderId} is distinct from ${holderId}`,
      // Whom they have given up since stays with the team.
      sql`not exists (select from released_people r
        where ${whereCan(team, 'see', 'release', 'r')} and r.person_id = ${table.id} and r.holder_id = ${holderId})`,
    );
  return {
    contact: and(whereCan(team, 'edit', 'contact'), isTheirs(contacts)),
    lead: and(whereCan(team, 'edit', 'lead'), isTheirs(leadCaptures)),
  };
}

async function countPeople(db: Db, succession: SuccessionRow, holderId: PersonId): Promise<number> {
  const { contact, lead } = toMove(succession, holderId);
  return (await db.$count(contacts, contact)) + (await db.$count(leadCaptures, lead));
}

/** Moves up to a page of each; returns whether there may be more. Does nothing once somebody else has the card. */
async function moveSome({ db: tx, now }: Mover, id: string): Promise<boolean> {
  const [found] = await tx
    .select({ row: cardSuccessions, holderId: businessCards.holderId, toName: persons.fullName })
    .from(cardSuccessions)
    .innerJoin(businessCards, eq(businessCards.id, cardSuccessions.cardId))
    .innerJoin(persons, eq(persons.id, businessCards.holderId))
    .where(and(eq(cardSuccessions.id, id), isNull(cardSuccessions.movedAt), await isLatest(tx, id)))
    .for('no key update', { of: cardSuccessions });
  if (!found?.holderId || !(await isMember(tx, found.row.teamId, found.holderId))) return false;
  const { row, holderId, toName } = found;
  const { contact, lead } = toMove(row, holderId);
  const theirContacts = tx
    .select({ id: contacts.id })
    .from(contacts)
    .where(contact)
    .orderBy(desc(contacts.createdAt), desc(contacts.id))
    .limit(PAGE);
  const theirLeads = tx
    .select({ id: leadCaptures.id })
    .from(leadCaptures)
    .where(lead)
    .orderBy(desc(leadCaptures.createdAt), desc(leadCaptures.id))
    .limit(PAGE);
  const moved = await setUntold(tx, inArray(contacts.id, theirContacts), { holderId });
  const details = { metBy: row.formerName, heldBy: toName };
  const event = { kind: 'handedOver' as const, details, at: now() };
  await recordContactEvents(
    tx,
    moved.map(({ id: contactId, userId }) => ({ userId, contactId, ...event })),
  );
  const { rowCount } = await tx
    .update(leadCaptures)
    .set({ holderId })
    .where(inArray(leadCaptures.id, theirLeads));
  const leads = rowCount ?? 0;
  const isMore = moved.length === PAGE || leads === PAGE;
  const peopleMoved = row.peopleMoved + moved.length + leads;
  await set(tx, id, { peopleMoved, movedAt: isMore ? null : now() });
  return isMore;
}

/** Whoever holds the card now claimed it by this succession. */
async function isLatest(tx: Db, id: string): Promise<SQL> {
  const [row] = await tx.select().from(cardSuccessions).where(eq(cardSuccessions.id, id));
  return sql`not exists (select from card_successions l where l.card_id = ${row?.cardId ?? ''}
    and l.created_at > ${row?.createdAt.toISOString() ?? null}::timestamptz)`;
}

async function isMember(tx: Db, teamId: string, holderId: PersonId): Promise<boolean> {
  const { rows } = await tx.execute(
    sql`select where ${memberOf(sql`${teamId}`, sql`${accountOf({ id: holderId }).id}`)} is not null`,
  );
  return rows.length > 0;
}

export const toMovePeople = z.object({
  successionId: z.string(),
  actorKind: z.string(),
  actorId: z.string().nullable(),
});

/** Goes on for a while, and leaves the rest to another job. */
export async function moveRest(app: AppContext, left: z.output<typeof toMovePeople>): Promise<void> {
  const { successionId } = left;
  const [row] = await app.db.select().from(cardSuccessions).where(eq(cardSuccessions.id, successionId));
  if (!row) return;
  const movePage = () =>
    writeInOrderOf(app, sql`${row.teamId}`, actorOf(left), (tx) =>
      moveSome({ db: tx, now: app.now }, successionId),
    );
  if (await repeatForTurn(movePage)) await app.queue.send(app.db, 'move-people', left);
}
