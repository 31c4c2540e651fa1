import { subscriptionStatus } from '#shared/accounts/account.ts';
import { endpoint } from '#shared/contract/api.ts';
import { CARD_LIMIT } from '#shared/contract/constants.ts';
import { count, moment } from '#shared/contract/fields.ts';
import { pageQuery } from '#shared/contract/pages.ts';
import { z } from '#shared/contract/zod.ts';

/**
 * Trial, checkout, subscription and invoices. `cents` are amounts in the smallest unit of their currency: US cents for
 * everything we sell, another currency if a subscription made at the provider has one. Prices sent by a browser are
 * never used.
 */

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

/** How long one period of a price is. Source: Stripe API, `recurring.interval`. */
export const INTERVALS = ['day', 'week', 'month', 'year'] as const;
export type Interval = (typeof INTERVALS)[number];

/** True if tax is added to a price, contained in it, or not calculated at all. */
export const TAXES = ['none', 'exclusive', 'inclusive'] as const;
export type Tax = (typeof TAXES)[number];

/** An ISO 4217 code in lower case, as Stripe writes it. */
const currency = z.string();

/** The price of one card each period. */
export const cardPrice = z
  .object({
    /** Null if it is not the same for each card. */
    unitCents: count.nullable(),
    currency,
    interval: z.enum(INTERVALS),
    intervalCount: count,
    tax: z.enum(TAXES),
  })
  .meta({ id: 'CardPrice' });
export type CardPrice = z.output<typeof cardPrice>;

export const invoice = z
  .object({
    id: z.string(),
    number: z.string().nullable(),
    status: z.enum(INVOICE_STATUSES),
    cents: count,
    currency,
    /** The tax of the whole bill, negative if it returns money; null if the provider calculates none. */
    taxCents: z.number().int().nullable(),
    /** How much of it was returned to the customer. */
    refundedCents: count,
    /** True if the customer's bank disputes the payment. */
    isDisputed: z.boolean(),
    createdAt: moment,
    /** The invoice's page or file at the provider. */
    url: z.string().nullable(),
    /** True while its payment waits for the customer to confirm it to their bank, on the page at `url`. */
    needsConfirmation: z.boolean(),
  })
  .meta({ id: 'Invoice' });
export type Invoice = z.output<typeof invoice>;

export const billing = z
  .object({
    /** True while the built-in test provider stands in for the payment provider. */
    isTestMode: z.boolean(),
    status: subscriptionStatus,
    /** True if the provider has a running subscription. */
    isSubscribed: z.boolean(),
    /** True if it ends with the period instead of renewing. */
    isCancelled: z.boolean(),
    /** True if the last charge failed and the provider is retrying. */
    isPaymentFailing: z.boolean(),
    /** When the provider gives up and access ends, while a charge fails; null if it grants no access already. */
    accessEndsAt: moment.nullable(),
    /** True if a charge has ever succeeded: an ended subscription, as opposed to an ended trial. */
    hasEverPaid: z.boolean(),
    /** The latest invoice that still has to be paid. */
    openInvoice: invoice.nullable(),
    /** The price of a card: at the provider while a subscription runs, else in a new checkout. */
    price: cardPrice,
    /** The cards there are. */
    cards: count,
    /** The cards that are billed, at least one, and their sum for each period; null if the provider's price has no sum of ours. */
    quantity: count,
    periodCents: count.nullable(),
    trialEndsAt: moment.nullable(),
    subscriptionEndsAt: moment.nullable(),
    /** The bill if the user checked out now. */
    quote: z.object({
      quantity: count,
      dueTodayCents: count,
      monthlyCents: count,
      trialEndsAt: moment.nullable(),
    }),
    /** `tax`: what is still added to the amount, because it is our sum and not the provider's bill; else none. */
    nextCharge: z.object({ at: moment, cents: count, currency, tax: z.enum(TAXES) }).nullable(),
    invoices: z.array(invoice),
  })
  .meta({ id: 'Billing' });
export type Billing = z.output<typeof billing>;

