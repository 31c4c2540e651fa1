import { getTableColumns, sql } from 'drizzle-orm';
import { newId } from '#server/db/new-id.ts';
import type { Db } from '#server/db/open.ts';
import { contacts } from '#server/db/schema/people.ts';
import { contactOperations } from '#server/db/schema/people-changes.ts';
import { bringBack } from '#server/people/contacts/merge/snapshot.ts';
import { restoreColumns } from '#server/people/contacts/write-contacts.ts';

/** The `contact_undo_rows.source` of the contact that stayed: its changed columns as they were. */
export const STAYED = 'contacts, as it was';
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

/** These columns of a row under their names in the database. */
export const asColumns = (row: Row, names: (keyof Row)[]): Record<string, unknown> => {
  const columns = getTableColumns(contacts);
  return Object.fromEntries(names.map((name) => [columns[name].name, row[name]]));
};

/** Gives the contact that stayed its own values back, and brings back the others with all that was theirs. */
export async function undoMerge(tx: Db, operationId: string, at: Date): Promise<void> {
  // Before its receipts, like everything else that locks both.
  await tx.execute(sql`
    select from contacts where id in (
      select contact_id from contact_undo_rows where operation_id = ${operationId} and source = ${STAYED}
    ) for update`);
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

/** Gives the contact that stayed its own values back. */
export async function restoreStayed(tx: Db, operationId: string, at: Date): Promise<void> {
  const { rows } = await tx.execute<{ id: string; row: Record<string, unknown> }>(sql`
    select contact_id as id, row from contact_undo_rows
    where operation_id = ${operationId} and source = ${STAYED}`);
  for (const { id, row } of rows) await restoreColumns(tx, id, row, at);
}
