import { isDeepStrictEqual } from 'node:util';
import { eq, getTableColumns, sql } from 'drizzle-orm';
import { newId } from '#server/db/new-id.ts';
import type { Db } from '#server/db/open.ts';
import { contacts } from '#server/db/schema/people.ts';
import { contactOperations } from '#server/db/schema/people-changes.ts';
import { bringBack } from '#server/people/contacts/merge/snapshot.ts';
import { type Columns, takeBack } from '#server/people/contacts/merge/take-back.ts';
import { restoreColumns } from '#server/people/contacts/write-contacts.ts';
import { AppError } from '#shared/contract/errors.ts';

/** The `contact_undo_rows.source` of the contact that stayed: its changed columns as they were. */
export const STAYED = 'contacts, as it was';
/** … and, as `after`, what they became, but for those that nothing else changes: what is changed after that stays. */
export const MERGED = 'contacts, as merged';
/** The source of decided fields: the values seen of them before, and likewise the contact's outcome. */
export const SEEN = 'contact_links, as it was';
/** … and of notes that the merge made. */
export const NOTED = 'contact_notes, made';
/** … and of rows that name their person without a foreign key, by table: they passed to the contact that stayed. */
export const MOVED = {
  reminders: 'reminders, moved',
  receipts: 'receipts, moved',
  contact_links: 'contact_links, moved',
};

type Operation = typeof contactOperations.$inferSelect;

/** An operation that is over already, so that it can be undone. */
export async function addOperation(
  tx: Db,
  given: Pick<Operation, 'userId' | 'kind' | 'done' | 'createdAt'> & Partial<Pick<Operation, 'details'>>,
): Promise<Operation> {
  const values = { details: {}, ...given, id: newId(), state: 'done' } as const;
  const [operation] = await tx.insert(contactOperations).values(values).returning();
  if (!operation) throw new Error('The operation was not returned.');
  return operation;
}

type Row = typeof contacts.$inferSelect;

/** These columns of a row, or all that it has, under their names in the database. */
export const asColumns = (row: Partial<Row>, names = Object.keys(row) as (keyof Row)[]): Columns => {
  const columns = getTableColumns(contacts);
  return Object.fromEntries(names.map((name) => [columns[name].name, row[name]]));
};

/** Likewise as they are kept for undoing. */
export const toJson = (row: Partial<Row>): Columns => JSON.parse(JSON.stringify(asColumns(row)));

/** Gives the contact that stayed its own values back, and brings back the others with all that was theirs. */
export async function undoMerge(tx: Db, operationId: string, at: Date): Promise<void> {
  // Before its receipts, like everything else that locks both.
  await tx.execute(sql`
    select from contacts where id in (
      select contact_id from contact_undo_rows where operation_id = ${operationId} and source = ${STAYED}
    ) for update`);
  await keepNotesAsTheyAre(tx, operationId);
  // Notes and events had moved to the contact that stayed: they come back with their own.
  for (const table of [sql`contact_notes`, sql`contact_history`]) {
    await tx.execute(sql`
      delete from ${table} t using contact_undo_rows u
      where u.operation_id = ${operationId} and u.source = any(array['contact_notes', 'contact_history', ${NOTED}])
        and t.id = u.row ->> 'id'`);
  }
  for (const [name, source] of Object.entries(MOVED)) {
    await tx.execute(sql`
      update ${sql.identifier(name)} t set person_id = u.contact_id from contact_undo_rows u
      where u.operation_id = ${operationId} and u.source = ${source} and t.id = u.row ->> 'id'`);
  }
  // Its history says nothing of it: what goes are the details of others, who may withdraw them.
  await restoreStayed(tx, operationId, at);
  const { rows } = await tx.execute<{ id: string }>(sql`
    select contact_id as id from contact_undo_rows
    where operation_id = ${operationId} and source = 'contacts'`);
  await bringBack(
    tx,
    operationId,
    rows.map(({ id }) => id),
  );
}

/** Notes that were changed or deleted since come back so, and a message that was made a note and changed stays. */
async function keepNotesAsTheyAre(tx: Db, operationId: string): Promise<void> {
  const isOf = sql`u.operation_id = ${operationId}`;
  await tx.execute(sql`
    update contact_undo_rows u set row = to_jsonb(n) || jsonb_build_object('contact_id', u.contact_id)
    from contact_notes n where ${isOf} and u.source = 'contact_notes' and n.id = u.row ->> 'id'`);
  await tx.execute(sql`
    delete from contact_undo_rows u using contact_undo_rows stayed, contacts c
    where ${isOf} and u.source = 'contact_notes' and not exists (
      select from contact_notes n where n.id = u.row ->> 'id'
    ) and stayed.operation_id = u.operation_id and stayed.source = ${STAYED} and c.id = stayed.contact_id`);
  await tx.execute(sql`
    delete from contact_undo_rows u using contact_notes n
    where ${isOf} and u.source = ${NOTED} and n.id = u.row ->> 'id' and n.changed_at is not null`);
}

/**
 * Gives the contact that stayed its own values back, except where they were changed since. Returns it before and after.
 * Throws 409 where a later operation has begun from what this one made.
 */
export async function restoreStayed(tx: Db, operationId: string, at: Date): Promise<Row[]> {
  await requireLatest(tx, operationId);
  const { rows } = await tx.execute<{ id: string; row: Columns; after: Columns | null }>(sql`
    select contact_id as id, row, (
      select noted.row -> 'after' from contact_undo_rows noted
      where noted.operation_id = ${operationId} and noted.source in (${MERGED}, ${SEEN}) limit 1
    ) as after
    from contact_undo_rows where operation_id = ${operationId} and source = ${STAYED}`);
  const [stayed] = rows;
  if (!stayed) return [];
  const read = () => tx.select().from(contacts).where(eq(contacts.id, stayed.id)).for('update');
  const [before] = await read();
  if (!before) return [];
  const now = toJson(before);
  // Operations from before this was noted have no `after`.
  const own = { ...stayed.row, ...takeBack(now, stayed.row, stayed.after ?? {}) };
  const changes = Object.entries(own).filter(([name, value]) => !isDeepStrictEqual(value, now[name]));
  await restoreColumns(tx, stayed.id, Object.fromEntries(changes), at);
  return [before, ...(await read())];
}

/** A later operation on the same columns would bring back what is undone here, and so would one that took the contact away. */
async function requireLatest(tx: Db, operationId: string): Promise<void> {
  const { rows } = await tx.execute(sql`
    select from contact_undo_rows mine
    join contact_undo_rows later on later.contact_id = mine.contact_id and later.nth > mine.nth
      and later.operation_id <> mine.operation_id
    where mine.operation_id = ${operationId} and mine.source = ${STAYED} and (
      later.source = 'contacts'
      or later.source = ${STAYED} and later.row ?| array(select jsonb_object_keys(mine.row))
    ) limit 1`);
  if (rows.length === 0) return;
  throw new AppError(
    'conflict',
    'This contact was merged, updated from a card or deleted since. Undo that first.',
  );
}
