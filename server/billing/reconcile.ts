import { eq, isNotNull } from 'drizzle-orm';
import type { UserRow } from '#server/context.ts';
import { users } from '#server/db/schema.ts';
import { bringQuantity } from './bring-quantity.ts';
import { expireOverdue } from './expiry.ts';
import { currentSubscription, isRunning } from './state.ts';
import { type BillingParts, type Changes, syncUser } from './sync.ts';

/**
 * Compares every customer of the provider with our database and fixes the differences: customers whose record was lost,
 * different subscription statuses, different numbers of cards. Returns one sentence for each fix; empty if everything
 * agreed. Can run beside the app at any time, any number of times.
 */
export async function reconcile(parts: BillingParts): Promise<string[]> {
  const said = await adoptLostCustomers(parts);
  await expireOverdue(parts);
  const customers = await parts.db.select().from(users).where(isNotNull(users.stripeCustomerId));
  for (const user of customers) {
    const { stripeCustomerId, username } = user;
    try {
      if (stripeCustomerId && parts.billing.ownsCustomer(stripeCustomerId)) {
        said.push(...(await reconcileUser(parts, user, stripeCustomerId)));
      } else {
        said.push(...sentenceOf(username, await syncUser(parts, user.id)));
      }
    } catch (error) {
      // One customer that cannot be read, such as one deleted at the provider, must not keep the others from being
      // fixed.
      const reason = error instanceof Error ? error.message : String(error);
      said.push(`${username}: could not be compared, nothing was changed. ${reason}`);
    }
  }
  return said;
}

async function adoptLostCustomers(parts: BillingParts): Promise<string[]> {
  const said: string[] = [];
  for await (const customer of parts.billing.listCustomers()) {
    if (!customer.userId) continue;
    const [user] = await parts.db.select().from(users).where(eq(users.id, customer.userId));
    if (!user || user.stripeCustomerId === customer.id) continue;
    const { stripeCustomerId } = user;
    if (stripeCustomerId && parts.billing.ownsCustomer(stripeCustomerId)) {
      said.push(
        `${user.username}: the provider has a second customer ${customer.id} beside ${stripeCustomerId}. Look at it there.`,
      );
      continue;
    }
    await parts.db.update(users).set({ stripeCustomerId: customer.id }).where(eq(users.id, user.id));
    said.push(`${user.username}: noted the customer ${customer.id}, which was not known here.`);
  }
  return said;
}

const sentenceOf = (username: string, changes: Changes): string[] =>
  changes.length ? [`${username}: ${changes.join('; ')}.`] : [];

async function reconcileUser(parts: BillingParts, user: UserRow, customerId: string): Promise<string[]> {
  const said: string[] = [];
  const truth = await parts.billing.fetchTruth(customerId);
  const running = truth.subscriptions.filter(isRunning);
  if (running.length > 1) {
    const ids = running.map(({ id }) => id).join(' and ');
    said.push(
      `${user.username}: the provider runs ${running.length} subscriptions, ${ids}. End one of them there.`,
    );
  }
  const before = currentSubscription(truth)?.quantity;
  said.push(...sentenceOf(user.username, await syncUser(parts, user.id)));
  const after = await bringQuantity(parts, user.id);
  if (after !== null && after !== before) {
    said.push(`${user.username}: the provider counted ${before ?? 0} cards and counts ${after} now.`);
  }
  return said;
}
