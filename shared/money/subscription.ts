import type { SubscriptionStatus } from '#shared/accounts/account.ts';
import { CARD_LIMIT, PRICE_PER_CARD_USD } from '#shared/contract/constants.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import type { OpenInvoiceChoice } from './billing.ts';

/** The status of a subscription at a moment, and what it costs. Pure; amounts are US cents. */

/** The longest trial that Stripe accepts. Source: Stripe API, `subscription_data.trial_period_days`. */
const TRIAL_DAYS_MAX = 730;
/**
 * How long a trial with a card on file may outlast its end while the provider's event about the first charge is on its
 * way.
 */
export const PROVIDER_GRACE_MS = DAY_MS;

export interface SubscriptionState {
  subscriptionStatus: SubscriptionStatus;
  trialEndsAt: Date | null;
  subscriptionEndsAt: Date | null;
  /** Set while the payment provider has a subscription for this user. */
  stripeSubscriptionId: string | null;
}

/**
 * The status at `now`, whatever the database says: a trial ends with its last moment, a cancelled subscription with its
 * paid period. So it makes no difference if a scheduled job never ran.
 */
export function statusAt(subscriptionState: SubscriptionState, now: Date): SubscriptionStatus {
  const { subscriptionStatus, trialEndsAt, subscriptionEndsAt, stripeSubscriptionId } = subscriptionState;
  const isOver = (end: Date | null, grace = 0) => end !== null && end.getTime() + grace <= now.getTime();
  if (subscriptionStatus === 'trial' && isOver(trialEndsAt, stripeSubscriptionId ? PROVIDER_GRACE_MS : 0)) {
    return 'expired';
  }
  if (subscriptionStatus === 'cancelled' && isOver(subscriptionEndsAt)) return 'expired';
  return subscriptionStatus;
}

/** True if a checkout was completed and its subscription still grants access. */
export const hasPaid = (user: SubscriptionState & { checkoutCompletedAt: Date | null }, now: Date): boolean =>
  user.checkoutCompletedAt !== null && statusAt(user, now) !== 'expired';

type AccountKind = 'person' | 'team';

/** How many cards are paid for: of a person's, at least one and at most the limit; of a team's, all that somebody holds. */
export const billedQuantity = (cards: number, kind: AccountKind = 'person'): number =>
  kind === 'team' ? cards : Math.min(Math.max(cards, 1), CARD_LIMIT);

export const monthlyCents = (quantity: number): number => quantity * PRICE_PER_CARD_USD * 100;

/**
 * How many whole days of free trial a checkout at `now` still grants: the rest of the account's trial, rounded up in
 * the customer's favor, including days granted by an administrator. 0 once it is over.
 */
export function trialDaysLeft(trialEndsAt: Date | null, now: Date): number {
  if (!trialEndsAt || trialEndsAt <= now) return 0;
  return Math.min(Math.ceil((trialEndsAt.getTime() - now.getTime()) / DAY_MS), TRIAL_DAYS_MAX);
}

export interface Quote {
  quantity: number;
  dueTodayCents: number;
  monthlyCents: number;
  trialDays: number;
  /** When the first charge is due, if not today. */
  trialEndsAt: Date | null;
}

/** The complete bill of a checkout at `now`, shown before any form. */
export function quoteAt(
  cards: number,
  trialEndsAt: Date | null,
  now: Date,
  kind: AccountKind = 'person',
): Quote {
  const quantity = billedQuantity(cards, kind);
  const trialDays = trialDaysLeft(trialEndsAt, now);
  return {
    quantity,
    trialDays,
    monthlyCents: monthlyCents(quantity),
    dueTodayCents: trialDays > 0 ? 0 : monthlyCents(quantity),
    trialEndsAt: trialDays > 0 ? new Date(now.getTime() + trialDays * DAY_MS) : null,
  };
}

interface Due {
  openInvoices: readonly { cents: number }[];
  prorationCents: number;
}

/** True if cancelling ends access at once, because the open invoices are voided. */
export const isDroppedBy = ({ openInvoices }: Due, openInvoice: OpenInvoiceChoice | undefined): boolean =>
  openInvoices.length > 0 && openInvoice === 'void';

/** Charged with a cancellation, in cents; nothing where open invoices are voided. */
export const chargeOfCancelling = (due: Due, openInvoice: OpenInvoiceChoice | undefined): number =>
  isDroppedBy(due, openInvoice) ? 0 : sumOf(due.openInvoices) + Math.max(0, due.prorationCents);

export const sumOf = (bills: readonly { cents: number }[]): number =>
  bills.reduce((sum, { cents }) => sum + cents, 0);
