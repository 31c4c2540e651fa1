import { and, gt } from 'drizzle-orm';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import { dropPendingAddress } from '#server/accounts/auth/address/write-address.ts';
import { endLinks } from '#server/accounts/auth/mailed-links.ts';
import { removeTwoStep } from '#server/accounts/auth/two-step/remove-two-step.ts';
import type { Db } from '#server/db/open.ts';
import { linkedIdentities, passkeys, twoStep } from '#server/db/schema/accounts.ts';
import type { AccountId } from '#shared/accounts/ids.ts';

/**
 * Removes every way into an account that somebody else may have prepared: all of them where the address was never
 * confirmed, otherwise those added after `since` and the ways back to addresses that it got after `movedAt`. Every
 * table of such ways is cleared here (docs/decisions/151).
 */
export async function endPreHijacking(
  tx: Db,
  userId: AccountId,
  { since, movedAt } = { since: new Date(0), movedAt: new Date(0) },
): Promise<void> {
  await dropPendingAddress(tx, userId);
  await endLinks(tx, userId, ['undo_email'], movedAt);
  await tx
    .delete(passkeys)
    .where(and(whereCan(systemFor(userId), 'delete', 'passkey'), gt(passkeys.createdAt, since)));
  await tx
    .delete(linkedIdentities)
    .where(
      and(whereCan(systemFor(userId), 'delete', 'linkedIdentity'), gt(linkedIdentities.createdAt, since)),
    );
  const isNewTwoStep = and(whereCan(systemFor(userId), 'delete', 'twoStep'), gt(twoStep.createdAt, since));
  if (await tx.$count(twoStep, isNewTwoStep)) await removeTwoStep(tx, userId);
}
