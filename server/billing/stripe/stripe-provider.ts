import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import type Stripe from 'stripe';
import { INVOICE_STATUSES, PROVIDER_STATUSES } from '#shared/billing.ts';
import { AppError } from '#shared/errors.ts';
import { formatUsd } from '#shared/money.ts';
import { monthlyCents } from '#shared/subscription.ts';
import {
  type BillingProvider,
  isTestCustomer,
  type ProviderInvoice,
  type ProviderSubscription,
} from '../provider.ts';

/** Stripe through its official library. Every creation carries an idempotency key, so that a retry never makes a second one. */

export interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  /** A recurring price of $5 per month, charged per unit. */
  priceId: string;
  /** Another host that speaks Stripe's protocol, as tests have one. */
  apiUrl: string | undefined;
}

const TIMEOUT_MS = 15_000;
const PAGE_MAX = 100;

const dateOf = (seconds: number) => new Date(seconds * 1000);
const dateOrNull = (seconds: number | null | undefined) => (seconds == null ? null : dateOf(seconds));

export function createStripeProvider(
  { secretKey, webhookSecret, priceId, apiUrl }: StripeSettings,
  log: Logger,
): BillingProvider {
  let opened: Promise<Stripe> | undefined;
  /** Runs one exchange with Stripe; the library is loaded with the first. What fails there is not the requester's fault. */
  const ask = async <T>(exchange: (stripe: Stripe) => Promise<T>): Promise<T> => {
    opened ??= openStripe(secretKey, apiUrl);
    try {
      return await exchange(await opened);
    } catch (error) {
      throw asUnavailable(error, log);
    }
  };
  const itemOf = async (stripe: Stripe, subscriptionId: string) => {
    const { items } = await stripe.subscriptions.retrieve(subscriptionId);
    const [item] = items.data;
    if (!item) throw new Error(`Subscription ${subscriptionId} has no item.`);
    return item;
  };

  return {
    isTestMode: false,
    webhookSecret,
    ownsCustomer: (id) => !isTestCustomer(id),
    createCustomer: ({ id: userId, email, fullName }, lost) =>
      ask(async (stripe) => {
        // Name and address may change between two tries, and the same key must come with the same words.
        const creation = { metadata: { userId } };
        const idempotencyKey = `customer-${userId}${lost ? `-after-${lost}` : ''}`;
        const { id } = await stripe.customers.create(creation, { idempotencyKey });
        await stripe.customers.update(id, { email, name: fullName });
        return id;
      }),
    findCustomer: (id) =>
      ask(async (stripe) => {
        const customer = await stripe.customers.retrieve(id).catch(nullIfMissing);
        if (!customer || customer.deleted) return null;
        return { id: customer.id, userId: customer.metadata.userId ?? null };
      }),
    async *listCustomers() {
      const stripe = await ask(async (client) => client);
      for await (const { id, metadata } of stripe.customers.list({ limit: PAGE_MAX })) {
        yield { id, userId: metadata.userId ?? null };
      }
    },
    createCheckout: ({ key, customerId, userId, quantity, trialDays, successUrl, cancelUrl }) =>
      ask(async (stripe) => {
        await requirePrice(stripe, priceId);
        const creation: Stripe.Checkout.SessionCreateParams = {
          mode: 'subscription',
          customer: customerId,
          client_reference_id: userId,
          line_items: [{ price: priceId, quantity }],
          payment_method_collection: 'always',
          subscription_data: {
            metadata: { userId },
            ...(trialDays > 0 ? { trial_period_days: trialDays } : {}),
          },
          success_url: successUrl,
          cancel_url: cancelUrl,
        };
        // With another origin or price since a lost answer it is another page; the lost one was shown to nobody.
        const idempotencyKey = `checkout-${key}-${fingerprintOf(creation)}`;
        const session = await stripe.checkout.sessions.create(creation, { idempotencyKey });
        if (!session.url) throw new Error('Stripe answered a checkout without a page.');
        return { id: session.id, url: session.url };
      }),
    closeCheckout: (id) =>
      ask(async (stripe) => {
        const session = await stripe.checkout.sessions.retrieve(id).catch(nullIfMissing);
        if (session?.status !== 'open') return false;
        await stripe.checkout.sessions.expire(id);
        return true;
      }),
    createPortal: (customer, return_url) =>
      ask(async (stripe) => (await stripe.billingPortal.sessions.create({ customer, return_url })).url),
    fetchTruth: (customer) =>
      ask(async (stripe) => {
        const [subscriptions, invoices] = await Promise.all([
          stripe.subscriptions.list({ customer, status: 'all', limit: PAGE_MAX }),
          stripe.invoices.list({ customer, limit: PAGE_MAX }),
        ]);
        return {
          subscriptions: await Promise.all(
            subscriptions.data.map(async (one) => toSubscription(one, await nextCentsOf(stripe, one))),
          ),
          invoices: invoices.data.map(toInvoice),
        };
      }),
    setQuantity: (id, quantity) =>
      ask(async (stripe) => {
        const item = await itemOf(stripe, id);
        await stripe.subscriptions.update(id, {
          items: [{ id: item.id, quantity }],
          proration_behavior: 'create_prorations',
        });
      }),
    setCancelled: (id, isCancelled) =>
      ask(async (stripe) => {
        // A cancellation made in the portal may stand as a date instead of as the flag; both cannot be sent at once.
        const { cancel_at: date, cancel_at_period_end: hasFlag } = await stripe.subscriptions.retrieve(id);
        const change =
          isCancelled || hasFlag || date === null
            ? { cancel_at_period_end: isCancelled }
            : { cancel_at: '' as const };
        await stripe.subscriptions.update(id, change);
      }),
    setTrialEnd: (id, trialEndsAt) =>
      ask(async (stripe) => {
        const trial_end = Math.floor(trialEndsAt.getTime() / 1000);
        await stripe.subscriptions.update(id, { trial_end, proration_behavior: 'none' });
      }),
    endNow: (id) =>
      ask(async (stripe) => {
        await stripe.subscriptions.cancel(id).catch(nullIfMissing);
      }),
    endCustomer: (customer) =>
      ask(async (stripe) => {
        const open = await stripe.checkout.sessions.list({ customer, status: 'open', limit: PAGE_MAX });
        for (const { id } of open.data) await stripe.checkout.sessions.expire(id);
        // Ends its subscriptions too. Source: Stripe API reference, "Delete a customer".
        await stripe.customers.del(customer).catch(nullIfMissing);
      }),
  };
}

