import { createHmac, createSecretKey, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Db } from '#server/db/open.ts';
import { secrets } from '#server/db/schema/operations.ts';

export async function readSecret(db: Db, name: string): Promise<Buffer | null> {
  const [row] = await db.select({ value: secrets.value }).from(secrets).where(eq(secrets.name, name));
  return row?.value ?? null;
}

/** The one that the first process made; `made` is kept if that is this one. */
export async function keepFirst(db: Db, name: string, made: Buffer): Promise<Buffer> {
  await db.insert(secrets).values({ name, value: made }).onConflictDoNothing();
  const kept = await readSecret(db, name);
  if (!kept) throw new Error('A secret vanished from the database.');
  return kept;
}

/** The 32-byte secret shared by all processes on this database. */
export const loadSecret = (db: Db): Promise<Buffer> => keepFirst(db, 'root', randomBytes(32));

/** Compares what someone sent with what only we can make, in a time that does not tell how much of it was right. */
export const isSameSecret = (given: Buffer, own: Buffer): boolean =>
  given.length === own.length && timingSafeEqual(given, own);

/** HMAC-SHA-256 of `text`, 32 bytes, with a separate key for each `purpose`, of which there are a handful. */
export type KeyedHash = (purpose: string, text: string) => Buffer;

/** Every view and every exchange needs hashes, so the keys derived from the secret are cached. */
export function createKeyedHash(secret: Buffer): KeyedHash {
  const keys = new Map<string, KeyObject>();
  const keyOf = (purpose: string) => {
    const known = keys.get(purpose);
    if (known) return known;
    const key = createSecretKey(createHmac('sha256', secret).update(purpose).digest());
    keys.set(purpose, key);
    return key;
  };
  return (purpose, text) => createHmac('sha256', keyOf(purpose)).update(text).digest();
}
