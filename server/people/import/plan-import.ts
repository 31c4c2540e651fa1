import { sql } from 'drizzle-orm';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { AppContext } from '#server/context.ts';
import { newId } from '#server/db/new-id.ts';
import type { Db } from '#server/db/open.ts';
import { contacts, contactTags } from '#server/db/schema/people.ts';
import type { contactImportRows } from '#server/db/schema/people-changes.ts';
import { valuesOf } from '#server/db/values-of.ts';
import { lockTags } from '#server/people/contacts/tags.ts';
import { shorten } from '#shared/formats/cut-text.ts';
import { foldText } from '#shared/formats/fold.ts';
import { TAGS_MAX } from '#shared/people/contact-limits.ts';
import { type Duplicates, findDuplicates } from './duplicates.ts';
import { type Fillable, fillGaps } from './fill-contact.ts';
import { ADDED_NOTES, type AddedNote, type NotesThere, readNotes } from './fill-notes.ts';
import type { TakenRow } from './import-tasks.ts';
import type { ContactValues } from './read/contact-values.ts';
import type { ImportRow } from './read-imports.ts';

/** Decides what becomes of each row of an import. */

type Good = Extract<TakenRow, { error: null }>;
export type RowResult = Omit<typeof contactImportRows.$inferInsert, 'importId' | 'createdAt'>;

/** The work of one transaction. */
export interface Plan {
  /** New contacts, as JSON. */
  added: { id: string; json: string; row: Good }[];
  filled: Map<string, Fillable>;
  /** Notes of contacts that are filled. */
  notes: AddedNote[];
  results: RowResult[];
  /** Tags that the owner did not have before. */
  madeTags: string[];
}

/** The number and size that may still be added. */
export interface RoomLeft {
  people: number;
  bytes: number;
}

export async function planRows(
  app: AppContext,
  row: ImportRow,
  rows: TakenRow[],
  left: RoomLeft,
): Promise<Plan> {
  const good = rows.filter((one) => one.error === null);
  const plan: Plan = { added: [], filled: new Map(), notes: [], results: [], madeTags: [] };
  const duplicates =
    row.duplicates === 'add'
      ? null
      : await findDuplicates(
          app.db,
          row.userId,
          good.flatMap(({ keys }) => keys),
        );
  const { tagsOf, made } = await takeTags(app, row, good);
  plan.madeTags = made;
  const known = new Map(
    good.map((one) => [
      one,
      duplicates && row.duplicates === 'fill' ? duplicates.find(one)?.contactId : undefined,
    ]),
  );
  const stored = await readContacts(app.db, row, [...known.values()]);
  const noted = good.flatMap((one) => (one.moreNotes.length > 0 ? (known.get(one) ?? []) : []));
  const notes = await readNotes(app.db, row.userId, [...new Set(noted)]);
  for (const one of rows) {
    if (one.error !== null) plan.results.push({ line: one.line, outcome: 'failed', note: one.error });
    else planRow({ plan, row, left, duplicates, stored, notes, tags: tagsOf(one) }, one);
  }
  return plan;
}

const NOTE_LENGTH = 2_000;

/** The remarks about a row as one text. */
function noteOf(remarks: string[]): string | null {
  const whole = remarks.join('. ');
  return shorten(whole, NOTE_LENGTH) || null;
}

function planRow(
  {
    plan,
    row,
    left,
    duplicates,
    stored,
    notes,
    tags,
  }: {
    plan: Plan;
    row: ImportRow;
    left: RoomLeft;
    duplicates: Duplicates | null;
    stored: Map<string, Fillable>;
    notes: NotesThere;
    tags: { tags: string[]; remark: string | null };
  },
  one: Good,
): void {
  const note = noteOf([...one.remarks, ...(tags.remark ? [tags.remark] : [])]);
  const photo = one.photo && { photoFrom: one.photo.from, photoBytes: one.photo.bytes };
  const found = duplicates?.find(one);
  if (found && row.duplicates === 'skip') {
    plan.results.push({ line: one.line, outcome: 'skipped', contactId: found.contactId, note });
    return;
  }
  const bytes = sizeOf(one);
  if (bytes > left.bytes || (!found && left.people < 1)) {
    plan.results.push({ line: one.line, outcome: 'failed', note: NO_ROOM });
    return;
  }
  left.bytes -= bytes;
  if (found) {
    plan.results.push({
      line: one.line,
      outcome: 'filled',
      contactId: found.contactId,
      note,
      ...photo,
      ...fillFrom({ plan, stored, notes }, found.contactId, one, tags.tags),
    });
    return;
  }
  left.people -= 1;
  const id = newId();
  // The values are passed on unread: only what is not in them is put in front.
  const json = `{"id":"${id}","tags":${JSON.stringify(tags.tags)},${one.json.slice(1)}`;
  plan.added.push({ id, json, row: one });
  plan.results.push({ line: one.line, outcome: 'added', contactId: id, note, ...photo });
  duplicates?.add(one, id);
}

