import type { Logger } from 'pino';
import { describeError } from '#server/infra/describe-error.ts';
import { type AccountId, accountId } from '#shared/accounts/ids.ts';

/** Does something for many owners, one after the other. */

const OWNERS_AT_ONCE = 200;

/** Does it for one owner; a failure is logged and left to the next time, since others wait behind this owner. */
export async function forOwner(
  app: { log: Logger },
  userId: AccountId,
  tell: (userId: AccountId) => Promise<void>,
): Promise<void> {
  await tell(userId).catch((error: unknown) => {
    app.log.warn({ error: describeError(error) }, 'An owner was not told yet');
  });
}

/**
 * Does it for every owner; `find` gives so many of them after the last one, in the order of their ids. No further one
 * is begun once `stopping` is aborted.
 */
export async function forEachOwner<Owner extends { userId: AccountId }>(
  app: { log: Logger },
  find: (after: AccountId, most: number) => Promise<Owner[]>,
  tell: (owner: Owner) => Promise<void>,
  stopping?: AbortSignal,
): Promise<void> {
  for (let last = accountId.parse(''); ; ) {
    const owners = await find(last, OWNERS_AT_ONCE);
    for (const owner of owners) {
      if (stopping?.aborted) return;
      await forOwner(app, owner.userId, () => tell(owner));
    }
    last = owners.at(-1)?.userId ?? last;
    if (owners.length < OWNERS_AT_ONCE) return;
  }
}
