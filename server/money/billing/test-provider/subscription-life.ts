import { DAY_MS } from '#shared/formats/time.ts';
import { monthlyCents } from '#shared/money/subscription.ts';
import { computeBill, findCredit, NOTHING_PENDING, readPendingItems, takePending } from './pending-items.ts';
import type { TestSubscription } from './test-objects.ts';

/** The life cycle of a subscription at the test provider: what is due is charged, renewed, retried or ended. */

const RETRY_DAYS = 3;
const RETRIES = 3;
/** How long a failed charge is retried. Source: Stripe docs, "Automate payment retries", custom retry schedule. */
export const TEST_RETRY_DAYS = RETRY_DAYS * RETRIES;

/** One step: the subscription after it, the invoice it created or changed, and the events to send. */
export interface LifeStep {
  subscription: TestSubscription;
  invoice?: {
    status: 'paid' | 'open' | 'uncollectible' | 'void';
    cents: number;
    hasProrations?: boolean;
    isRetry: boolean;
    at: string;
  };
  events: string[];
}

/** The anchor's day next month, or the last day of that month. Source: Stripe docs, "Billing cycle anchor". */
function monthAfter(iso: string, anchorDay: number): string {
  const date = new Date(iso);
  date.setUTCMonth(date.getUTCMonth() + 2, 0);
  date.setUTCDate(Math.min(anchorDay, date.getUTCDate()));
  return date.toISOString();
}

const addDays = (iso: string, days: number) =>
  new Date(new Date(iso).getTime() + days * DAY_MS).toISOString();

/** A subscription as a completed checkout creates it; without trial days, the first charge is due at once. */
export function beginSubscription(
  id: string,
  { quantity, trialDays, isCardGood }: { quantity: number; trialDays: number; isCardGood: boolean },
  now: Date,
): TestSubscription {
  const startedAt = now.toISOString();
  const trialEndsAt = trialDays > 0 ? addDays(startedAt, trialDays) : null;
  return {
    id,
    status: trialEndsAt ? 'trialing' : 'incomplete',
    quantity,
    startedAt,
    trialEndsAt,
    periodStartsAt: startedAt,
    periodEndsAt: trialEndsAt ?? startedAt,
    isCancelled: false,
    endedAt: null,
    isCardGood,
    prorationCents: 0,
    retriesLeft: RETRIES,
    retryAt: null,
  };
}

/** The next thing that is due at `now`, or null. */
export function nextStep(subscription: TestSubscription, now: Date): LifeStep | null {
  const { status, retryAt, periodEndsAt, isCancelled } = subscription;
  const isDue = (iso: string | null) => iso !== null && new Date(iso) <= now;
  const endsFirst = isCancelled && (retryAt === null || retryAt >= periodEndsAt);
  if (status === 'past_due' && !(endsFirst && isDue(periodEndsAt)))
    return isDue(retryAt) ? retryCharge(subscription, retryAt ?? periodEndsAt) : null;
  if (!['trialing', 'active', 'incomplete', 'past_due'].includes(status) || !isDue(periodEndsAt)) return null;
  return isCancelled ? endPeriod(subscription, periodEndsAt) : renewSubscription(subscription, periodEndsAt);
}

/** As at Stripe, what is still pending when a cancelled subscription ends is collected then. */
function endPeriod(subscription: TestSubscription, at: string): LifeStep {
  const { isCardGood, status: before } = subscription;
  const { subscription: left, cents } = takePending(subscription);
  const ended = endSubscription(left, at);
  // A bill that could not be collected until then never is.
  if (before === 'past_due')
    return { ...ended, invoice: { status: 'uncollectible', cents, isRetry: true, at } };
  if (cents === 0) return ended;
  const status = isCardGood ? 'paid' : 'uncollectible';
  const type = isCardGood ? 'invoice.paid' : 'invoice.payment_failed';
  const invoice = { status, cents, hasProrations: true, isRetry: false, at } as const;
  return { ...ended, invoice, events: [type, ...ended.events] };
}

/** A charge failed that nothing retries yet; null if that changes nothing. */
export const startRetries = (subscription: TestSubscription, at: string): LifeStep | null =>
  subscription.status === 'active'
    ? {
        subscription: { ...subscription, status: 'past_due', retryAt: addDays(at, RETRY_DAYS) },
        events: ['customer.subscription.updated'],
      }
    : null;

/** Nothing is owed any more; null if that changes nothing. */
export const endRetries = (subscription: TestSubscription): LifeStep | null =>
  subscription.status === 'past_due'
    ? {
        subscription: { ...subscription, status: 'active', retriesLeft: RETRIES, retryAt: null },
        events: ['customer.subscription.updated'],
      }
    : null;

/** Begins the next period, which is charged. */
export function renewSubscription(subscription: TestSubscription, at: string): LifeStep {
  const { cents, prorationCents } = computeBill(subscription);
  const bill = { cents, hasProrations: readPendingItems(subscription).length > 0, isRetry: false, at };
  const anchorDay = subscription.anchorDay ?? new Date(at).getUTCDate();
  const dates = { anchorDay, periodStartsAt: at, periodEndsAt: monthAfter(at, anchorDay) };
  const period = { ...dates, ...NOTHING_PENDING, prorationCents };
  if (subscription.isCardGood) {
    return {
      subscription: { ...subscription, ...period, status: 'active', retriesLeft: RETRIES, retryAt: null },
      invoice: { ...bill, status: 'paid' },
      events: ['customer.subscription.updated', 'invoice.paid'],
    };
  }
  return {
    subscription: { ...subscription, ...period, status: 'past_due', retryAt: addDays(at, RETRY_DAYS) },
    invoice: { ...bill, status: 'open' },
    events: ['customer.subscription.updated', 'invoice.payment_failed'],
  };
}

function retryCharge(subscription: TestSubscription, at: string): LifeStep {
  const cents = monthlyCents(subscription.quantity);
  if (subscription.isCardGood) {
    return {
      subscription: { ...subscription, status: 'active', retriesLeft: RETRIES, retryAt: null },
      invoice: { status: 'paid', cents, isRetry: true, at },
      events: ['invoice.paid', 'customer.subscription.updated'],
    };
  }
  if (subscription.retriesLeft > 1) {
    return {
      subscription: {
        ...subscription,
        retriesLeft: subscription.retriesLeft - 1,
        retryAt: addDays(at, RETRY_DAYS),
      },
      events: ['invoice.payment_failed'],
    };
  }
  const ended = endSubscription(subscription, at);
  return { ...ended, invoice: { status: 'uncollectible', cents, isRetry: true, at } };
}

/** Ends a subscription at the given moment. Credit of earlier bills is left to the customer. */
export function endSubscription(subscription: TestSubscription, at: string): LifeStep {
  const credit = { ...NOTHING_PENDING, prorationCents: Math.min(0, -findCredit(subscription)) };
  return {
    subscription: { ...subscription, ...credit, status: 'canceled', endedAt: at, retryAt: null },
    events: ['customer.subscription.deleted'],
  };
}

/** Test mode's clock: whatever is due next happens now. */
export function makeNextStepDue(subscription: TestSubscription, now: Date): TestSubscription {
  const at = now.toISOString();
  if (subscription.status === 'past_due') return { ...subscription, retryAt: at };
  const trialEndsAt = subscription.status === 'trialing' ? at : subscription.trialEndsAt;
  return { ...subscription, trialEndsAt, periodEndsAt: at, anchorDay: now.getUTCDate() };
}
