import { newId } from '#server/db/new-id.ts';
import type { Entry, Ledger } from './ledger.ts';
import { takeCredit } from './pending-items.ts';
import { beginSubscription } from './subscription-life.ts';
import { emitEvent, processDue, takeStep } from './take-step.ts';
import { toStripeSession } from './to-stripe.ts';

/** Starts the subscription that was bought; the first bill is due now, or when the trial is over. */
export async function completeCheckout(
  inside: Ledger,
  session: Entry<'session'>,
  isCardGood: boolean,
): Promise<string> {
  const { id, customer, quantity, trialDays } = session;
  const credit = await takeCredit(inside, customer);
  const terms = { quantity, trialDays, isCardGood };
  const begun = beginSubscription(`sub_test_${newId()}`, terms, inside.now());
  const subscription = { ...begun, prorationCents: -credit };
  const complete = { ...session, status: 'complete' as const };
  await inside.put('session', id, customer, complete);
  await takeStep(inside, customer, { subscription, events: ['customer.subscription.created'] });
  await processDue(inside, customer);
  const object = { ...toStripeSession(complete, ''), mode: 'subscription', subscription: subscription.id };
  await emitEvent(inside, customer, 'checkout.session.completed', object);
  return subscription.id;
}
