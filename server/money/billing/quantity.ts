import { eq } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { subscriptions } from '#server/db/schema/money.ts';
import { users } from '#server/db/schema/users.ts';
import type { AccountId } from '#shared/accounts/ids.ts';

/**
 * The subscription's quantity is the number of cards: a job queued with each change of cards sends it to the provider.
 */

/** Sends the number of cards to the provider once the transaction `db` commits; does nothing without a subscription. */
export async function followCardCount(
  app: Pick<AppContext, 'queue'>,
  db: Db,
  userId: AccountId,
): Promise<void> {
  const [found] = await db
    .select({ id: users.stripeSubscriptionId, status: subscriptions.status })
    .from(users)
    .leftJoin(subscriptions, eq(subscriptions.userId, users.id))
    .where(eq(users.id, userId));
  if (found?.id) await app.queue.send(db, 'billing-quantity', { userId });
}
