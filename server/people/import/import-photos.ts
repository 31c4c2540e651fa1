import fs from 'node:fs/promises';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import { withRoomOf } from '#server/cards/media/quota.ts';
import { storeBytes } from '#server/cards/media/store-media.ts';
import type { AppContext } from '#server/context.ts';
import { contacts } from '#server/db/schema/people.ts';
import { contactImportRows, contactImports } from '#server/db/schema/people-changes.ts';
import { setPhoto } from '#server/people/contacts/write-contacts.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import { AppError } from '#shared/contract/errors.ts';
import { discardFiles, importFilesIn } from './imports.ts';
import type { ImportRow } from './read-imports.ts';

/** The photos of imported contacts: added after the contacts themselves, each as a small square. */

const PHOTO_BYTES_MAX = 20 * 1024;
/** From the largest to one that always fits. */
const SIDES = [320, 240, 160, 96] as const;
const AT_ONCE = 20;
const TURN_MS = 2_000;

export async function addPhotos(app: AppContext, { id }: { id: string }): Promise<void> {
  const start = performance.now();
  for (;;) {
    const [row] = await app.db.select().from(contactImports).where(eq(contactImports.id, id));
    if (row?.state !== 'done') return;
    const rows = await app.db
      .select()
      .from(contactImportRows)
      .where(and(eq(contactImportRows.importId, id), isNotNull(contactImportRows.photoBytes)))
      .orderBy(contactImportRows.line)
      .limit(AT_ONCE);
    if (rows.length === 0) {
      await endPhotos(app, row);
      return;
    }
    for (const one of rows) {
      if (!(await addPhoto(app, row, one))) {
        await leaveOutRest(app, row);
        return;
      }
    }
    if (performance.now() - start > TURN_MS) {
      await app.queue.send(app.db, 'contact-import-photos', { id });
      return;
    }
  }
}

/** Photos that belong to no new or filled contact were not wanted after all. */
async function endPhotos(app: AppContext, row: ImportRow): Promise<void> {
  await app.db
    .update(contactImports)
    .set({ photosWanted: sql`${contactImports.photosDone} + ${contactImports.photosLeftOut}` })
    .where(eq(contactImports.id, row.id));
  await discardFiles(app.imports, row.blobName);
}

type Row = typeof contactImportRows.$inferSelect;

/** Returns false if there is no more space. */
async function addPhoto(app: AppContext, row: ImportRow, one: Row): Promise<boolean> {
  const bytes = await readPhoto(app, row, one);
  const small = bytes && (await shrink(app, row.userId, bytes));
  let isAdded = false;
  if (small) {
    try {
      isAdded = await keepPhoto(app, row.userId, one.contactId ?? '', small);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code === 'too_large') return false;
    }
  }
  await app.db.transaction(async (tx) => {
    const { importId, line } = one;
    const isRow = and(eq(contactImportRows.importId, importId), eq(contactImportRows.line, line));
    const note = small
      ? {}
      : { note: [one.note, 'Skipped a photo that isn’t a picture'].filter(Boolean).join('. ') };
    const [done] = await tx
      .update(contactImportRows)
      .set({ photoFrom: null, photoBytes: null, ...note })
      .where(and(isRow, isNotNull(contactImportRows.photoBytes)))
      .returning({ line: contactImportRows.line });
    if (!done) return;
    await tx
      .update(contactImports)
      .set(
        isAdded
          ? { photosDone: sql`${contactImports.photosDone} + 1` }
          : { photosLeftOut: sql`${contactImports.photosLeftOut} + 1` },
      )
      .where(eq(contactImports.id, importId));
  });
  return true;
}

async function readPhoto({ imports }: AppContext, row: ImportRow, one: Row): Promise<Buffer | null> {
  const handle = await fs.open(imports.pathOf(importFilesIn(row.blobName).photos)).catch(() => null);
  if (!handle) return null;
  try {
    const bytes = Buffer.alloc(one.photoBytes ?? 0);
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, one.photoFrom ?? 0);
    return bytesRead === bytes.length && bytesRead > 0 ? bytes : null;
  } finally {
    await handle.close();
  }
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

/** Returns whether the contact is still there and had no photo. */
async function keepPhoto(
  app: AppContext,
  userId: AccountId,
  contactId: string,
  bytes: Buffer,
): Promise<boolean> {
  const isBare = and(
    eq(contacts.id, contactId),
    whereCan(systemFor(userId), 'edit', 'contact'),
    sql`${contacts.profileImage} is null`,
  );
  const [bare] = await app.db.select({ id: contacts.id }).from(contacts).where(isBare);
  if (!bare) return false;
  const media = await withRoomOf(app, userId, PHOTO_BYTES_MAX, (holder) =>
    storeBytes(app, bytes, { holder, name: 'photo', wanted: 'image' }),
  );
  return app.db.transaction((tx) => setPhoto(tx, isBare, media.url, app.now()));
}

/** The account is full: the others are left out, and its owner is told. */
async function leaveOutRest(app: AppContext, row: ImportRow): Promise<void> {
  await app.db.transaction(async (tx) => {
    const left = await tx
      .update(contactImportRows)
      .set({ photoFrom: null, photoBytes: null })
      .where(and(eq(contactImportRows.importId, row.id), isNotNull(contactImportRows.photoBytes)))
      .returning({ line: contactImportRows.line });
    await tx
      .update(contactImports)
      .set({
        photosLeftOut: sql`${contactImports.photosLeftOut} + ${left.length}`,
        photoNote: 'No space left for photos. Remove photos or videos from your cards to free some up.',
      })
      .where(eq(contactImports.id, row.id));
  });
  await discardFiles(app.imports, row.blobName);
}
