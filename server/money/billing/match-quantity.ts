import { and, eq, isNull, lt, or, type SQL } from 'drizzle-orm';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import { type Ending, subscriptions } from '#server/db/schema/money.ts';
import { users } from '#server/db/schema/users.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import { countBilledCards } from './quantity.ts';
import { currentSubscription, decideStep, isRunning } from './state.ts';
import { type BillingParts, ENDING_NOTED_MS, syncUser } from './sync.ts';

const TRIES = 5;

/**
 * Has the provider bill the cards there are: sets their number, ends the subscription with its period if there are none,
 * and takes that back if there are some again. Returns the number, or null if no subscription renews: a cancelled one keeps
 * the number that was billed last. The number of cards may change meanwhile, so it repeats until both agree.
 */
export async function matchQuantity(parts: BillingParts, userId: AccountId): Promise<number | null> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const [found] = await parts.db
      .select({ customerId: users.stripeCustomerId, ending: subscriptions.ending })
      .from(users)
      .leftJoin(subscriptions, eq(subscriptions.userId, users.id))
      .where(eq(users.id, userId));
    if (!found?.customerId || !parts.billing.ownsCustomer(found.customerId)) return null;
    const wanted = await countBilledCards(parts.db, userId);
    const subscription = currentSubscription(await parts.billing.fetchTruth(found.customerId));
    if (!subscription || !isRunning(subscription)) return null;
    const step = decideStep(subscription, wanted, found.ending);
    if (step === null) {
      // Taken back: it must not make a later cancellation look like ours.
      if (!subscription.cancelsAt && found.ending === 'empty')
        await noteEnding(parts, userId, null, eq(subscriptions.ending, 'empty'));
      if (!subscription.cancelsAt || found.ending === 'empty') await syncUser(parts, userId);
      return subscription.cancelsAt ? null : wanted;
    }
    if (step === 'end') await noteEnding(parts, userId, 'empty', isOurs(parts.now()));
    if (step === 'set') await parts.billing.setQuantity(subscription.id, wanted);
    else await parts.billing.setCancelled(subscription.id, step === 'end');
  }
  throw new Error('The provider and the number of cards did not agree.');
}

/** Nobody ends it at this moment for another reason, which would have to stay. */
const isOurs = (now: Date): SQL | undefined =>
  or(isNull(subscriptions.ending), lt(subscriptions.endingAt, new Date(now.getTime() - ENDING_NOTED_MS)));

/** Before the provider is told, so that whatever stops us in between is taken up again. */
const noteEnding = (
  { db, now }: BillingParts,
  userId: AccountId,
  ending: Ending | null,
  which: SQL | undefined,
) =>
  db
    .update(subscriptions)
    .set({ ending, endingAt: ending && now() })
    .where(and(whereCan(systemFor(userId), 'edit', 'subscription'), which));
