import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { actorOf } from '#server/access/actor.ts';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import { writeInOrderOf } from '#server/access/write-in-order.ts';
import { withRoomOf } from '#server/cards/media/quota.ts';
import { storeBytes } from '#server/cards/media/store-media.ts';
import type { AppContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { contacts } from '#server/db/schema/people.ts';
import { contactImportRows, contactImports } from '#server/db/schema/people-changes.ts';
import { readPiece } from '#server/infra/blobs/blobs.ts';
import { setPhoto } from '#server/people/contacts/write-contacts.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import { AppError } from '#shared/contract/errors.ts';
import { importFilesIn } from './imports.ts';
import type { ImportRow } from './read-imports.ts';

/** The photos of imported contacts: added after the contacts themselves, each as a small square. */

const PHOTO_BYTES_MAX = 20 * 1024;
/** From the largest to one that always fits. */
const SIDES = [320, 240, 160, 96] as const;
const AT_ONCE = 20;

/** Adds the next photos. */
export async function addPhotos(app: AppContext, row: ImportRow): Promise<void> {
  const rows = await app.db
    .select()
    .from(contactImportRows)
    .where(and(eq(contactImportRows.importId, row.id), isNotNull(contactImportRows.photoBytes)))
    .orderBy(contactImportRows.line)
    .limit(AT_ONCE);
  if (rows.length === 0) await endPhotos(app, row);
  for (const one of rows) {
    if (await addPhoto(app, row, one)) continue;
    await leaveOutRest(
      app,
      row,
      'No space left for photos. Remove photos or videos from your cards to free some up.',
    );
    return;
  }
}

/** Photos that belong to no new or filled contact were not wanted after all. */
async function endPhotos(app: AppContext, { id }: ImportRow): Promise<void> {
  await app.db
    .update(contactImports)
    .set({ photosWanted: sql`${contactImports.photosDone} + ${contactImports.photosLeftOut}` })
    .where(eq(contactImports.id, id));
}

export const leaveOutPhotos = (app: AppContext, row: ImportRow) =>
  leaveOutRest(
    app,
    row,
    'The photos are no longer available. Undo this import, and import the file again to add them.',
  );

type Row = typeof contactImportRows.$inferSelect;

const isRow = ({ importId, line }: Row) =>
  and(eq(contactImportRows.importId, importId), eq(contactImportRows.line, line));

/** The row, while its photo waits. */
const isWaiting = (one: Row) => and(isRow(one), isNotNull(contactImportRows.photoBytes));

/** Before rows of the import, as whoever undoes it does: neither then waits for the other. */
const lockImport = (tx: Db, id: string) =>
  tx.select({ id: contactImports.id }).from(contactImports).where(eq(contactImports.id, id)).for('update');

/** Where a row has the photo that it gave its contact, by which one that somebody chose is known. */
export const ADDED_PHOTO = 'addedPhoto';

/** Returns false if there is no more space. */
async function addPhoto(app: AppContext, row: ImportRow, one: Row): Promise<boolean> {
  const bytes = await readPhoto(app, row, one);
  const small = bytes && (await shrink(app, row.userId, bytes));
  let isAdded = false;
  if (small) {
    try {
      isAdded = await keepPhoto(app, row, one, small);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code === 'too_large') return false;
      // Everything else may be different in a moment.
      if (error.code !== 'invalid' && error.code !== 'unsupported_type') throw error;
    }
  }
  await app.db.transaction(async (tx) => {
    await lockImport(tx, one.importId);
    const note = small
      ? {}
      : { note: [one.note, 'Skipped a photo that isn’t a picture'].filter(Boolean).join('. ') };
    const [done] = await tx
      .update(contactImportRows)
      .set({ photoFrom: null, photoBytes: null, ...note })
      .where(isWaiting(one))
      .returning({ line: contactImportRows.line });
    if (!done) return;
    await tx
      .update(contactImports)
      .set(
        isAdded
          ? { photosDone: sql`${contactImports.photosDone} + 1` }
          : { photosLeftOut: sql`${contactImports.photosLeftOut} + 1` },
      )
      .where(eq(contactImports.id, one.importId));
  });
  return true;
}

async function readPhoto({ imports }: AppContext, row: ImportRow, one: Row): Promise<Buffer | null> {
  const { photos } = importFilesIn(row.blobName);
  const length = one.photoBytes ?? 0;
  const bytes = await readPiece(imports.store, photos, one.photoFrom ?? 0, length);
  return bytes.length === length && length > 0 ? bytes : null;
}

/** A square of at most 20 KB; null for what is no picture. */
async function shrink(app: AppContext, userId: AccountId, bytes: Buffer): Promise<Buffer | null> {
  const request = { lane: 'background', key: userId, name: 'photo' } as const;
  for (const side of SIDES) {
    try {
      const small = await app.pictures.run('crop', { bytes, side, type: 'jpeg' }, request);
      if (small.length <= PHOTO_BYTES_MAX) return small;
    } catch (error) {
      if (error instanceof AppError && error.code === 'invalid') return null;
      throw error;
    }
  }
  return null;
}

/** Returns whether the contact is still there and had no photo, and the row was not undone. */
async function keepPhoto(app: AppContext, row: ImportRow, one: Row, bytes: Buffer): Promise<boolean> {
  const { userId } = row;
  const isBare = and(
    eq(contacts.id, one.contactId ?? ''),
    whereCan(systemFor(userId), 'edit', 'contact'),
    sql`${contacts.profileImage} is null`,
  );
  const [bare] = await app.db.select({ id: contacts.id }).from(contacts).where(isBare);
  if (!bare) return false;
  const media = await withRoomOf(app, userId, PHOTO_BYTES_MAX, (holder) =>
    storeBytes(app, bytes, { holder, name: 'photo', wanted: 'image' }),
  );
  return writeInOrderOf(app, sql`${userId}`, actorOf(row), async (tx) => {
    // Another process may have undone it meanwhile: nobody would take the photo back.
    const [waiting] = await tx.select().from(contactImportRows).where(isWaiting(one)).for('update');
    if (!waiting) return false;
    const isSet = await setPhoto(tx, isBare, media.url, app.now());
    const added = JSON.stringify({ [ADDED_PHOTO]: media.url });
    if (isSet)
      await tx
        .update(contactImportRows)
        .set({ after: sql`coalesce(${contactImportRows.after}, '{}') || ${added}::jsonb` })
        .where(isRow(one));
    return isSet;
  });
}

/** Leaves out the others, and tells the owner why. */
async function leaveOutRest(app: AppContext, { id }: ImportRow, photoNote: string): Promise<void> {
  await app.db.transaction(async (tx) => {
    await lockImport(tx, id);
    const left = await tx
      .update(contactImportRows)
      .set({ photoFrom: null, photoBytes: null })
      .where(and(eq(contactImportRows.importId, id), isNotNull(contactImportRows.photoBytes)))
      .returning({ line: contactImportRows.line });
    await tx
      .update(contactImports)
      .set({ photosLeftOut: sql`${contactImports.photosLeftOut} + ${left.length}`, photoNote })
      .where(eq(contactImports.id, id));
  });
}
