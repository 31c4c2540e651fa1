import type { AppContext } from '#server/context.ts';
import { newId } from '#server/db/new-id.ts';
import { TEST_CUSTOMER_PREFIX } from '#server/money/billing/test-provider/test-customer.ts';
import { setCustomer } from '#server/money/billing/write-subscription.ts';
import { TRIAL_DAYS } from '#shared/contract/constants.ts';
import { putObject, takeStep } from './ledger.ts';
import { beginSubscription, nextStep } from './subscription-life.ts';

/**
 * Gives a demo user a history at the test provider: a checkout at `since` with its trial, and every bill until now.
 * Sends no events; `syncUser` reads the result.
 */
export async function seedSubscription(
  app: AppContext,
  user: { id: string; email: string; fullName: string },
  { quantity, since }: { quantity: number; since: Date },
): Promise<void> {
  const customerId = TEST_CUSTOMER_PREFIX + user.id;
  await putObject(app, 'customer', customerId, customerId, {
    userId: user.id,
    email: user.email,
    fullName: user.fullName,
  });
  let subscription = beginSubscription(
    `sub_test_${newId()}`,
    { quantity, trialDays: TRIAL_DAYS, isCardGood: true },
    since,
  );
  await putObject(app, 'subscription', subscription.id, customerId, subscription);
  for (let step = nextStep(subscription, app.now()); step; step = nextStep(subscription, app.now())) {
    await takeStep(app, customerId, { ...step, events: [] });
    subscription = step.subscription;
  }
  await setCustomer(app.db, user.id, customerId);
}
