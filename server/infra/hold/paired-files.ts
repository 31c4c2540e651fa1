import { createHmac, randomBytes } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import { lockNamed } from '#server/access/locks.ts';
import type { Db } from '#server/db/open.ts';
import { media } from '#server/db/schema/cards.ts';
import { secrets } from '#server/db/schema/operations.ts';
import { isSameSecret, loadSecret, readSecret } from '#server/infra/secret.ts';
import type { PairPlace } from './pair-places.ts';

/**
 * The database and its files know each other by an id that both keep: a process with other files would answer 404 for
 * photos and delete what it does not know (docs/decisions/381).
 */

const NAME = 'files';
/** Noted in a copy that is to take the files over from its original at its first start. */
const TAKES_OVER = 'files are taken over';
const ID_BYTES = 16;

/** Throws a sentence for the operator if these are not the files of this database; brings both together at first. */
export async function requireOwnFiles(db: Db, place: PairPlace): Promise<void> {
  const [mine, written] = await Promise.all([readMine(db), readWritten(place)]);
  if (!mine.takesOver && mine.id && written?.id.equals(mine.id)) return;
  const secret = await loadSecret(db);
  await db.transaction(async (tx) => {
    await lockIds(tx);
    const [{ id, takesOver }, written] = await Promise.all([readMine(tx), readWritten(place)]);
    // A start may have ended between writing there and here.
    const isBegun = (!id || takesOver) && written !== null && isMadeWith(secret, written);
    const isRight = id ? written?.id.equals(id) : written === null && (await hasFiles(tx, place));
    if (!isBegun && !isRight) throw new Error(place.explain(written !== null));
    if (takesOver) await renew(tx, place, secret);
    else if (!id)
      await tx
        .insert(secrets)
        .values({ name: NAME, value: written?.id ?? (await writeNewId(place, secret)) });
  });
}

/** Has the copy at `db` take the files over when it first starts; until then, they are its original's as well. */
export const takeOverAtStart = async (db: Db): Promise<void> =>
  void (await db
    .insert(secrets)
    .values({ name: TAKES_OVER, value: Buffer.alloc(0) })
    .onConflictDoNothing());

async function renew(tx: Db, place: PairPlace, secret: Buffer): Promise<void> {
  const value = await writeNewId(place, secret);
  await tx
    .insert(secrets)
    .values({ name: NAME, value })
    .onConflictDoUpdate({ target: secrets.name, set: { value } });
  await tx.delete(secrets).where(eq(secrets.name, TAKES_OVER));
}

/** True if this database has been brought together with files before. */
export const isPaired = async (db: Db): Promise<boolean> => (await readKnown(db)) !== null;

/** Another process may be starting, too. */
const lockIds = (db: Db) => lockNamed(db, 'files');

/** False for an empty place beside a database that has photos: its disk may not be there yet. */
async function hasFiles(db: Db, place: PairPlace): Promise<boolean> {
  const [photo] = await db.select({ name: media.name }).from(media).limit(1);
  return !photo || place.hasFiles();
}

/** Gives both a new id: to a copy, and because an operator says that they belong together. */
export async function adoptFiles(db: Db, place: PairPlace): Promise<string> {
  await db.transaction((tx) => adoptFilesWithin(tx, place));
  return `The files in ${place.name} belong to this database now. A process with any others will not start.`;
}

/** Likewise in a transaction that the caller ends. */
export async function adoptFilesWithin(tx: Db, place: PairPlace): Promise<void> {
  const secret = await loadSecret(tx);
  await lockIds(tx);
  await renew(tx, place, secret);
}

/** Writes the id of this database to a place that has all of its files, too. */
export async function carryId(db: Db, place: PairPlace): Promise<void> {
  const [known, secret] = await Promise.all([readKnown(db), loadSecret(db)]);
  if (!known) throw new Error('This database has no files yet. Start Goldleaf once, then try again.');
  await writeId(place, secret, known);
}

/** True if the files there are marked as those of this database. */
export async function areOwnFiles(db: Db, place: PairPlace): Promise<boolean> {
  const [known, written] = await Promise.all([readKnown(db), readWritten(place)]);
  return known !== null && written?.id.equals(known) === true;
}

const readKnown = async (db: Db): Promise<Buffer | null> => (await readMine(db)).id;

async function readMine(db: Db): Promise<{ id: Buffer | null; takesOver: boolean }> {
  const rows = await db
    .select()
    .from(secrets)
    .where(inArray(secrets.name, [NAME, TAKES_OVER]));
  const bytesOf = (name: string) => rows.find((row) => row.name === name)?.value;
  return { id: bytesOf(NAME) ?? null, takesOver: bytesOf(TAKES_OVER) !== undefined };
}

const LAST_START = 'files at the last start';

/** Notes where a process that starts has its files: whoever moves them must know that nobody writes to the old place. */
export async function noteStart(db: Db, store: string): Promise<void> {
  const value = Buffer.from(store);
  await db
    .insert(secrets)
    .values({ name: LAST_START, value })
    .onConflictDoUpdate({ target: secrets.name, set: { value } });
}

/** Where the process that started last has its files: `disk`, `s3`, or null if it was of an older release. */
export const lastStart = async (db: Db): Promise<string | null> =>
  (await readSecret(db, LAST_START))?.toString() ?? null;

interface Written {
  id: Buffer;
  code: Buffer;
}

async function readWritten(place: PairPlace): Promise<Written | null> {
  const text = await place.read();
  if (text === null) return null;
  const [id = '', code = ''] = text.trim().split('.');
  return { id: Buffer.from(id, 'base64url'), code: Buffer.from(code, 'base64url') };
}

const codeOf = (secret: Buffer, id: Buffer) =>
  createHmac('sha256', secret).update('files').update(id).digest();

const isMadeWith = (secret: Buffer, { id, code }: Written) => isSameSecret(code, codeOf(secret, id));

/** Writes a new id to the place, durably, and returns it. */
async function writeNewId(place: PairPlace, secret: Buffer): Promise<Buffer> {
  const id = randomBytes(ID_BYTES);
  await writeId(place, secret, id);
  return id;
}

/** With a code that only the database it was made for can check. */
const writeId = (place: PairPlace, secret: Buffer, id: Buffer) =>
  place.write(`${id.toString('base64url')}.${codeOf(secret, id).toString('base64url')}\n`);
