import { eq } from 'drizzle-orm';
import { users } from '#server/db/schema/users.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import { currentSubscription, isRunning } from './state.ts';
import { type BillingParts, countBilledCards, syncUser } from './sync.ts';

const TRIES = 5;

/**
 * Sets the provider's quantity to the number of cards and returns it, or null if no subscription renews: a cancelled one
 * keeps the number that was billed last. The number of cards may change meanwhile, so it repeats until both agree.
 */
export async function matchQuantity(parts: BillingParts, userId: AccountId): Promise<number | null> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const [user] = await parts.db.select().from(users).where(eq(users.id, userId));
    if (!user?.stripeCustomerId || !parts.billing.ownsCustomer(user.stripeCustomerId)) return null;
    const wanted = await countBilledCards(parts.db, userId);
    const subscription = currentSubscription(await parts.billing.fetchTruth(user.stripeCustomerId));
    if (!subscription || !isRunning(subscription) || subscription.cancelsAt) return null;
    if (subscription.quantity === wanted) {
      await syncUser(parts, userId);
      return wanted;
    }
    await parts.billing.setQuantity(subscription.id, wanted);
  }
  throw new Error('The provider and the number of cards did not agree.');
}
