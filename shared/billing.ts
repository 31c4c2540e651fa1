import { subscriptionStatus } from './account.ts';
import { endpoint } from './api.ts';
import { count, moment } from './fields.ts';
import { pageQuery } from './pages.ts';
import { z } from './zod.ts';

/** Trial, checkout, subscription and invoices. Amounts are US cents; prices sent by a browser are never used. */

/** The states of a subscription as Stripe names them. Source: Stripe API, the subscription object. */
export const PROVIDER_STATUSES = [
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'canceled',
  'paused',
] as const;
export type ProviderStatus = (typeof PROVIDER_STATUSES)[number];

/** The states of an invoice as Stripe names them. Source: Stripe API, the invoice object. */
export const INVOICE_STATUSES = ['draft', 'open', 'paid', 'uncollectible', 'void'] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

export const invoice = z.object({
  id: z.string(),
  number: z.string().nullable(),
  status: z.enum(INVOICE_STATUSES),
  cents: count,
  createdAt: moment,
  /** The invoice's page or file at the provider. */
  url: z.string().nullable(),
});
export type Invoice = z.output<typeof invoice>;

export const billing = z.object({
  /** True while the built-in test provider stands in for the payment provider. */
  isTestMode: z.boolean(),
  status: subscriptionStatus,
  /** Whether the provider has a running subscription. */
  isSubscribed: z.boolean(),
  /** Whether it ends with the period instead of renewing. */
  isCancelled: z.boolean(),
  /** Whether the last charge failed and the provider is retrying. */
  isPaymentFailing: z.boolean(),
  trialEndsAt: moment.nullable(),
  subscriptionEndsAt: moment.nullable(),
  /** The bill if the user checked out now. */
  quote: z.object({
    quantity: count,
    dueTodayCents: count,
    monthlyCents: count,
    trialEndsAt: moment.nullable(),
  }),
  nextCharge: z.object({ at: moment, cents: count }).nullable(),
  invoices: z.array(invoice),
});
export type Billing = z.output<typeof billing>;

const page = z.object({ url: z.string() });

export const billingEndpoints = {
  read: endpoint('GET', '/api/billing', {
    summary: 'Where the subscription stands, what it costs and its invoices',
    who: 'user',
    returns: billing,
  }),
  refresh: endpoint('POST', '/api/billing/refresh', {
    summary: 'Ask the payment provider where the subscription stands, as after a checkout',
    who: 'user',
    limit: 'billing',
    returns: billing,
  }),
  listInvoices: endpoint('GET', '/api/billing/invoices', {
    summary: "The signed-in user's invoices, latest first",
    who: 'user',
    query: pageQuery,
    returns: z.array(invoice),
    paged: true,
  }),
  checkout: endpoint('POST', '/api/billing/checkout', {
    summary: "Begin a checkout; answers the address of the payment provider's page",
    who: 'user',
    limit: 'billing',
    returns: page,
  }),
  portal: endpoint('POST', '/api/billing/portal', {
    summary: "Answers the address of the payment provider's portal: card, invoices, cancellation",
    who: 'user',
    limit: 'billing',
    returns: page,
  }),
  cancel: endpoint('POST', '/api/billing/cancel', {
    summary: 'Cancel the subscription at the end of its paid period',
    who: 'user',
    limit: 'billing',
    returns: billing,
  }),
  resume: endpoint('POST', '/api/billing/resume', {
    summary: 'Take a cancellation back before the period ends',
    who: 'user',
    limit: 'billing',
    returns: billing,
  }),
};
