import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { notFound } from '#server/access/refusals.ts';
import { notePhotosGone } from '#server/cards/media/media-owners.ts';
import type { AppContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { contactMedia, contacts } from '#server/db/schema/people.ts';
import {
  finishContacts,
  isAmong,
  searchColumnsOf,
  searchedContacts,
} from '#server/db/search/index-contacts.ts';
import { addKeys } from '#server/db/search/match-contacts.ts';
import { matchKeysOf } from '#server/db/search/match-keys.ts';
import { valuesOf } from '#server/db/values-of.ts';
import { recordChange, recordContactEvent } from '#server/people/contacts/history.ts';
import { linkContactPhoto } from '#server/people/contacts/photo.ts';
import { requireRoom } from '#server/people/contacts/room.ts';
import type { ContactEventDetails, ContactEventKind } from '#shared/people/contact-history.ts';

/**
 * The door to `contacts`: nothing else writes them (docs/decisions/340), except for the search's columns and its mark of
 * what it has read. With a contact go its search and its keys (docs/decisions/374), its history, the file of its photo, and
 * the room of its account. Statements on many contacts
 * at once are built from the parts below, and owe the same.
 */

type Row = typeof contacts.$inferSelect;
type NewRow = typeof contacts.$inferInsert;

/** Adds contacts that take no new room, such as the one that a lead becomes, with their search and their keys. */
export async function insertContacts(tx: Db, rows: NewRow[]): Promise<Row[]> {
  const searched = rows.map((row) => ({ ...row, ...searchColumnsOf(row.userId, row), isMatched: true }));
  const added = await tx.insert(searchedContacts).values(searched).returning(getTableColumns(contacts));
  await addKeys(
    tx,
    rows.map((row) => ({ id: row.id, owner: row.userId, keys: matchKeysOf(row) })),
  );
  return added;
}

/** Adds a contact; throws 409 if the account has no room for it. */
export async function insertContact(
  ctx: Pick<AppContext, 'db' | 'submissions' | 'now'>,
  row: NewRow,
): Promise<void> {
  const { id: contactId, userId, profileImage: image } = row;
  await insertContacts(ctx.db, [row]);
  if (image) await linkContactPhoto(ctx.db, { userId, contactId, image, at: ctx.now() });
  await requireRoom(ctx, userId);
}

interface Manner {
  at: Date;
  /** Its entries in the history: the fields that changed, or these. */
  told: 'changed' | 'updated' | { kind: ContactEventKind; details: ContactEventDetails }[];
  /** True if the change can be undone: a photo that it takes away stays. */
  keepsPhoto?: boolean;
}

/** Changes a contact that the transaction has locked; returns it as it is now. */
export async function updateContact(
  tx: Db,
  kept: Row,
  set: Partial<NewRow>,
  { at, told, keepsPhoto = false }: Manner,
): Promise<Row> {
  const [row] = await tx
    .update(contacts)
    // Setting the id keeps the SQL of an empty change valid.
    .set({ ...set, id: kept.id })
    .where(eq(contacts.id, kept.id))
    .returning();
  if (!row) throw notFound('contact');
  await finishContacts(tx, isAmong([row.id]));
  const common = { userId: row.userId, contactId: row.id, at };
  const { profileImage: image } = row;
  const isToLink = image !== kept.profileImage && (!keepsPhoto || image?.startsWith('/media/'));
  if (isToLink) await linkContactPhoto(tx, { ...common, image });
  if (typeof told === 'string') await recordChange(tx, kept, row, { kind: told, at });
  else for (const event of told) await recordContactEvent(tx, { ...common, ...event });
  return row;
}

/** Sets what the history does not tell of. */
export const setUntold = (
  db: Db,
  which: SQL | undefined,
  set: Pick<
    PgUpdateSetSource<typeof contacts>,
    'cardId' | 'followUpLanguage' | 'holderId' | 'isFavorite' | 'leadStatus'
  >,
): Promise<Row[]> => db.update(contacts).set(set).where(which).returning();

/** Gives the contact that `which` chooses a photo; returns false if there is none. */
export async function setPhoto(tx: Db, which: SQL | undefined, image: string, at: Date): Promise<boolean> {
  const [row] = await tx.update(contacts).set({ profileImage: image }).where(which).returning();
  if (row) await linkContactPhoto(tx, { userId: row.userId, contactId: row.id, image, at });
  return row !== undefined;
}

/** Takes their photos from contacts. */
export async function clearPhotos(tx: Db, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length === 0) return;
  await notePhotosGone(tx, valuesOf(ids), at);
  await tx.delete(contactMedia).where(sql`${contactMedia.contactId} in ${valuesOf(ids)}`);
  await tx
    .update(contacts)
    .set({ profileImage: null })
    .where(sql`${contacts.id} in ${valuesOf(ids)}`);
}

/** Deletes contacts for good; returns the ids of those that were there, of which `eraseTraces` erases the rest. */
export async function deleteContacts(tx: Db, which: SQL | undefined, at: Date): Promise<string[]> {
  const these = tx.select({ id: contacts.id }).from(contacts).where(which);
  await notePhotosGone(tx, sql`(${these})`, at);
  const gone = await tx.delete(contacts).where(which).returning({ id: contacts.id });
  return gone.map(({ id }) => id);
}

/** Runs a statement that deletes some of the contacts `ids`, a list in SQL; those that stay keep their photos. */
export async function deleteAmong<Found extends Record<string, unknown>>(
  tx: Db,
  ids: SQL,
  at: Date,
  statementWith: (deletion: SQL) => SQL,
) {
  // The sweep looks again for whoever shows a photo, also one that can come back.
  await notePhotosGone(tx, ids, at);
  const { rows } = await tx.execute<Found>(statementWith(sql`delete from contacts`));
  return rows;
}

/**
 * The start of a statement that adds many; room is looked for before it, in it or, with `requireRoom`, after it. What it adds
 * has the search's columns and keys, or is given them by `finishContacts` in the same transaction.
 */
export const insertInto = (columns: string): string => `insert into contacts (${columns})`;

/** The start of a statement that changes many; after one that changes words, numbers or addresses comes `finishContacts`. */
export const UPDATE_CONTACTS = sql`update contacts`;

/** Gives a contact these columns of its own back, and its photo's file with them. */
export async function restoreColumns(
  tx: Db,
  id: string,
  row: Record<string, unknown>,
  at: Date,
): Promise<void> {
  const columns = Object.keys(row).map((name) => sql.identifier(name));
  if (columns.length === 0) return;
  const sets = columns.map((column) => sql`${column} = was.${column}`);
  await tx.execute(sql`
    update contacts set ${sql.join(sets, sql`, `)}
    from jsonb_populate_record(null::contacts, ${JSON.stringify(row)}::jsonb) as was where contacts.id = ${id}`);
  // Of another photo, too: the sweep looks again for whoever shows it.
  await notePhotosGone(tx, sql`(${id})`, at);
  await tx.execute(sql`
    delete from contact_media m using contacts c
    where m.contact_id = ${id} and c.id = ${id} and c.profile_image is distinct from '/media/' || m.media_name`);
  await tx.execute(sql`
    insert into contact_media (contact_id, user_id, media_name)
    select c.id, c.user_id, m.name from contacts c join media m on c.profile_image = '/media/' || m.name
    where c.id = ${id} on conflict do nothing`);
  await finishContacts(tx, isAmong([id]));
}
