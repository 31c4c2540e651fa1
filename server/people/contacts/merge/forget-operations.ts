import { and, eq, exists, inArray, lte, not, type SQL, sql } from 'drizzle-orm';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { AppContext } from '#server/context.ts';
import { deleteInSteps, doInSteps } from '#server/db/delete-in-steps.ts';
import type { Db } from '#server/db/open.ts';
import { contactOperations, contactUndoRows } from '#server/db/schema/people-changes.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import { CONTACT_ROOM } from '#shared/people/contact-room.ts';

/** Ends what can be undone of changes of many contacts: it may be as large as the contacts themselves. */

const OPERATIONS_AT_ONCE = 1_000;
const ENDED = ['done', 'undone', 'failed'] as const;
/** Of an owner, the last changes stay until together they were made to as many contacts as an account may have. */
const CONTACTS_MAX = CONTACT_ROOM.paying.people;

export const forgetOperationsBefore = (
  app: Pick<AppContext, 'db'>,
  before: Date,
  stopping?: AbortSignal,
): Promise<void> => forget(app, lte(contactOperations.createdAt, before), stopping);

/** Forgets what newer changes leave no room for: this owner's, or everybody's. */
export async function forgetCrowdedOut(
  { db }: Pick<AppContext, 'db'>,
  { userId, stopping }: { userId?: AccountId; stopping?: AbortSignal | undefined },
): Promise<void> {
  const isTheirs = userId ? whereCan(systemFor(userId), 'see', 'contactOperation') : sql`true`;
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from (
      select id, state, sum(done) over (partition by user_id order by created_at desc, id desc) - done as newer
      from contact_operations where ${isTheirs}
    ) as ranked
    where newer >= ${CONTACTS_MAX} and state in ${ENDED} limit ${OPERATIONS_AT_ONCE}`);
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await forget({ db }, inArray(contactOperations.id, ids), stopping);
}

/** True if it can be undone: what was kept for it has not begun to go. */
export const IS_KEPT: SQL = sql`${contactOperations.details} ->> 'isForgotten' is null`;

/** First the rows that were kept for them; nobody may undo half of a change meanwhile, nor one that is being made. */
async function forget({ db }: Pick<AppContext, 'db'>, isOver: SQL, stopping?: AbortSignal): Promise<void> {
  const { id, createdAt, state, details } = contactOperations;
  const isToEnd = and(isOver, inArray(state, ENDED), IS_KEPT);
  const end = (tx: Db, isNext: SQL | undefined) =>
    tx
      .update(contactOperations)
      .set({ details: sql`${details} || '{"isForgotten": true}'` })
      .where(isNext);
  await doInSteps(db, createdAt, isToEnd, end, { stopping });
  const isEnded = and(isOver, not(IS_KEPT));
  const { operationId, contactId } = contactUndoRows;
  const hasRows = exists(db.select({ operationId }).from(contactUndoRows).where(eq(operationId, id)));
  for (const ended of await db.select({ id }).from(contactOperations).where(and(isEnded, hasRows)))
    await deleteInSteps(db, contactId, eq(operationId, ended.id), { stopping });
  await deleteInSteps(db, createdAt, isEnded, { stopping });
}
