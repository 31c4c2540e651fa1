import type { Ending } from '#server/db/schema/money.ts';
import type { ProviderSubscription, ProviderTruth } from '#server/infra/billing-provider.ts';
import type { ProviderStatus } from '#shared/money/billing.ts';
import { type SubscriptionState, statusAt } from '#shared/money/subscription.ts';

/** Derives the state of an account from the provider's data. Pure: the same data always gives the same state. */

const MOMENT_MS = 60_000;
const ENDED: ProviderStatus[] = ['canceled', 'incomplete_expired'];
const NEVER_BEGAN: ProviderStatus[] = ['incomplete', 'incomplete_expired'];
const RUNNING: ProviderStatus[] = ['trialing', 'active', 'past_due'];

/** True if the provider grants, or may soon grant, what the subscription pays for. */
export const isRunning = ({ status }: { status: ProviderStatus | null }): boolean =>
  status !== null && RUNNING.includes(status);

const listBegun = ({ subscriptions }: ProviderTruth): ProviderSubscription[] =>
  subscriptions
    .filter(({ status }) => !NEVER_BEGAN.includes(status))
    .sort((a, b) => b.startedAt.getTime() - a.startedAt.getTime() || a.id.localeCompare(b.id));

/** The subscription that counts: the newest that has not ended, otherwise the newest. */
export function currentSubscription(truth: ProviderTruth): ProviderSubscription | null {
  const all = listBegun(truth);
  return all.find(({ status }) => !ENDED.includes(status)) ?? all[0] ?? null;
}

/** The next thing to be done at the provider so that it bills `wanted` cards; null if there is nothing. */
export type QuantityStep = 'set' | 'end' | 'resume' | null;

/**
 * A subscription for no cards ends with its period, and goes on if it is for some again before that; a cancelled one keeps
 * the number that was billed last.
 */
export function decideStep(
  subscription: Pick<ProviderSubscription, 'status' | 'cancelsAt' | 'quantity'>,
  wanted: number,
  ending: Ending | null,
): QuantityStep {
  if (!isRunning(subscription)) return null;
  if (subscription.cancelsAt) return wanted > 0 && ending === 'empty' ? 'resume' : null;
  if (wanted === 0) return 'end';
  return subscription.quantity === wanted ? null : 'set';
}

export interface BillingOutcome extends SubscriptionState {
  /** When the first checkout was completed, or null if none was. */
  checkoutCompletedAt: Date | null;
}

/**
 * The subscription state of an account according to the provider (product page, "Checkout and subscription"): trialing
 * is a trial, a paid period is active, a cancelled one runs to its end, and one that was never paid, or not in time, is
 * expired. `account` holds what applies without any subscription: the trial since registration, or the free days that
 * an administrator granted until `grantedUntil`. How often and when this runs makes no difference.
 */
export function decideOutcome(
  truth: ProviderTruth,
  account: SubscriptionState,
  grantedUntil: Date | null,
): BillingOutcome {
  const all = listBegun(truth);
  const subscription = currentSubscription(truth);
  if (!subscription) {
    const subscriptionStatus = account.stripeSubscriptionId ? 'trial' : account.subscriptionStatus;
    return {
      subscriptionStatus,
      trialEndsAt: account.trialEndsAt,
      subscriptionEndsAt: null,
      stripeSubscriptionId: null,
      checkoutCompletedAt: null,
    };
  }
  const common = {
    trialEndsAt: all.find(({ trialEndsAt }) => trialEndsAt)?.trialEndsAt ?? account.trialEndsAt,
    stripeSubscriptionId: ENDED.includes(subscription.status) ? null : subscription.id,
    checkoutCompletedAt: all.at(-1)?.startedAt ?? null,
  };
  const over = isRunning(subscription) ? null : (subscription.endedAt ?? subscription.periodEndsAt);
  if (grantedUntil && over && grantedUntil > over) {
    return { ...common, subscriptionStatus: 'trial', trialEndsAt: grantedUntil, subscriptionEndsAt: null };
  }
  return { ...deriveState(subscription, truth), ...common };
}

/** The provider does not know that time has ended free days of ours; once that is recorded, its answer begins none of them anew. */
export const keepExpired = (
  outcome: BillingOutcome,
  { subscriptionStatus }: Pick<SubscriptionState, 'subscriptionStatus'>,
  now: Date,
): BillingOutcome =>
  subscriptionStatus === 'expired' && statusAt(outcome, now) === 'expired'
    ? { ...outcome, subscriptionStatus }
    : outcome;

/**
 * True if anything was paid since a subscription began: what an earlier one was paid pays for nothing now. Its first
 * invoice may be a moment older than itself.
 */
export function hasPaidFor(subscription: ProviderSubscription, invoices: ProviderTruth['invoices']): boolean {
  return listInvoicesSince(subscription, invoices).some(
    ({ status, cents }) => status === 'paid' && cents > 0,
  );
}

/** True if an invoice made since a subscription began is not paid yet, also one that the provider still prepares. */
export function isOwing(subscription: ProviderSubscription, invoices: ProviderTruth['invoices']): boolean {
  return listInvoicesSince(subscription, invoices).some(
    ({ status, cents }) => (status === 'open' || status === 'draft') && cents > 0,
  );
}

/** An earlier subscription's invoices do not count. */
function listInvoicesSince(
  { startedAt }: ProviderSubscription,
  invoices: ProviderTruth['invoices'],
): ProviderTruth['invoices'] {
  const from = startedAt.getTime() - MOMENT_MS;
  return invoices.filter(({ createdAt }) => createdAt.getTime() >= from);
}

function deriveState(
  subscription: ProviderSubscription,
  { invoices }: ProviderTruth,
): Pick<SubscriptionState, 'subscriptionStatus' | 'subscriptionEndsAt'> {
  const { status, cancelsAt, endedAt, periodStartsAt, periodEndsAt, trialEndsAt } = subscription;
  // After a failed renewal, access continues while the provider retries; after a trial that was never paid, it does
  // not, even if it is cancelled then: that would be a free month.
  const isUnpaid = status === 'past_due' && !hasPaidFor(subscription, invoices);
  if (isRunning(subscription) && cancelsAt && !isUnpaid) {
    return { subscriptionStatus: 'cancelled', subscriptionEndsAt: cancelsAt };
  }
  if (status === 'trialing') return { subscriptionStatus: 'trial', subscriptionEndsAt: null };
  if (status === 'active' || (status === 'past_due' && !isUnpaid)) {
    return { subscriptionStatus: 'active', subscriptionEndsAt: null };
  }
  // The current period was not paid: access ended when it began.
  const unpaidSince = periodStartsAt ?? trialEndsAt ?? periodEndsAt;
  return { subscriptionStatus: 'expired', subscriptionEndsAt: endedAt ?? unpaidSince };
}
