import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import { forgetDevices } from '#server/accounts/auth/two-step/remembered-devices.ts';
import type { Db } from '#server/db/open.ts';
import { recoveryCodes, twoStep } from '#server/db/schema/accounts.ts';
import type { AccountId } from '#shared/accounts/ids.ts';

/** Deletes an account's codes and everything that belongs to them; returns whether they were on. */
export async function removeTwoStep(tx: Db, userId: AccountId): Promise<boolean> {
  const removed = await tx
    .delete(twoStep)
    .where(whereCan(systemFor(userId), 'delete', 'twoStep'))
    .returning({ confirmedAt: twoStep.confirmedAt });
  await tx.delete(recoveryCodes).where(whereCan(systemFor(userId), 'delete', 'recoveryCode'));
  await forgetDevices(tx, userId);
  return removed.some(({ confirmedAt }) => confirmedAt !== null);
}
