import { hash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import { newId } from '#server/db/new-id.ts';
import type { Db } from '#server/db/open.ts';
import { valuesOf } from '#server/db/values-of.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import { NOTES_A_CONTACT_MAX } from '#shared/people/contact-limits.ts';

/** The notes that rows add to contacts which are there already: those that such a contact does not have. */

/** Where a row of an import has the ids of its notes, among the columns that it changed. */
export const ADDED_NOTES = 'addedNotes';

export interface AddedNote {
  id: string;
  contactId: string;
  text: string;
}

export interface NotesThere {
  /** Takes over what is new and has room; `own` are the notes that a contact of the same transaction begins with. */
  add(contactId: string, texts: readonly string[], own?: readonly string[]): AddedNote[];
}

const markOf = (text: string): string => hash('md5', text);

/** Reads which notes these contacts have, as hashes. */
export async function readNotes(
  db: Db,
  userId: AccountId,
  contactIds: readonly string[],
): Promise<NotesThere> {
  const there = new Map<string, { count: number; marks: Set<string> }>();
  if (contactIds.length > 0) {
    const { rows } = await db.execute<{ contactId: string; marks: string[] }>(sql`
      select contact_id as "contactId", array_agg(md5(text)) as marks from contact_notes
      where ${whereCan(systemFor(userId), 'see', 'contactNote')} and contact_id in ${valuesOf(contactIds)}
      group by contact_id`);
    for (const { contactId, marks } of rows)
      there.set(contactId, { count: marks.length, marks: new Set(marks) });
  }
  return {
    add(contactId, texts, own = []) {
      const notes = there.get(contactId) ?? { count: own.length, marks: new Set(own.map(markOf)) };
      there.set(contactId, notes);
      const added: AddedNote[] = [];
      for (const text of texts) {
        const mark = markOf(text);
        if (notes.marks.has(mark) || notes.count >= NOTES_A_CONTACT_MAX) continue;
        notes.marks.add(mark);
        notes.count += 1;
        added.push({ id: newId(), contactId, text });
      }
      return added;
    },
  };
}

/**
 * Writes notes, the first of each contact as its newest, a millisecond after the next: undoing takes one that is much older than
 * the import for the owner's.
 */
export async function writeNotes(
  db: Db,
  userId: AccountId,
  notes: readonly AddedNote[],
  at: Date,
): Promise<void> {
  if (notes.length === 0) return;
  await db.execute(sql`
    insert into contact_notes (id, user_id, contact_id, text, created_at)
    select read.id, ${userId}, read."contactId", read.text, ${at.toISOString()}::timestamptz
      - (row_number() over (partition by read."contactId" order by read.nth) - 1) * interval '1 millisecond'
    from rows from (json_to_recordset(${JSON.stringify(notes)}::json) as (id text, "contactId" text, text text))
      with ordinality as read (id, "contactId", text, nth)`);
}

/** Takes back notes of filled contacts, unless they were changed since. */
export async function removeNotes(db: Db, userId: AccountId, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.execute(sql`
    delete from contact_notes where ${whereCan(systemFor(userId), 'delete', 'contactNote')} and changed_at is null
      and id in ${valuesOf(ids)}`);
}
