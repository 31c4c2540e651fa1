import { isDeepStrictEqual } from 'node:util';
import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import type { Db } from '#server/db/open.ts';
import { contacts } from '#server/db/schema/people.ts';
import { type contactOperations, contactUndoRows } from '#server/db/schema/people-changes.ts';
import { recordChange } from '#server/people/contacts/history.ts';
import type { OperationDetails } from '#server/people/contacts/merge/chosen-contacts.ts';
import { addOperation, asColumns, restoreStayed, STAYED } from '#server/people/contacts/merge/merge-undo.ts';
import { NAME_FIELDS } from '#shared/names/name-parts.ts';

/** Decisions on what is new on a card that a contact keeps in step with, so that they can be undone like a merge. */

type Row = typeof contacts.$inferSelect;
type Operation = typeof contactOperations.$inferSelect;

/** The `contact_undo_rows.source` of decided fields: the values seen of them before, and the contact's outcome. */
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

/** The column that a column is part of: it stays with it. */
const PART_OF: Record<string, string> = {
  [contacts.phoneE164.name]: contacts.phone.name,
  ...Object.fromEntries(NAME_FIELDS.map((name) => [contacts[name].name, contacts.fullName.name])),
};

/** Leaves columns alone that were changed again after the decision. */
async function keepChangedSince(tx: Db, operationId: string, now: Row): Promise<void> {
  const isOf = (source: string) =>
    and(eq(contactUndoRows.operationId, operationId), eq(contactUndoRows.source, source));
  const [noted] = await tx.select({ row: contactUndoRows.row }).from(contactUndoRows).where(isOf(SEEN));
  // Decisions from before this was noted have none.
  const after = (noted?.row?.after ?? {}) as Record<string, unknown>;
  const given = JSON.parse(
    JSON.stringify(asColumns(now, Object.keys(getTableColumns(contacts)) as Column[])),
  ) as Record<string, unknown>;
  const isChanged = (name: string) => !isDeepStrictEqual(given[name], after[name]);
  const kept = Object.keys(after).filter((name) => {
    const whole = PART_OF[name];
    return isChanged(name) || (whole !== undefined && whole in after && isChanged(whole));
  });
  await tx
    .update(contactUndoRows)
    .set({
      row: sql`${contactUndoRows.row} - array(select json_array_elements_text(${JSON.stringify(kept)}::json))`,
    })
    .where(isOf(STAYED));
}

/** Gives the contact its former values back, except where it was changed since; what was decided is offered again. */
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
  if (before) await keepChangedSince(tx, operationId, before);
  await restoreStayed(tx, operationId, at);
  const after = await read();
  if (before && after) await recordChange(tx, before, after, { kind: 'changed', at });
}
