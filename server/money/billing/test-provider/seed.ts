import type { AppContext } from '#server/context.ts';
import { newId } from '#server/db/new-id.ts';
import { setCustomer } from '#server/money/billing/write-subscription.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import { TRIAL_DAYS } from '#shared/contract/constants.ts';
import { TEST_CUSTOMER_PREFIX } from '../test-customer.ts';
import { openLedger } from './ledger.ts';
import { beginSubscription, nextStep } from './subscription-life.ts';
import { takeStep } from './take-step.ts';

/**
 * Gives a demo user a history at the test provider: a checkout at `since` with its trial, and every bill until now.
 * Sends no events; `syncUser` reads the result.
 */
export async function seedSubscription(
  app: AppContext,
  { id: userId, email, fullName }: { id: AccountId; email: string; fullName: string },
  { quantity, since }: { quantity: number; since: Date },
): Promise<void> {
  const ledger = openLedger(app);
  const customer = TEST_CUSTOMER_PREFIX + userId;
  await ledger.put('customer', customer, customer, { userId, email, fullName });
  const terms = { quantity, trialDays: TRIAL_DAYS, isCardGood: true };
  let subscription = beginSubscription(`sub_test_${newId()}`, terms, since);
  await ledger.put('subscription', subscription.id, customer, subscription);
  for (let step = nextStep(subscription, app.now()); step; step = nextStep(subscription, app.now())) {
    await takeStep(ledger, customer, { ...step, events: [] });
    subscription = step.subscription;
  }
  await setCustomer(app.db, userId, customer);
}
