import { isOfAccount } from '#server/access/where-can.ts';
import { forgetDevices } from '#server/accounts/auth/two-step/remembered-devices.ts';
import type { Db } from '#server/db/open.ts';
import { recoveryCodes, twoStep } from '#server/db/schema/accounts.ts';

/** Deletes an account's codes and everything that belongs to them; returns whether they were on. */
export async function removeTwoStep(tx: Db, userId: string): Promise<boolean> {
  const removed = await tx
    .delete(twoStep)
    .where(isOfAccount(userId, 'twoStep'))
    .returning({ confirmedAt: twoStep.confirmedAt });
  await tx.delete(recoveryCodes).where(isOfAccount(userId, 'recoveryCode'));
  await forgetDevices(tx, userId);
  return removed.some(({ confirmedAt }) => confirmedAt !== null);
}
