import type { Db } from '#server/db/open.ts';
import { passkeys } from '#server/db/schema/accounts.ts';

/** The library of passkeys: 300 modules that a start does not wait for. Making or checking a passkey needs it, asking for one does not. */
export const loadWebAuthn = () => import('@simplewebauthn/server');

/** Loads it where somebody has a passkey; elsewhere it would be memory for nothing (docs/decisions/400). */
export async function loadWherePasskeys(db: Db): Promise<void> {
  const used = await db.select({ id: passkeys.id }).from(passkeys).limit(1);
  if (used.length) await loadWebAuthn();
}
