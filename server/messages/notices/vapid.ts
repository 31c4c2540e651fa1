import { createECDH } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Db } from '#server/db/open.ts';
import { secrets } from '#server/db/schema/operations.ts';

declare module '#server/context.ts' {
  interface AppContext {
    /** The private key with which we identify ourselves to push services (RFC 8292): 32 bytes, on P-256. */
    vapidKey: Buffer;
  }
}

const NAME = 'vapid';
const CURVE = 'prime256v1';

/** Made at the first start, and the same for all processes on this database: browsers subscribe with it. */
export async function loadVapidKey(db: Db): Promise<Buffer> {
  const made = createECDH(CURVE);
  made.generateKeys();
  // A key may begin with zero bytes, which are left out.
  const value = Buffer.concat([Buffer.alloc(32), made.getPrivateKey()]).subarray(-32);
  await db.insert(secrets).values({ name: NAME, value }).onConflictDoNothing();
  const [row] = await db.select({ value: secrets.value }).from(secrets).where(eq(secrets.name, NAME));
  if (!row) throw new Error('The key for push services vanished from the database.');
  return row.value;
}

/** The public key as an uncompressed point, base64url. */
export function derivePublicKey(privateKey: Buffer): string {
  const pair = createECDH(CURVE);
  pair.setPrivateKey(privateKey);
  return pair.getPublicKey().toString('base64url');
}
