import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import type { Config } from '#server/config/config.ts';
import { makeFolder } from '#server/config/make-folder.ts';
import type { Db } from '#server/db/open.ts';
import { media } from '#server/db/schema/cards.ts';
import { secrets } from '#server/db/schema/operations.ts';
import { syncFile } from '#server/infra/blobs.ts';
import { loadSecret } from '#server/infra/secret.ts';

/**
 * The database and the folder of files know each other by an id that both keep: a process with other files would answer
 * 404 for photos and delete what it does not know (docs/decisions/381).
 */

const NAME = 'files';
const ID_BYTES = 16;

/** In DATA_DIR: the id, and a code that only the database it was made for can check. */
export const pairFile = (dataDir: string): string => path.join(dataDir, 'installation');

/** Throws a sentence for the operator if these are not the files of this database; brings both together at first. */
export async function requireOwnFiles(db: Db, { dataDir }: Pick<Config, 'dataDir'>): Promise<void> {
  makeFolder(dataDir);
  const [known, written] = await Promise.all([readKnown(db), readWritten(dataDir)]);
  if (known && written?.id.equals(known)) return;
  const secret = await loadSecret(db);
  await db.transaction(async (tx) => {
    await lockIds(tx);
    const [known, written] = await Promise.all([readKnown(tx), readWritten(dataDir)]);
    const isRight = known
      ? written?.id.equals(known)
      : written
        ? isMadeWith(secret, written)
        : hasFiles(tx, dataDir);
    if (!(await isRight)) throw new Error(refusalOf(dataDir, written !== null));
    if (!known)
      await tx.insert(secrets).values({ name: NAME, value: written?.id ?? (await writeId(dataDir, secret)) });
  });
}

/** Another process may be starting, too. */
const lockIds = (db: Db) => db.execute(sql`select pg_advisory_xact_lock(hashtextextended('files', 0))`);

/** False for an empty folder beside a database that has photos: its disk may not be there yet. */
async function hasFiles(db: Db, dataDir: string): Promise<boolean> {
  const [photo] = await db.select({ name: media.name }).from(media).limit(1);
  if (!photo) return true;
  const names = await fs.readdir(path.join(dataDir, 'media')).catch(() => []);
  return names.length > 0;
}

const refusalOf = (dataDir: string, hasOthers: boolean) =>
  `Goldleaf cannot start. ${
    hasOthers
      ? `The files in ${dataDir} belong to another database`
      : `${dataDir} does not have the files of this database`
  }: all processes of one database need one DATA_DIR. Set DATA_DIR to where its files are, or, if you moved them here yourself, run npm run admin -- adopt-files.`;

/** Gives both a new id: to a copy, and because an operator says that they belong together. */
export async function adoptFiles(db: Db, { dataDir }: Pick<Config, 'dataDir'>): Promise<string> {
  const secret = await loadSecret(db);
  await db.transaction(async (tx) => {
    await lockIds(tx);
    const value = await writeId(dataDir, secret);
    await tx
      .insert(secrets)
      .values({ name: NAME, value })
      .onConflictDoUpdate({ target: secrets.name, set: { value } });
  });
  return `The files in ${dataDir} belong to this database now. A process with any other DATA_DIR will not start.`;
}

async function readKnown(db: Db): Promise<Buffer | null> {
  const [row] = await db.select({ value: secrets.value }).from(secrets).where(eq(secrets.name, NAME));
  return row?.value ?? null;
}

interface Written {
  id: Buffer;
  code: Buffer;
}

async function readWritten(dataDir: string): Promise<Written | null> {
  const text = await fs.readFile(pairFile(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  const [id = '', code = ''] = text.trim().split('.');
  return { id: Buffer.from(id, 'base64url'), code: Buffer.from(code, 'base64url') };
}

const codeOf = (secret: Buffer, id: Buffer) =>
  createHmac('sha256', secret).update('files').update(id).digest();

function isMadeWith(secret: Buffer, { id, code }: Written): boolean {
  const expected = codeOf(secret, id);
  return code.length === expected.length && timingSafeEqual(code, expected);
}

/** Writes a new id to the folder, durably, and returns it. */
async function writeId(dataDir: string, secret: Buffer): Promise<Buffer> {
  makeFolder(dataDir);
  const id = randomBytes(ID_BYTES);
  const file = pairFile(dataDir);
  const part = `${file}.part-${process.pid}`;
  await fs.writeFile(part, `${id.toString('base64url')}.${codeOf(secret, id).toString('base64url')}\n`, {
    flush: true,
  });
  await fs.rename(part, file);
  await syncFile(dataDir);
  return id;
}
