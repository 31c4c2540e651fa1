import type Stripe from 'stripe';
import type { ProviderInvoice, ProviderPrice, ProviderSubscription } from '#server/infra/billing-provider.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { INTERVALS, INVOICE_STATUSES, PROVIDER_STATUSES } from '#shared/money/billing.ts';

/** Stripe's objects in our words. */

/**
 * How long Stripe retries a failed charge before it ends the subscription, with its default and recommended setting.
 * The API does not tell. Source: Stripe docs, "Automate payment retries".
 */
const RETRY_DAYS = 14;

const dateOf = (seconds: number) => new Date(Math.round(seconds * 1000));
export const dateOrNull = (seconds: number | null | undefined) => (seconds == null ? null : dateOf(seconds));

/** The price of one unit; null if an item has no price of a known interval. Tiers have no amount for each unit. */
function toPrice(price: Stripe.Price | undefined): ProviderPrice | null {
  const interval = INTERVALS.find((known) => known === price?.recurring?.interval);
  if (!price || !interval) return null;
  return {
    unitCents: price.unit_amount ?? null,
    currency: price.currency,
    interval,
    intervalCount: price.recurring?.interval_count ?? 1,
  };
}

export const isCancelled = ({ cancel_at, cancel_at_period_end }: Stripe.Subscription): boolean =>
  cancel_at_period_end || (cancel_at ?? null) !== null;

/**
 * The parameters that cancel at the period's end, or take that back. A cancellation made in the portal may be set as a
 * date instead of the flag; both cannot be sent at once.
 */
export function readCancellation(
  { cancel_at: date, cancel_at_period_end: hasFlag }: Stripe.Subscription,
  shallCancel: boolean,
): { cancel_at_period_end: boolean } | { cancel_at: '' } {
  const hasDate = !hasFlag && (date ?? null) !== null;
  return shallCancel || !hasDate ? { cancel_at_period_end: shallCancel } : { cancel_at: '' };
}

/** When retries of a failed charge began: with the invoice, which a proration has in the middle of a period. */
function retriedSince({ id, status }: Stripe.Subscription, invoices: Stripe.Invoice[]): Date | null {
  if (status !== 'past_due') return null;
  const open = invoices.filter((invoice) => invoice.status === 'open' && invoice.amount_due > 0);
  const own = open.filter(({ parent }) => {
    const of = parent?.subscription_details?.subscription;
    return of == null || (typeof of === 'string' ? of : of.id) === id;
  });
  return own.length ? dateOf(Math.min(...own.map(({ created }) => created))) : null;
}

/** Facts about a subscription from elsewhere than itself. */
interface Around {
  invoices: Stripe.Invoice[];
  nextCents: number | null;
  pendingCents: number;
  retryDays?: number | undefined;
}

export function toSubscription(
  subscription: Stripe.Subscription,
  { invoices, nextCents, pendingCents, retryDays = RETRY_DAYS }: Around,
): ProviderSubscription {
  const [item] = subscription.items.data;
  const { cancel_at: cancelAt, cancel_at_period_end: cancelsAtPeriodEnd } = subscription;
  const periodStartsAt = dateOrNull(item?.current_period_start);
  const periodEndsAt = dateOrNull(item?.current_period_end);
  const retriedFrom =
    subscription.status === 'past_due' ? (retriedSince(subscription, invoices) ?? periodStartsAt) : null;
  return {
    id: subscription.id,
    // A status newer than this code grants nothing until we know what it means.
    status: PROVIDER_STATUSES.find((known) => known === subscription.status) ?? 'paused',
    quantity: item?.quantity ?? 1,
    startedAt: dateOf(subscription.created),
    trialEndsAt: dateOrNull(subscription.trial_end),
    periodStartsAt,
    periodEndsAt,
    price: toPrice(item?.price),
    lapsesAt: retriedFrom && new Date(retriedFrom.getTime() + retryDays * DAY_MS),
    cancelsAt: (cancelAt ?? null) === null && cancelsAtPeriodEnd ? periodEndsAt : dateOrNull(cancelAt),
    endedAt: dateOrNull(subscription.ended_at),
    paymentCard: toPaymentCard(subscription),
    nextCents,
    pendingCents,
  };
}

/**
 * They come first, so that they are among the ten lines that an answer has. Source: Stripe API, `lines` of an invoice.
 * Changes in a trial are prorations of nothing.
 */
const isProration = ({ parent, amount }: Stripe.InvoiceLineItem): boolean =>
  (parent?.subscription_item_details ?? parent?.invoice_item_details)?.proration === true && amount !== 0;

export function fromStripeInvoice(invoice: Stripe.Invoice, needsConfirmation = false): ProviderInvoice {
  const { status, total_taxes: taxes } = invoice;
  const cents = status === 'paid' ? invoice.amount_paid : invoice.amount_due;
  return {
    id: invoice.id,
    number: invoice.number,
    status: INVOICE_STATUSES.find((known) => known === status) ?? 'draft',
    cents,
    currency: invoice.currency ?? 'usd',
    taxCents: taxes?.length ? taxes.reduce((sum, { amount }) => sum + amount, 0) : null,
    balanceCents: invoice.total - cents,
    hasProrations: invoice.lines.data.some(isProration),
    createdAt: dateOf(invoice.created),
    paidAt: dateOrNull(invoice.status_transitions.paid_at),
    url: invoice.hosted_invoice_url ?? null,
    needsConfirmation,
  };
}

/**
 * The card that Stripe charges: the subscription's own, otherwise the customer's. Both are ids unless expanded. Source:
 * Stripe API, `default_payment_method` of the subscription.
 */
function toPaymentCard({ default_payment_method: own, customer }: Stripe.Subscription) {
  const isRead = typeof customer === 'object' && customer && !customer.deleted;
  const method = own ?? (isRead ? customer.invoice_settings?.default_payment_method : null);
  if (!method || typeof method === 'string' || !method.card) return null;
  const { brand, last4, exp_month: month, exp_year: year } = method.card;
  const name = brand.replace(/(?:^|_)([a-z])/g, (_, letter) => ` ${letter.toUpperCase()}`).trim();
  // Valid to the end of that month wherever the bank is, which is a day more or less.
  return {
    label: last4 ? `${name} ending in ${last4}` : name,
    endsAt: new Date(Date.UTC(year, month, 1) - 1),
  };
}
