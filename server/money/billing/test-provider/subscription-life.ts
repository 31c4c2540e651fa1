import { DAY_MS } from '#shared/formats/time.ts';
import type { InvoiceStatus, ProviderStatus } from '#shared/money/billing.ts';
import { monthlyCents } from '#shared/money/subscription.ts';

/** The life cycle of a subscription at the test provider: what is due is charged, renewed, retried or ended. Pure. */

const RETRY_DAYS = 3;
const RETRIES = 3;

export interface TestSubscription {
  id: string;
  status: ProviderStatus;
  quantity: number;
  startedAt: string;
  trialEndsAt: string | null;
  periodStartsAt: string;
  periodEndsAt: string;
  isCancelled: boolean;
  endedAt: string | null;
  /** True if charges to the card on file succeed. */
  isCardGood: boolean;
  /** End of the last month of that card; without one, years ahead. */
  cardEndsAt?: string;
  /** The customer's debt for quantity changes within the period; negative if it is the customer's credit. */
  prorationCents: number;
  /** The quantity that was billed last, while changes of it wait for the next bill. */
  billedQuantity?: number | undefined;
  retriesLeft: number;
  retryAt: string | null;
}

export interface TestInvoice {
  id: string;
  number: string;
  status: InvoiceStatus;
  cents: number;
  refundedCents?: number;
  createdAt: string;
  paidAt: string | null;
}

/** One step: the subscription after it, the invoice it created or changed, and the events to send. */
export interface LifeStep {
  subscription: TestSubscription;
  invoice?: {
    status: 'paid' | 'open' | 'uncollectible' | 'void';
    cents: number;
    isRetry: boolean;
    at: string;
  };
  events: string[];
}

/** This day next month, or the last day of that month. */
function monthAfter(iso: string): string {
  const date = new Date(iso);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + 1);
  if (date.getUTCDate() !== day) date.setUTCDate(0);
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
  const ended = endSubscription({ ...subscription, prorationCents: 0 }, at);
  const { prorationCents: cents, isCardGood, status: before } = subscription;
  // A bill that could not be collected until then never is.
  if (before === 'past_due')
    return { ...ended, invoice: { status: 'uncollectible', cents, isRetry: true, at } };
  if (cents <= 0) return ended;
  const status = isCardGood ? 'paid' : 'uncollectible';
  const type = isCardGood ? 'invoice.paid' : 'invoice.payment_failed';
  return { ...ended, invoice: { status, cents, isRetry: false, at }, events: [type, ...ended.events] };
}

const NOTHING_PENDING = { prorationCents: 0, billedQuantity: undefined };

/** Drops what is to be charged for changes within the period, and with it the units that it was for. */
export const dropPending = (subscription: TestSubscription): TestSubscription =>
  subscription.prorationCents <= 0
    ? subscription
    : {
        ...subscription,
        ...NOTHING_PENDING,
        quantity: subscription.billedQuantity ?? subscription.quantity,
      };

/** Charges the open invoice, or what is pending, at once; the card decides whether it is paid. */
export function chargeNow(
  subscription: TestSubscription,
  cents: number,
  isRetry: boolean,
  at: string,
): LifeStep {
  if (!subscription.isCardGood) {
    const events = ['invoice.payment_failed'];
    if (isRetry) return { subscription, events };
    const failing = { ...subscription, ...NOTHING_PENDING, status: 'past_due' as const };
    return {
      subscription: { ...failing, retryAt: addDays(at, RETRY_DAYS) },
      invoice: { status: 'open', cents, isRetry, at },
      events,
    };
  }
  const paid = isRetry
    ? { ...subscription, status: 'active' as const, retriesLeft: RETRIES, retryAt: null }
    : { ...subscription, ...NOTHING_PENDING };
  return {
    subscription: paid,
    invoice: { status: 'paid', cents, isRetry, at },
    events: ['invoice.paid', 'customer.subscription.updated'],
  };
}

/** When retries of a failed charge end, if none succeeds. */
export const findLapse = ({ status, retryAt, retriesLeft }: TestSubscription): string | null =>
  status === 'past_due' && retryAt ? addDays(retryAt, (retriesLeft - 1) * RETRY_DAYS) : null;

/** The next bill, and the customer's remaining credit if that exceeds the bill. */
export function computeBill({
  quantity,
  prorationCents,
}: Pick<TestSubscription, 'quantity' | 'prorationCents'>): {
  cents: number;
  prorationCents: number;
} {
  const sum = monthlyCents(quantity) + prorationCents;
  return { cents: Math.max(0, sum), prorationCents: Math.min(0, sum) };
}

function renewSubscription(subscription: TestSubscription, at: string): LifeStep {
  const { cents, prorationCents } = computeBill(subscription);
  const pending = { prorationCents, billedQuantity: undefined };
  const period = { periodStartsAt: at, periodEndsAt: monthAfter(at), ...pending };
  if (subscription.isCardGood) {
    return {
      subscription: { ...subscription, ...period, status: 'active', retriesLeft: RETRIES, retryAt: null },
      invoice: { status: 'paid', cents, isRetry: false, at },
      events: ['customer.subscription.updated', 'invoice.paid'],
    };
  }
  return {
    subscription: { ...subscription, ...period, status: 'past_due', retryAt: addDays(at, RETRY_DAYS) },
    invoice: { status: 'open', cents, isRetry: false, at },
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

/** Ends a subscription at the given moment. */
export function endSubscription(subscription: TestSubscription, at: string): LifeStep {
  return {
    subscription: { ...subscription, ...NOTHING_PENDING, status: 'canceled', endedAt: at, retryAt: null },
    events: ['customer.subscription.deleted'],
  };
}

/** Changes the number of cards from now on; within a paid period, the difference goes on the next bill. */
export function changeQuantity(
  subscription: TestSubscription,
  quantity: number,
  now: Date,
): TestSubscription {
  // Cards added to a cancelled one cost nothing, until it is resumed.
  if (subscription.isCancelled || subscription.quantity === quantity) return subscription;
  if (!['active', 'past_due'].includes(subscription.status)) return { ...subscription, quantity };
  const start = new Date(subscription.periodStartsAt).getTime();
  const finish = new Date(subscription.periodEndsAt).getTime();
  const left = Math.max(0, finish - now.getTime()) / (finish - start);
  const cents = Math.round(left * (monthlyCents(quantity) - monthlyCents(subscription.quantity)));
  return {
    ...subscription,
    quantity,
    prorationCents: subscription.prorationCents + cents,
    billedQuantity: subscription.billedQuantity ?? subscription.quantity,
  };
}

/** Test mode's clock: whatever is due next happens now. */
export function makeNextStepDue(subscription: TestSubscription, now: Date): TestSubscription {
  const at = now.toISOString();
  if (subscription.status === 'past_due') return { ...subscription, retryAt: at };
  const trialEndsAt = subscription.status === 'trialing' ? at : subscription.trialEndsAt;
  return { ...subscription, trialEndsAt, periodEndsAt: at };
}
