import { and, eq, inArray } from 'drizzle-orm';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { AppContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { linkedIdentities, passkeys } from '#server/db/schema/accounts.ts';
import { persons } from '#server/db/schema/users.ts';
import type { AccountId } from '#shared/accounts/ids.ts';

/** Other changes of the ways into the account, a reset among them, wait until the transaction `tx` ends. */
export async function lockAccount(
  tx: Db,
  userId: AccountId,
): Promise<{ password: string | null } | undefined> {
  const [user] = await tx
    .select({ password: persons.password })
    .from(persons)
    .where(eq(persons.id, userId))
    .for('update');
  return user;
}

/**
 * How many ways lead into an account: its password, each passkey and each linked sign-in with a provider that is set up here.
 * Locks the account, which whoever removes a way has locked before: two removals at once cannot take the last two. A mailed
 * link is no way in: mail may not be set up, and the address may be gone.
 */
export async function countSignInMethods(
  { oidc }: Pick<AppContext, 'oidc'>,
  tx: Db,
  userId: AccountId,
): Promise<number> {
  const user = await lockAccount(tx, userId);
  const keys = await tx.$count(passkeys, whereCan(systemFor(userId), 'see', 'passkey'));
  const isUsable = inArray(
    linkedIdentities.provider,
    oidc.list.map(({ name }) => name),
  );
  const isTheirs = whereCan(systemFor(userId), 'see', 'linkedIdentity');
  const identities = await tx.$count(linkedIdentities, and(isTheirs, isUsable));
  return (user?.password ? 1 : 0) + keys + identities;
}