const NO_ROOM = 'Your contacts are full. Make room, and import this row again';

/** At least as much as the row takes with its notes and its history. */
const sizeOf = ({ json, moreNotes }: Good): number =>
  1_000 + Buffer.byteLength(json) + moreNotes.reduce((sum, text) => sum + 150 + Buffer.byteLength(text), 0);

/** Fills a contact, also one that an earlier row of the same transaction adds. */
function fillFrom(
  { plan, stored, notes }: { plan: Plan; stored: Map<string, Fillable>; notes: NotesThere },
  contactId: string,
  one: Good,
  tags: string[],
): Pick<RowResult, 'before' | 'after'> {
  const values = { ...(JSON.parse(one.json) as ContactValues), tags };
  const fresh = plan.added.find(({ id }) => id === contactId);
  if (fresh) {
    const there = JSON.parse(fresh.json) as Fillable;
    plan.notes.push(...notes.add(contactId, notesOf(there, values, one), fresh.row.moreNotes));
    fresh.json = JSON.stringify({ ...there, ...fillGaps(there, values) });
    return {};
  }
  const there = plan.filled.get(contactId) ?? stored.get(contactId);
  if (!there) return {};
  const added = notes.add(contactId, notesOf(there, values, one));
  plan.notes.push(...added);
  const after = fillGaps(there, values);
  const names = Object.keys(after) as (keyof Fillable)[];
  const before = Object.fromEntries(names.map((name) => [name, there[name]]));
  if (names.length > 0) plan.filled.set(contactId, { ...there, ...after });
  return {
    before,
    after: added.length > 0 ? { ...after, [ADDED_NOTES]: added.map(({ id }) => id) } : after,
  };
}

/** A text of several pieces is kept whole: if its first one cannot be the contact's own notes, it is another note. */
function notesOf(there: Fillable, { notes }: ContactValues, { moreNotes }: Good): string[] {
  const isLost = moreNotes.length > 0 && notes && there.notes && there.notes !== notes;
  return isLost ? [notes, ...moreNotes] : moreNotes;
}

async function readContacts(
  db: Db,
  { userId }: ImportRow,
  ids: (string | undefined)[],
): Promise<Map<string, Fillable>> {
  const wanted = [...new Set(ids.filter((id) => id))];
  if (wanted.length === 0) return new Map();
  const rows = await db
    .select()
    .from(contacts)
    .where(sql`${whereCan(systemFor(userId), 'see', 'contact')} and id in ${valuesOf(wanted)}`)
    .orderBy(contacts.id)
    .for('no key update');
  return new Map(rows.map((row) => [row.id, row]));
}

/** The owner's own spelling of each tag; those beyond the limit are left out. */
async function takeTags(app: AppContext, row: ImportRow, good: Good[]) {
  const { db } = app;
  const names = new Set(good.flatMap(({ tags }) => tags));
  const known = new Map<string, string>();
  const fresh = new Map<string, string>();
  if (names.size > 0) {
    await lockTags(db, row.userId);
    const rows = await db
      .select()
      .from(contactTags)
      .where(whereCan(systemFor(row.userId), 'see', 'contactTag'));
    for (const { folded, name } of rows) known.set(folded, name);
    for (const name of names) {
      const folded = foldText(name) || name;
      if (!known.has(folded) && !fresh.has(folded) && known.size + fresh.size < TAGS_MAX)
        fresh.set(folded, name);
    }
    if (fresh.size > 0) {
      const { userId } = row;
      const values = [...fresh].map(([folded, name]) => ({ userId, folded, name, createdAt: app.now() }));
      await db.insert(contactTags).values(values).onConflictDoNothing();
      for (const [folded, name] of fresh) known.set(folded, name);
    }
  }
  const tagsOf = ({ tags }: Good) => {
    const kept = tags.flatMap((tag) => known.get(foldText(tag) || tag) ?? []);
    const remark =
      kept.length < tags.length ? `Skipped tags: you have ${TAGS_MAX}, the most you can have` : null;
    return { tags: kept, remark };
  };
  return { tagsOf, made: [...fresh.values()] };
}
