import { and, inArray, lte, not, type SQL, sql } from 'drizzle-orm';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { AppContext } from '#server/context.ts';
import { contactOperations, contactUndoRows } from '#server/db/schema/people-changes.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import { CONTACT_ROOM } from '#shared/people/contact-room.ts';

/** Ends what can be undone of changes of many contacts: it may be as large as the contacts themselves. */

/** Rows deleted per statement, so that none holds its locks for long. */
const ROWS_AT_ONCE = 2_000;
const OPERATIONS_AT_ONCE = 1_000;
/** Of an owner, the last changes stay until together they were made to as many contacts as an account may have. */
const CONTACTS_MAX = CONTACT_ROOM.paying.people;

export const forgetOperationsBefore = (app: Pick<AppContext, 'db'>, before: Date): Promise<void> =>
  forget(app, lte(contactOperations.createdAt, before));

/** Forgets what newer changes leave no room for: this owner's, or everybody's. */
export async function forgetCrowdedOut({ db }: Pick<AppContext, 'db'>, userId?: AccountId): Promise<void> {
  const isTheirs = userId ? whereCan(systemFor(userId), 'see', 'contactOperation') : sql`true`;
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from (
      select id, state, sum(done) over (partition by user_id order by created_at desc, id desc) - done as newer
      from contact_operations where ${isTheirs}
    ) as ranked
    where newer >= ${CONTACTS_MAX} and state in ('done', 'undone') limit ${OPERATIONS_AT_ONCE}`);
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await forget({ db }, inArray(contactOperations.id, ids));
}

/** True if it can be undone: what was kept for it has not begun to go. */
export const IS_KEPT: SQL = sql`${contactOperations.details} ->> 'isForgotten' is null`;

/** First the rows that were kept for them; nobody may undo half of a change meanwhile, nor one that is being made. */
async function forget({ db }: Pick<AppContext, 'db'>, isOver: SQL): Promise<void> {
  await db
    .update(contactOperations)
    .set({ details: sql`${contactOperations.details} || '{"isForgotten": true}'` })
    .where(and(isOver, inArray(contactOperations.state, ['done', 'undone'])));
  const isEnded = and(isOver, not(IS_KEPT));
  const ended = db.select({ id: contactOperations.id }).from(contactOperations).where(isEnded);
  for (let count = ROWS_AT_ONCE; count === ROWS_AT_ONCE; ) {
    const some = db
      .select({ nth: contactUndoRows.nth })
      .from(contactUndoRows)
      .where(inArray(contactUndoRows.operationId, ended))
      .limit(ROWS_AT_ONCE);
    const { rowCount } = await db.delete(contactUndoRows).where(inArray(contactUndoRows.nth, some));
    count = rowCount ?? 0;
  }
  await db.delete(contactOperations).where(isEnded);
}