async function openStripe(secretKey: string, apiUrl: string | undefined): Promise<Stripe> {
  const { default: Client } = await import('stripe');
  const common = { maxNetworkRetries: 2, timeout: TIMEOUT_MS, telemetry: false };
  if (!apiUrl) return new Client(secretKey, common);
  const { hostname, port, protocol } = new URL(apiUrl);
  const scheme = protocol === 'http:' ? 'http' : 'https';
  return new Client(secretKey, {
    ...common,
    host: hostname,
    port: port || (scheme === 'http' ? 80 : 443),
    protocol: scheme,
  });
}

/** The bill we show says $5 per month for each card: with another price people would pay what nobody told them. */
async function requirePrice(stripe: Stripe, priceId: string): Promise<void> {
  const { unit_amount: cents, currency, recurring } = await stripe.prices.retrieve(priceId);
  const isMonthly = recurring?.interval === 'month' && recurring.interval_count === 1;
  if (cents === monthlyCents(1) && currency === 'usd' && isMonthly) return;
  throw new Error(
    `STRIPE_PRICE_ID is wrong: ${priceId} must be a price of ${formatUsd(monthlyCents(1))} per month.`,
  );
}

const fingerprintOf = (words: object) =>
  createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 16);

const statusOf = (error: unknown) =>
  error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;

function nullIfMissing(error: unknown): null {
  if (statusOf(error) === 404) return null;
  throw error;
}

/** Stripe's own status (a 402, a 404) must not become ours: for who asks us, the provider did not answer. */
function asUnavailable(error: unknown, log: Logger): AppError {
  log.warn(
    { error: error instanceof Error ? error.message : String(error) },
    'Stripe refused or did not answer',
  );
  return new AppError('unavailable', 'The payment provider did not answer. Please try again in a moment.', {
    retryAfter: 10,
  });
}

/** What Stripe will charge next, prorations included; a trial has none, and what is cancelled renews no more. */
async function nextCentsOf(
  stripe: Stripe,
  { id, status, ...ends }: Stripe.Subscription,
): Promise<number | null> {
  if (status !== 'active' || ends.cancel_at_period_end || ends.cancel_at !== null) return null;
  // It is a service of the screen: where stands what must not hang on it.
  const preview = await stripe.invoices.createPreview({ subscription: id }).catch(() => null);
  return preview?.amount_due ?? null;
}

function toSubscription(subscription: Stripe.Subscription, nextCents: number | null): ProviderSubscription {
  const [item] = subscription.items.data;
  const { cancel_at: cancelAt, cancel_at_period_end: cancelsAtPeriodEnd } = subscription;
  const periodEndsAt = dateOrNull(item?.current_period_end);
  return {
    id: subscription.id,
    // A status that is newer than this code grants nothing until we know what it means.
    status: PROVIDER_STATUSES.find((known) => known === subscription.status) ?? 'paused',
    quantity: item?.quantity ?? 1,
    startedAt: dateOf(subscription.created),
    trialEndsAt: dateOrNull(subscription.trial_end),
    periodEndsAt,
    cancelsAt: cancelAt === null && cancelsAtPeriodEnd ? periodEndsAt : dateOrNull(cancelAt),
    endedAt: dateOrNull(subscription.ended_at),
    nextCents,
  };
}

function toInvoice(invoice: Stripe.Invoice): ProviderInvoice {
  return {
    id: invoice.id,
    number: invoice.number,
    status: INVOICE_STATUSES.find((known) => known === invoice.status) ?? 'draft',
    cents: invoice.status === 'paid' ? invoice.amount_paid : invoice.amount_due,
    createdAt: dateOf(invoice.created),
    paidAt: dateOrNull(invoice.status_transitions.paid_at),
    url: invoice.hosted_invoice_url ?? null,
  };
}
