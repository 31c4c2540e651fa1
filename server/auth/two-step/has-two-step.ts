import { and, isNotNull } from 'drizzle-orm';
import { isOfAccount } from '#server/access/where-can.ts';
import { passkeys, twoStep } from '#server/db/auth-schema.ts';
import type { Db } from '#server/db/open.ts';

/** Whether signing in to an account can take more than its password: it has two-step codes or a passkey. */
export async function hasTwoStep(db: Db, userId: string): Promise<boolean> {
  const isOn = and(isOfAccount(userId, 'twoStep'), isNotNull(twoStep.confirmedAt));
  const codes = await db.select({ userId: twoStep.userId }).from(twoStep).where(isOn).limit(1);
  if (codes.length > 0) return true;
  const isOwn = isOfAccount(userId, 'passkey');
  const keys = await db.select({ id: passkeys.id }).from(passkeys).where(isOwn).limit(1);
  return keys.length > 0;
}
