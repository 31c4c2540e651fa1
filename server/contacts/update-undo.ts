import { eq, getTableColumns, sql } from 'drizzle-orm';
import { recordChange } from '#server/contacts/change-contact.ts';
import { STAYED, undoMerge } from '#server/contacts/merge-undo.ts';
import { contactOperations, contactUndoRows } from '#server/db/contact-schema.ts';
import { newId } from '#server/db/new-id.ts';
import type { Db } from '#server/db/open.ts';
import { contacts } from '#server/db/schema.ts';

/** Decisions on what is new on a card that a contact keeps in step with, so that they can be undone like a merge. */

type Row = typeof contacts.$inferSelect;
type Operation = typeof contactOperations.$inferSelect;

/** What `contact_undo_rows.source` says of the fields that were decided on, and of what was seen of them before. */
const SEEN = 'contact_links, as it was';

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
  const [operation] = await tx
    .insert(contactOperations)
    .values({
      id: newId(),
      userId: before.userId,
      kind: 'update',
      state: 'done',
      details: {},
      done: 1,
      createdAt: at,
    })
    .returning();
  if (!operation) throw new Error('The operation was not returned.');
  const former = Object.fromEntries(Object.entries(seen).filter(([name]) => fields.includes(name)));
  const common = { operationId: operation.id, contactId: before.id };
  await tx.insert(contactUndoRows).values([
    { ...common, source: STAYED, row: changedColumns(before, after) },
    { ...common, source: SEEN, row: { id: linkId, fields, seen: former } },
  ]);
  return operation;
}

/** The columns that differ as they were, under their names in the database. */
function changedColumns(before: Row, after: Row): Record<string, unknown> {
  const columns = Object.entries(getTableColumns(contacts)) as [keyof Row, { name: string }][];
  return Object.fromEntries(
    columns
      .filter(([name]) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
      .map(([name, column]) => [column.name, before[name]]),
  );
}

/** Gives the contact its former values back; what was decided is offered again. */
export async function undoUpdate(tx: Db, operationId: string, at: Date): Promise<void> {
  const [undone] = await tx
    .select({ id: contactUndoRows.contactId })
    .from(contactUndoRows)
    .where(eq(contactUndoRows.operationId, operationId))
    .limit(1);
  const read = async () => {
    const [row] = await tx
      .select()
      .from(contacts)
      .where(eq(contacts.id, undone?.id ?? ''))
      .for('update');
    return row;
  };
  const before = await read();
  await tx.execute(sql`
    update contact_links l set checked_at = null,
      seen = (l.seen - array(select jsonb_array_elements_text(u.row -> 'fields'))) || (u.row -> 'seen')
    from contact_undo_rows u
    where u.operation_id = ${operationId} and u.source = ${SEEN} and l.id = u.row ->> 'id'`);
  await undoMerge(tx, operationId);
  const after = await read();
  if (before && after) await recordChange(tx, before, after, { kind: 'changed', at });
}
