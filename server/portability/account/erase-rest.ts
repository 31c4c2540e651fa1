import { eq } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import { erasures } from '#server/db/schema/portability.ts';
import { users } from '#server/db/schema/users.ts';
import { eraseReferences, readReferences } from '#server/infra/erase-references.ts';
import { ERASURES, isLast } from '#server/portability/account/erase-account.ts';
import type { AccountId } from '#shared/accounts/ids.ts';

/** Due work: deletes what is left of deleted accounts, one after the other; killed at any moment, it goes on. */

export const erasuresWhenDue = (app: AppContext): void =>
  app.queue.whenDue(ERASURES, (stopping) => eraseRests(app, { stopping }), { sends: 'nothing' });

/** One that fails keeps no other from going. `rows` are those of a transaction. */
export async function eraseRests(
  app: AppContext,
  how: { stopping?: AbortSignal; rows?: number } = {},
): Promise<null> {
  const left = await app.db.select({ id: erasures.userId }).from(erasures).orderBy(erasures.begunAt);
  const failures: unknown[] = [];
  for (const { id } of left) {
    const goesOn = await eraseRest(app, id, how).catch((error: unknown) => failures.push(error) > 0);
    if (!goesOn) break;
  }
  if (failures.length > 0) throw failures[0];
  return null;
}

async function eraseRest(
  app: AppContext,
  id: AccountId,
  how: { stopping?: AbortSignal; rows?: number },
): Promise<boolean> {
  const references = (await readReferences(app.db, 'users')).filter((reference) => !isLast(reference));
  if (!(await eraseReferences(app, references, id, how))) return false;
  await app.db.delete(users).where(eq(users.id, id));
  return true;
}
