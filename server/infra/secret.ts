import { createHmac, randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Db } from '#server/db/open.ts';
import { secrets } from '#server/db/schema.ts';

const NAME = 'root';

/** The 32-byte secret all processes on this database share; made by whichever starts first. */
export async function loadSecret(db: Db): Promise<Buffer> {
  await db
    .insert(secrets)
    .values({ name: NAME, value: randomBytes(32) })
    .onConflictDoNothing();
  const [row] = await db.select({ value: secrets.value }).from(secrets).where(eq(secrets.name, NAME));
  if (!row) throw new Error('The shared secret vanished from the database.');
  return row.value;
}

/** HMAC-SHA-256 of `text` under a key of its own for each `purpose`. */
export function keyedHash(secret: Buffer, purpose: string, text: string): Buffer {
  const key = createHmac('sha256', secret).update(purpose).digest();
  return createHmac('sha256', key).update(text).digest();
}
