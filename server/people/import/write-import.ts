import { eq, sql } from 'drizzle-orm';
import { actorOf } from '#server/access/actor.ts';
import { writeInOrderAfter } from '#server/access/write-in-order.ts';
import type { AppContext } from '#server/context.ts';
import { newId } from '#server/db/new-id.ts';
import type { Db } from '#server/db/open.ts';
import { contactImports } from '#server/db/schema/people-changes.ts';
import { finishContacts, isAmong, searchColumnsOf } from '#server/db/search/index-contacts.ts';
import { addKeys } from '#server/db/search/match-contacts.ts';
import { matchKeysOf } from '#server/db/search/match-keys.ts';
import { recordContactEvents } from '#server/people/contacts/history.ts';
import { insertInto, UPDATE_CONTACTS } from '#server/people/contacts/write-contacts.ts';
import type { Fillable } from './fill-contact.ts';
import { writeNotes } from './fill-notes.ts';
import type { Plan } from './plan-import.ts';
import type { ContactValues } from './read/contact-values.ts';
import {
  FILLED,
  FILLED_TYPES,
  FILLED_VALUES,
  WRITTEN_COLUMNS,
  WRITTEN_KEYS,
  WRITTEN_TYPES,
} from './read/import-columns.ts';
import type { ImportRow } from './read-imports.ts';

/** Writes what was decided about rows, many at once. Run in the transaction that records them. */

/** Runs a transaction of an import, whose row it locks first. */
export const writeOfImport = <Result>(
  app: AppContext,
  { id, userId, ...row }: ImportRow,
  write: (tx: Db) => Promise<Result>,
): Promise<Result> =>
  writeInOrderAfter(
    app,
    { userId, actor: actorOf(row) },
    (tx) =>
      tx
        .select({ id: contactImports.id })
        .from(contactImports)
        .where(eq(contactImports.id, id))
        .for('update'),
    write,
  );

/** The newest contact is the first of the file, a millisecond before the next, if it does not say when each was made. */
export async function addContacts(app: AppContext, row: ImportRow, { added }: Plan, at: Date): Promise<void> {
  if (added.length === 0) return;
  const { db } = app;
  const { userId } = row;
  const startedAt = row.startedAt ?? app.now();
  const json = `[${added.map((one) => one.json).join(',')}]`;
  // A later row of the same person may have filled what the first one lacked.
  const values = added.map((one) => JSON.parse(one.json) as ContactValues);
  const searched = values.map((each) => searchColumnsOf(userId, each));
  await db.execute(sql`
    ${sql.raw(insertInto(`user_id, source, is_matched, search_text, search_grams, created_at, ${WRITTEN_COLUMNS}`))}
    select ${userId}, coalesce(source, 'import'), true, "searchText", "searchGrams",
      coalesce("createdAt", ${startedAt.toISOString()}::timestamptz - (${row.done} + nth) * interval '1 millisecond'),
      ${sql.raw(WRITTEN_KEYS)}
    from rows from (
      json_to_recordset(${json}::json) as (${sql.raw(WRITTEN_TYPES)}),
      json_to_recordset(${JSON.stringify(searched)}::json) as ("searchText" text, "searchGrams" int4[])
    ) with ordinality as read (${sql.raw(WRITTEN_KEYS)}, source, "createdAt", "searchText", "searchGrams", nth)`);
  await addKeys(
    db,
    values.map((each, nth) => ({ id: added[nth]?.id ?? '', owner: userId, keys: matchKeysOf(each) })),
  );
  const details = { name: row.fileName };
  await recordContactEvents(
    db,
    added.map(({ id }) => ({ userId, contactId: id, kind: 'imported', details, at })),
  );
  const notes = added.flatMap(({ id, row: { moreNotes } }) =>
    moreNotes.map((text) => ({ id: newId(), contactId: id, text })),
  );
  await writeNotes(db, userId, notes, at);
}

/** `at`: as for `addContacts`, since undoing takes later notes of new contacts for the owner's. */
export async function fillContacts(
  app: AppContext,
  row: ImportRow,
  { filled, notes }: Plan,
  at: Date,
): Promise<void> {
  const { db } = app;
  await writeNotes(db, row.userId, notes, at);
  if (filled.size === 0) return;
  await writeFilled(
    db,
    [...filled].map(([id, values]) => ({ id, ...values })),
  );
  // It outlasts the rows of the import: what a file filled in is nothing that the person wrote (server/people/follow-ups).
  const details = { name: row.fileName };
  await recordContactEvents(
    db,
    [...filled.keys()].map((id) => ({ userId: row.userId, contactId: id, kind: 'imported', details, at })),
  );
}

/** Writes these columns of contacts as they are now. */
export async function writeFilled(db: Db, rows: (Fillable & { id: string })[]): Promise<void> {
  const kept = rows.map((row) =>
    Object.fromEntries(['id', ...FILLED].map((name) => [name, row[name as keyof typeof row]])),
  );
  await db.execute(sql`
    ${UPDATE_CONTACTS} as c set ${sql.raw(FILLED_VALUES)}
    from json_to_recordset(${JSON.stringify(kept)}::json) as read (${sql.raw(FILLED_TYPES)}) where c.id = read.id`);
  await finishContacts(db, isAmong(rows.map(({ id }) => id)));
}

/**
 * A fingerprint of a row of `contacts` in the columns there were at the import, so that a change by hand shows. The photo that
 * the import added afterwards is none. `offset 0` keeps the planner from making JSON of the row once for each column, which
 * takes sixteen times as long.
 */
export const fingerprintOf = ({ marked }: ImportRow, photo = sql`null`) =>
  sql`md5((select json_agg(whole.row -> marked.name)
    from (select to_jsonb(contacts) || jsonb_build_object('profile_image',
        case when contacts.profile_image is distinct from ${photo} then coalesce(contacts.profile_image, '') end
      ) as row offset 0) as whole,
      json_array_elements_text(${JSON.stringify(marked)}::json) as marked (name))::text)`;

export async function recordResults(app: AppContext, row: ImportRow, { results }: Plan): Promise<void> {
  await app.db.execute(sql`with written as (
    insert into contact_import_rows
      (import_id, line, outcome, contact_id, fingerprint, before, after, photo_from, photo_bytes, note)
    select ${row.id}, r.line, r.outcome, r."contactId",
      case when r.outcome = 'added' then (select ${fingerprintOf(row)} from contacts where contacts.id = r."contactId") end,
      r.before, r.after, r."photoFrom", r."photoBytes", r.note
    from json_to_recordset(${JSON.stringify(results)}::json) as r (line int, outcome text, "contactId" text,
      before jsonb, after jsonb, "photoFrom" int8, "photoBytes" int, note text)
    returning 100 + octet_length(concat(before, after, note)) as bytes
  ) update contact_imports set row_bytes = row_bytes + coalesce((select sum(bytes) from written), 0) where id = ${row.id}`);
}
