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

/** Gives so many owners after the last one, in the order of their ids. */
type Find<Owner> = (after: AccountId, most: number) => Promise<Owner[]>;

/** All whom `find` gives; no further one once `stopping` is aborted. */
async function* listOwners<Owner extends { userId: AccountId }>(
  find: Find<Owner>,
  stopping: AbortSignal | undefined,
): AsyncGenerator<Owner> {
  for (let last = accountId.parse(''); ; ) {
    const owners = await find(last, OWNERS_AT_ONCE);
    for (const owner of owners) {
      if (stopping?.aborted) return;
      yield owner;
    }
    last = owners.at(-1)?.userId ?? last;
    if (owners.length < OWNERS_AT_ONCE) return;
  }
}

/** Tells every owner of something. No further one is begun once `stopping` is aborted. */
export async function forEachOwner<Owner extends { userId: AccountId }>(
  app: { log: Logger },
  find: Find<Owner>,
  tell: (owner: Owner) => Promise<void>,
  stopping?: AbortSignal,
): Promise<void> {
  for await (const owner of listOwners(find, stopping)) await forOwner(app, owner.userId, () => tell(owner));
}

/**
 * Does it for every owner, also after it failed for one, and throws the first failure in the end: a job has failed then. After one that
 * is of all, no other owner is tried.
 */
export async function tryForEachOwner<Owner extends { userId: AccountId }>(
  find: Find<Owner>,
  act: (owner: Owner) => Promise<void>,
  {
    stopping,
    isOfAll = () => false,
  }: { stopping?: AbortSignal | undefined; isOfAll?: (error: unknown) => boolean },
): Promise<void> {
  const failures: unknown[] = [];
  for await (const owner of listOwners(find, stopping)) {
    try {
      await act(owner);
    } catch (error) {
      failures.push(error);
      if (isOfAll(error)) break;
    }
  }
  if (failures.length > 0) throw failures[0];
}
