import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/db/open.ts';
import { contacts } from '#server/db/schema/people.ts';
import { MERGED, MOVED, SEEN, STAYED, toJson } from '#server/people/contacts/merge/merge-undo.ts';
import { type Columns, takeBack, withReplaced } from '#server/people/contacts/merge/take-back.ts';
import { each, pick } from '#shared/contract/field-kinds.ts';
import { NAME_FIELDS, type Named } from '#shared/names/name-parts.ts';
import { dropStaleParts } from '#shared/names/names.ts';

type Row = typeof contacts.$inferSelect;

/** `with theirs (id)`: this contact or lead, and the contacts that were merged into it and could come back. */
export const withMerged = (personId: string): SQL => sql`
  with recursive theirs as (
    select ${personId}::text as id
    union
    select gone.contact_id from theirs
    join contact_undo_rows stayed on stayed.contact_id = theirs.id and stayed.source = ${STAYED}
    join contact_undo_rows gone on gone.operation_id = stayed.operation_id
  )`;

/**
 * Gives somebody who had been merged into the contact `kept` what they `said` of themselves: it comes back with them, and
 * undoing the merge takes what it `changed` from the contact that stayed. A message is theirs where it is still as it `was`.
 * `receiptId`: by which they came.
 */
export async function correctMerged(
  tx: Db,
  kept: Row,
  receiptId: string,
  { was, said, changed }: { was: string | undefined; said: Partial<Row>; changed: Partial<Row> },
): Promise<void> {
  const { rows } = await tx.execute<Gone>(sql`
    ${withMerged(kept.id)}
    select gone.nth, gone.contact_id as id, gone.row, noted.nth as noted, noted.row -> 'after' as after,
      stayed.nth as stayed, stayed.contact_id as "stayedId", stayed.row as before,
      (
        select coalesce(jsonb_agg(
          jsonb_build_object('before', later.row, 'after', became.row -> 'after') order by later.nth desc
        ), '[]')
        from contact_undo_rows later
        left join contact_undo_rows became
          on became.operation_id = later.operation_id and became.source in (${MERGED}, ${SEEN})
        where later.contact_id = stayed.contact_id and later.source = ${STAYED} and later.nth > stayed.nth
      ) as later
    from contact_undo_rows moved
    join contact_undo_rows gone on gone.operation_id = moved.operation_id and gone.contact_id = moved.contact_id
    join contact_undo_rows stayed on stayed.operation_id = moved.operation_id and stayed.source = ${STAYED}
    left join contact_undo_rows noted on noted.operation_id = moved.operation_id and noted.source = ${MERGED}
    where moved.contact_id in (select id from theirs) and moved.source = ${MOVED.receipts}
      and moved.row ->> 'id' = ${receiptId} and gone.source = 'contacts'`);
  const changesOf = new Map([[kept.id, toJson(changed)]]);
  for (const { id, row } of rows) {
    const named: Named = {
      ...each(NAME_FIELDS, (name) => row[contacts[name].name] as never),
      fullName: String(row[contacts.fullName.name]),
    };
    const { dropped } = dropStaleParts(said.fullName ?? named.fullName, named, {});
    const isSaidThere = (row[contacts.notes.name] ?? '') === (was ?? '');
    changesOf.set(
      id,
      toJson({ ...each(dropped, () => null), ...said, notes: isSaidThere ? said.notes : undefined }),
    );
  }
  const write = (nth: string, row: Columns) =>
    tx.execute(
      sql`update contact_undo_rows set row = row || ${JSON.stringify(row)}::jsonb where nth = ${nth}`,
    );
  const stoodAs = new Map([
    [kept.id, toJson(kept)],
    ...rows.map(({ id, row }) => [id, asNoted(row)] as const),
  ]);
  for (const { nth, id, noted, after, stayed, stayedId, before, later } of rows) {
    await write(nth, changesOf.get(id) ?? {});
    const last = stoodAs.get(stayedId);
    if (!noted || !after || !last) continue;
    const changes = changesOf.get(stayedId) ?? {};
    // The merge itself notes no message.
    const asFound = (current: Columns) =>
      pick(later.reduce(beforeOperation, current), Object.keys({ ...after, ...changes }));
    const now = asFound(last);
    // Over a value that was changed since, the correction hides it: undoing shows it again.
    await write(stayed, takeBack(now, { ...now, ...before }, { ...now, ...after }));
    await write(noted, { after: withReplaced(asFound({ ...last, ...changes }), now, changes) });
  }
}

/** A row that was kept as it was, with its times as operations note them. */
const asNoted = (row: Columns): Columns => {
  const times = Object.values(getTableColumns(contacts)).filter(({ dataType }) => dataType === 'date');
  const said = times.flatMap(({ name }) =>
    row[name] ? [[name, new Date(String(row[name])).toISOString()]] : [],
  );
  return { ...row, ...Object.fromEntries(said) };
};

/** Columns of before and after an operation; those from before this was noted have no `after`. */
interface Noted {
  before: Columns;
  after: Columns | null;
}

const beforeOperation = (now: Columns, { before, after }: Noted): Columns => ({
  ...now,
  ...(after ? takeBack(now, before, after) : before),
});

/** A contact that the person was part of, and what its operation noted of the one that stayed, before and after. */
interface Gone extends Record<string, unknown> {
  nth: string;
  id: string;
  row: Columns;
  noted: string | null;
  after: Columns | null;
  stayed: string;
  stayedId: string;
  before: Columns;
  /** Later operations on that contact, the last first. */
  later: Noted[];
}