/** Why a change of the number of cards has no next bill to show. */
export const NO_BILL_REASONS = ['no_subscription', 'cancelled', 'not_asked', 'provider_away'] as const;

/** The price of another number of cards, asked from the payment provider. */
export const priceChange = z
  .object({
    /** The number of cards it is for; `quantity` of them are billed, at least one. */
    cards: count,
    quantity: count,
    price: cardPrice,
    /** The sum for each period, now and with that number of cards; null if only the provider can tell. */
    periodCentsNow: count.nullable(),
    periodCents: count.nullable(),
    /** The next bill with that number of cards, including proration for the current period. */
    nextBill: z.object({ at: moment, cents: count, currency }).nullable(),
    /**
     * Why `nextBill` is null: no subscription runs; it is cancelled, so that nothing more is charged; the provider was not
     * asked, because only what is known was; or it does not answer at the moment.
     */
    noBillBecause: z.enum(NO_BILL_REASONS).nullable(),
  })
  .meta({ id: 'PriceChange' });
export type PriceChange = z.output<typeof priceChange>;

/** The charge for cancelling at this moment, asked from the payment provider. */
export const cancellation = z
  .object({
    /** Invoices not paid yet: cancelling must settle or void them. */
    openInvoices: z.array(invoice),
    openCents: count,
    /** Charged with the cancellation, for cards added in the current period. */
    prorationCents: count,
    /** For cards deleted in the current period: it is taken off the next bill, which only comes if it is resumed. */
    creditCents: count,
    currency,
    tax: z.enum(TAXES),
    /** How long access continues, unless open invoices are voided: then it ends at once. */
    accessEndsAt: moment.nullable(),
  })
  .meta({ id: 'Cancellation' });
export type Cancellation = z.output<typeof cancellation>;

/** The fate of an open invoice when its subscription is cancelled. */
export const OPEN_INVOICE_CHOICES = ['settle', 'void'] as const;
export type OpenInvoiceChoice = (typeof OPEN_INVOICE_CHOICES)[number];

export const cancelChoice = z
  .object({
    /** `settle` pays it now and keeps access to the period's end; `void` drops it and ends access at once. */
    openInvoice: z.enum(OPEN_INVOICE_CHOICES).optional(),
    /** The charge that was shown, in cents. Compared right before: where it is more by now, nothing is charged or cancelled (409). */
    shownCents: count.optional(),
  })
  .default({})
  .meta({ id: 'CancelChoice' });
export type CancelChoice = z.output<typeof cancelChoice>;

const page = z.object({ url: z.string() });

export const billingEndpoints = {
  read: endpoint('GET', '/api/billing', {
    summary: 'Where the subscription stands, what it costs and its invoices',
    who: 'user',
    whileSuspended: true,
    returns: billing,
  }),
  quote: endpoint('GET', '/api/billing/quote', {
    summary: 'What another number of cards would cost, and the next bill with it; by default one card more',
    who: 'user',
    limit: 'billing',
    query: z.object({
      cards: z.coerce.number().int().min(0).max(CARD_LIMIT).optional(),
      /** As if the cancellation were taken back; then, by default, the cards there are. */
      resumed: z.literal('true').optional(),
      /** Answers at once with what is known here, without the next bill. */
      known: z.literal('true').optional(),
    }),
    returns: priceChange,
  }),
  cancellation: endpoint('GET', '/api/billing/cancellation', {
    summary: 'What a cancellation would still charge: open invoices and pending proration',
    who: 'user',
    limit: 'billing',
    returns: cancellation,
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
    whileSuspended: true,
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
    summary:
      'Cancel the subscription at the end of its paid period; an open invoice needs a choice, "settle" or "void"',
    who: 'user',
    limit: 'billing',
    body: cancelChoice,
    returns: billing,
  }),
  resume: endpoint('POST', '/api/billing/resume', {
    summary: 'Take a cancellation back before the period ends',
    who: 'user',
    limit: 'billing',
    returns: billing,
  }),
};
