import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { Db } from '#server/db/open.ts';
import { users } from '#server/db/schema/users.ts';
import type { AccountId } from '#shared/accounts/ids.ts';

/**
 * Until the transaction ends, the account is not deleted. To be called before one of its imports is locked: whoever
 * deletes an account has its row first, too.
 */
export async function preventDeletion(tx: Db, userId: AccountId): Promise<void> {
  await tx
    .select({ id: users.id })
    .from(users)
    .where(whereCan(systemFor(userId), 'see', 'account'))
    .for('key share');
}
