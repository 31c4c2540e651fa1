import { eq } from 'drizzle-orm';
import type { App } from '#server/context.ts';
import { users } from '#server/db/schema.ts';
import { endJob } from './end-subscription.ts';
import { quantityJob } from './quantity.ts';
import { signatureOf } from './signature.ts';
import { currentSubscription, isRunning } from './state.ts';
import { quantityOf, syncUser } from './sync.ts';
import { find, testEventJob } from './test-provider/ledger.ts';
import { receiveEvent } from './webhook.ts';

export function billingJobs(app: App): void {
  app.queue.handle(quantityJob, ({ userId }) => bringQuantity(app, userId));
  app.queue.handle(endJob, ({ subscriptionId }) => app.billing.endNow(subscriptionId));
  app.queue.handle(testEventJob, ({ eventId }) => deliverTestEvent(app, eventId));
}

const TRIES = 5;

/** Sets the provider's quantity to the number of cards. Cards may come and go meanwhile, so it looks again until both agree. */
export async function bringQuantity(app: App, userId: string): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const [user] = await app.db.select().from(users).where(eq(users.id, userId));
    if (!user?.stripeCustomerId || !app.billing.ownsCustomer(user.stripeCustomerId)) return;
    const wanted = await quantityOf(app.db, userId);
    const subscription = currentSubscription(await app.billing.fetchTruth(user.stripeCustomerId));
    if (!subscription || !isRunning(subscription)) return;
    if (subscription.quantity === wanted) {
      await syncUser(app, userId);
      return;
    }
    await app.billing.setQuantity(subscription.id, wanted);
  }
  throw new Error('The provider and the number of cards did not agree.');
}

/** The test provider delivers as a provider does: signed bytes, to the very code that takes Stripe's. */
async function deliverTestEvent(app: App, eventId: string): Promise<void> {
  const event = await find(app.db, 'event', eventId);
  if (!event) return;
  const body = Buffer.from(JSON.stringify(event.data));
  await receiveEvent(app, body, signatureOf(body, app.billing.webhookSecret, app.now()));
}
