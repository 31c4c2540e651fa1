import { changeQuantity } from './pending-items.ts';
import { createDecline, createMissing, StripeRefusal } from './stripe-refusal.ts';
import { endSubscription, type LifeStep, makeNextStepDue, renewSubscription } from './subscription-life.ts';
import { takeStep } from './take-step.ts';
import {
  type Answers,
  changeCurrent,
  findCurrent,
  listCurrent,
  listOf,
  type StripeCall,
  showCustomer,
  type TestAccount,
} from './test-account.ts';
import type { TestSubscription } from './test-objects.ts';
import { itemOf, toStripeSubscription } from './to-stripe.ts';

/** Answers about subscriptions. Source: Stripe API reference, "Subscriptions". */

/** The customer of a subscription, which is shown as if that had been asked. */
async function showOwner(account: TestAccount, customer: string) {
  const owner = await account.ledger.find('customer', customer);
  if (!owner) throw createMissing(customer);
  return showCustomer(account, owner);
}

async function showSubscription(account: TestAccount, id: string): Promise<object> {
  const subscription = await findCurrent(account.ledger, 'subscription', id);
  return toStripeSubscription(subscription, await showOwner(account, subscription.customer));
}

/** Takes a step with a subscription as it is by now; one that has ended is refused. */
async function stepOn(
  account: TestAccount,
  id: string,
  step: (subscription: TestSubscription) => LifeStep,
): Promise<object> {
  await changeCurrent(account.ledger, 'subscription', id, (inside, current) =>
    takeStep(inside, current.customer, step(current)),
  );
  return showSubscription(account, id);
}

export const subscriptionAnswers: Answers = {
  async 'GET subscriptions'(account, { query }) {
    const customer = query.get('customer') ?? '';
    const all = await listCurrent(account.ledger, 'subscription', customer);
    const owner = await showOwner(account, customer);
    const asked = all.filter(({ status }) => query.get('status') === 'all' || status !== 'canceled');
    return listOf(asked.map((one) => toStripeSubscription(one, owner)));
  },
  'GET subscriptions/:id': (account, { id }) => showSubscription(account, id),
  'POST subscriptions/:id': (account, { id, form }) =>
    stepOn(account, id, (subscription) => {
      const now = account.ledger.now();
      const changed = update(subscription, form, now);
      return form.trial_end === 'now' && subscription.status === 'trialing'
        ? endTrial(changed, form, now)
        : { subscription: changed, events: ['customer.subscription.updated'] };
    }),
  'DELETE subscriptions/:id': (account, { id }) =>
    stepOn(account, id, (subscription) => {
      if (subscription.status === 'canceled') throw createMissing(id);
      return endSubscription(subscription, account.ledger.now().toISOString());
    }),
};

function update(before: TestSubscription, form: StripeCall['form'], now: Date): TestSubscription {
  const { cancel_at: date, cancel_at_period_end: flag, trial_end: trialEnd } = form;
  if (before.status === 'canceled') {
    throw new StripeRefusal(
      400,
      'A canceled subscription can only update its cancellation_details and metadata.',
    );
  }
  if (date !== undefined && flag !== undefined) {
    throw new StripeRefusal(
      400,
      'You may only specify one of these parameters: cancel_at, cancel_at_period_end.',
    );
  }
  const changed = updateQuantity(before, form, now);
  const isCancelled = readCancelFlag(form) ?? changed.isCancelled;
  if (!trialEnd || trialEnd === 'now') return { ...changed, isCancelled };
  const at = new Date(Number(trialEnd) * 1000).toISOString();
  return { ...changed, isCancelled, status: 'trialing', trialEndsAt: at, periodEndsAt: at };
}

/** The first period begins, or nothing is changed. Source: Stripe API, `payment_behavior`. */
function endTrial(subscription: TestSubscription, form: StripeCall['form'], now: Date): LifeStep {
  if (!subscription.isCardGood && form.payment_behavior === 'error_if_incomplete') throw createDecline();
  return renewSubscription(makeNextStepDue(subscription, now), now.toISOString());
}

function updateQuantity(before: TestSubscription, form: StripeCall['form'], now: Date): TestSubscription {
  const wanted = form['items[0][quantity]'];
  if (wanted === undefined) return before;
  if (form['items[0][id]'] !== itemOf(before.id)) throw new StripeRefusal(400, 'No such subscription item');
  const quantity = Number(wanted);
  return form.proration_behavior === 'none' ? { ...before, quantity } : changeQuantity(before, quantity, now);
}

/** True to cancel at the end of the period, false to take that back; undefined if nothing is asked. */
export function readCancelFlag(form: StripeCall['form'], prefix = ''): boolean | undefined {
  const read = (name: string) => form[prefix ? `${prefix}[${name}]` : name];
  if (read('cancel_at') === '') return false;
  const flag = read('cancel_at_period_end');
  return flag === undefined ? undefined : flag === 'true';
}
