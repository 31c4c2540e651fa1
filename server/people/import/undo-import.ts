import { and, desc, eq, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { AppContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { contacts } from '#server/db/schema/people.ts';
import { contactImportRows, contactImports } from '#server/db/schema/people-changes.ts';
import { valuesOf } from '#server/db/values-of.ts';
import { reachPoint } from '#server/infra/long-work/points.ts';
import { repeatForTurn } from '#server/infra/long-work/repeat-for-turn.ts';
import { lockTags } from '#server/people/contacts/tags.ts';
import { clearPhotos, deleteAmong } from '#server/people/contacts/write-contacts.ts';
import { sortedJson } from '#shared/formats/sorted-json.ts';
import type { Fillable } from './fill-contact.ts';
import { ADDED_NOTES, removeNotes } from './fill-notes.ts';
import { ADDED_PHOTO } from './import-photos.ts';
import type { ImportRow } from './read-imports.ts';
import { fingerprintOf, writeFilled, writeOfImport } from './write-import.ts';

const AT_ONCE = 250;
/** More than any file has: the largest integer of PostgreSQL. */
const LINES = 2_147_483_647;

/** Takes an import back, the last row first, for a while. */
export async function undoRows(app: AppContext, row: ImportRow): Promise<void> {
  // Rows that are undone already are not looked through again.
  let below: number | null = LINES;
  await repeatForTurn(async () => {
    below = await writeOfImport(app, row, (tx) => undoSome({ ...app, db: tx }, row.id, below ?? LINES));
    if (below !== null) reachPoint('contact-imports', 'between undone batches');
    return below !== null;
  });
}

type Row = typeof contactImportRows.$inferSelect;

/** Undoes rows before this line. Returns the line to go on from, or null if nothing is left to do. */
async function undoSome(app: AppContext, id: string, below: number): Promise<number | null> {
  const { db } = app;
  const [row] = await db.select().from(contactImports).where(eq(contactImports.id, id)).for('update');
  if (row?.state !== 'undoing') return null;
  const rows = await db
    .select()
    .from(contactImportRows)
    .where(
      and(
        eq(contactImportRows.importId, id),
        lt(contactImportRows.line, below),
        inArray(contactImportRows.outcome, ['added', 'filled']),
      ),
    )
    .orderBy(desc(contactImportRows.line))
    .limit(AT_ONCE);
  if (rows.length === 0) {
    await removeMadeTags(app, row);
    await db.update(contactImports).set({ state: 'undone' }).where(eq(contactImports.id, id));
    return null;
  }
  const given = await readGiven(db, id, rows);
  const restored = await restoreFilled(
    app,
    row,
    rows.filter(({ outcome }) => outcome === 'filled'),
    given,
  );
  const gone = await removeAdded(
    app,
    row,
    rows.filter(({ outcome }) => outcome === 'added'),
    given,
  );
  const removed = new Set([...restored, ...gone]);
  await db.execute(sql`
    update contact_import_rows set photo_from = null, photo_bytes = null,
      outcome = case when line = any(${linesOf([...removed])}) then 'removed' else 'kept' end
    where import_id = ${id} and line = any(${linesOf(rows.map(({ line }) => line))})`);
  const kept = rows.length - removed.size;
  await db
    .update(contactImports)
    .set({ removed: row.removed + removed.size, kept: row.kept + kept })
    .where(eq(contactImports.id, id));
  return rows.at(-1)?.line ?? null;
}

/** By contact, what all rows of the import did to it. */
type Given = Map<string, { isNew: boolean; photo: string | null }>;

/** The photo of a new contact may have come with a later row that was about the same person. */
async function readGiven(db: Db, id: string, rows: Row[]): Promise<Given> {
  const ids = [...new Set(rows.flatMap(({ contactId }) => contactId ?? []))];
  if (ids.length === 0) return new Map();
  const found = await db.execute<{ id: string; isNew: boolean; photo: string | null }>(sql`
    select contact_id as id, bool_or(fingerprint is not null) as "isNew", max(after ->> ${ADDED_PHOTO}) as photo
    from contact_import_rows where import_id = ${id} and contact_id in ${valuesOf(ids)} group by contact_id`);
  return new Map(found.rows.map(({ id: contactId, ...one }) => [contactId, one]));
}

/** The tags that came with the import and that nobody has any more. */
async function removeMadeTags({ db }: AppContext, { userId, madeTags }: ImportRow): Promise<void> {
  if (madeTags.length === 0) return;
  await lockTags(db, userId);
  await db.execute(sql`
    delete from contact_tags where ${whereCan(systemFor(userId), 'delete', 'contactTag')}
      and name in ${valuesOf(madeTags)}
      and name not in (select unnest(tags) from contacts where ${whereCan(systemFor(userId), 'see', 'contact')})
      and not exists (
        select from contact_filters f where f.user_id = contact_tags.user_id and f.query ->> 'tag' = contact_tags.name
      )`);
}

/** As an array, which the planner looks up by index: a list of rows it may join in any way, also line by line. */
const linesOf = (lines: number[]) =>
  sql`array(select json_array_elements_text(${JSON.stringify(lines)}::json)::int)`;

/**
 * Deletes the contacts that nobody has touched since: one with a changed field, with another photo, with a note that was
 * changed or that the import did not write with the contact, with a reminder, or with more in its history than that fields
 * were changed, stays.
 * Returns the lines of those that are gone, also of those that had been deleted by hand.
 */
async function removeAdded(
  { db, now }: AppContext,
  row: ImportRow,
  rows: Row[],
  all: Given,
): Promise<number[]> {
  if (rows.length === 0) return [];
  const given = rows.map(({ line, contactId, fingerprint }) => ({
    ...{ line, id: contactId, fingerprint },
    photo: all.get(contactId ?? '')?.photo ?? null,
  }));
  const ids = rows.flatMap(({ contactId }) => contactId ?? []);
  const isGiven = sql`contacts.id = any(array(select json_array_elements_text(${JSON.stringify(ids)}::json)))
    and ${whereCan(systemFor(row.userId), 'delete', 'contact')}`;
  // Before the statement that looks at them: what was done to one up to now, a merge or a note, shows in it.
  await db.execute(sql`select from contacts where ${isGiven} order by contacts.id for update`);
  const list = valuesOf(ids);
  const removeUntouched = (deletion: SQL) => sql`
    with given as (
      select * from json_to_recordset(${JSON.stringify(given)}::json) as given (line int, id text, fingerprint text, photo text)
    ), found as materialized (
      select contacts.id, ${fingerprintOf(row, sql`(select photo from given where given.id = contacts.id limit 1)`)} as fingerprint
      from contacts where ${isGiven}
    ), gone as (
      ${deletion} using found, given
      where contacts.id = any(array(select id from given))
        and contacts.id = found.id and given.id = found.id and given.fingerprint = found.fingerprint
        and not exists (
          select from contact_notes n where n.contact_id = contacts.id and (n.changed_at is not null or n.created_at not between
            ${row.startedAt?.toISOString()}::timestamptz - interval '1 second' and coalesce(
              (select min(h.created_at) from contact_history h where h.contact_id = contacts.id and h.kind = 'imported'),
              ${row.finishedAt?.toISOString()}::timestamptz
            ))
        )
        and not exists (
          select from contact_history h where h.contact_id = contacts.id and h.kind not in ('imported', 'changed')
        )
        and not exists (select from reminders r where r.person_id = contacts.id)
        and not exists (select from contact_links l where l.person_id = contacts.id)
      returning contacts.id
    )
    select given.line from given
    where given.id in (select id from gone) or given.id is null
      or given.id not in (select id from contacts where contacts.id = any(array(select id from given)))`;
  const left = await deleteAmong<{ line: number }>(db, list, now(), removeUntouched);
  return left.map(({ line }) => line);
}

/**
 * Gives filled columns their former values, where they still have those that the import gave them, and takes back photos. The
 * photo of a new contact goes with it.
 */
async function restoreFilled(app: AppContext, row: ImportRow, rows: Row[], given: Given): Promise<number[]> {
  const { db } = app;
  const ids = [...new Set(rows.flatMap(({ contactId }) => contactId ?? []))];
  if (ids.length === 0) return rows.map(({ line }) => line);
  const found = await db
    .select()
    .from(contacts)
    .where(sql`${whereCan(systemFor(row.userId), 'see', 'contact')} and id in ${valuesOf(ids)}`)
    .orderBy(contacts.id)
    .for('no key update');
  const now = new Map<string, Restored>(found.map((one) => [one.id, one]));
  const lines: number[] = [];
  const pictured: string[] = [];
  for (const { line, contactId, before, after } of rows) {
    const contact = now.get(contactId ?? '');
    const { [ADDED_NOTES]: _notes, [ADDED_PHOTO]: photo, ...filled } = after ?? {};
    const names = Object.keys(filled);
    const value = (name: string) => sortedJson(contact?.[name as keyof Fillable]);
    const unchanged = names.filter((name) => value(name) === sortedJson(filled[name]));
    if (contact)
      now.set(contact.id, {
        ...contact,
        ...Object.fromEntries(unchanged.map((name) => [name, before?.[name] ?? null])),
      });
    const isToClear = contact && photo && !given.get(contact.id)?.isNew;
    const isOther = isToClear && contact.profileImage !== photo;
    if (isToClear && !isOther) pictured.push(contact.id);
    if (!contact || (unchanged.length === names.length && !isOther)) lines.push(line);
  }
  if (now.size > 0) await writeFilled(db, [...now.values()]);
  await clearPhotos(db, pictured, app.now());
  const noteIds = rows.flatMap(({ after }) => (after?.[ADDED_NOTES] ?? []) as string[]);
  await removeNotes(db, row.userId, noteIds);
  return lines;
}

type Restored = Fillable & { id: string; profileImage: string | null };
