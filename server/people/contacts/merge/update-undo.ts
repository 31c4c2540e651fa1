import { getTableColumns, sql } from 'drizzle-orm';
import type { Db } from '#server/db/open.ts';
import { contacts } from '#server/db/schema/people.ts';
import { type contactOperations, contactUndoRows } from '#server/db/schema/people-changes.ts';
import { recordChange } from '#server/people/contacts/history.ts';
import type { OperationDetails } from '#server/people/contacts/merge/chosen-contacts.ts';
import {
  addOperation,
  asColumns,
  restoreStayed,
  SEEN,
  STAYED,
} from '#server/people/contacts/merge/merge-undo.ts';

/** Decisions on what is new on a card that a contact keeps in step with, so that they can be undone like a merge. */

type Row = typeof contacts.$inferSelect;
type Operation = typeof contactOperations.$inferSelect;

interface Decision {
  before: Row;
  after: Row;
  linkId: string;
  /** The fields that were decided on, and what the link had seen of all fields before. */
  fields: readonly string[];
  seen: Record<string, string>;
}

/** Notes a decision; `undoOperation` takes it back. */
export async function noteUpdate(
  tx: Db,
  at: Date,
  { before, after, linkId, fields, seen }: Decision,
): Promise<Operation> {
  const details: OperationDetails = { ids: [before.id] };
  const done = { userId: before.userId, kind: 'update', done: 1, createdAt: at } as const;
  const operation = await addOperation(tx, { ...done, details: { ...details } });
  const former = Object.fromEntries(Object.entries(seen).filter(([name]) => fields.includes(name)));
  const changed = changedColumns(before, after);
  const common = { operationId: operation.id, contactId: before.id };
  await tx.insert(contactUndoRows).values([
    { ...common, source: STAYED, row: asColumns(before, changed) },
    { ...common, source: SEEN, row: { id: linkId, fields, seen: former, after: asColumns(after, changed) } },
  ]);
  return operation;
}

type Column = keyof Row;

const changedColumns = (before: Row, after: Row): Column[] =>
  (Object.keys(getTableColumns(contacts)) as Column[]).filter(
    (name) => name !== 'updatedAt' && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );

/** Gives the contact its former values back, except where it was changed since; what was decided is offered again. */
export async function undoUpdate(tx: Db, operationId: string, at: Date): Promise<void> {
  const [before, after] = await restoreStayed(tx, operationId, at);
  if (before && after) await recordChange(tx, before, after, { kind: 'changed', at });
  await tx.execute(sql`
    update contact_links l set checked_at = null,
      seen = (l.seen - array(select jsonb_array_elements_text(u.row -> 'fields'))) || (u.row -> 'seen')
    from contact_undo_rows u
    where u.operation_id = ${operationId} and u.source = ${SEEN} and l.id = u.row ->> 'id'`);
}
