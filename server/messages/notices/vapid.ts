import { createECDH } from 'node:crypto';
import type { Db } from '#server/db/open.ts';
import { keepFirst } from '#server/infra/secret.ts';

declare module '#server/context.ts' {
  interface AppContext {
    /** The private key with which we identify ourselves to push services (RFC 8292): 32 bytes, on P-256. */
    vapidKey: Buffer;
  }
}

const CURVE = 'prime256v1';

/** Made at the first start, and the same for all processes on this database: browsers subscribe with it. */
export async function loadVapidKey(db: Db): Promise<Buffer> {
  const made = createECDH(CURVE);
  made.generateKeys();
  // A key may begin with zero bytes, which are left out.
  const value = Buffer.concat([Buffer.alloc(32), made.getPrivateKey()]).subarray(-32);
  return keepFirst(db, 'vapid', value);
}

/** The public key as an uncompressed point, base64url. */
export function derivePublicKey(privateKey: Buffer): string {
  const pair = createECDH(CURVE);
  pair.setPrivateKey(privateKey);
  return pair.getPublicKey().toString('base64url');
}
