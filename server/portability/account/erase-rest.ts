import { eq } from 'drizzle-orm';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { AppContext } from '#server/context.ts';
import { businessCards } from '#server/db/schema/cards.ts';
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

/** First all that is the account's, since contacts would only lose a card that goes before them. The cards go with the account. */
async function eraseRest(
  app: AppContext,
  id: AccountId,
  how: { stopping?: AbortSignal; rows?: number },
): Promise<boolean> {
  const toAccount = (await readReferences(app.db, 'users')).filter((reference) => !isLast(reference));
  if (!(await eraseReferences(app, toAccount, id, how))) return false;
  const toCards = await readReferences(app.db, 'business_cards');
  const isTheirs = whereCan(systemFor(id), 'restore', 'card');
  const cards = await app.db.select({ id: businessCards.id }).from(businessCards).where(isTheirs);
  for (const card of cards) if (!(await eraseReferences(app, toCards, card.id, how))) return false;
  await app.db.delete(users).where(eq(users.id, id));
  return true;
}
