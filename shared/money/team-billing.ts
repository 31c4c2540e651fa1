import { endpoint } from '#shared/contract/api.ts';
import { count, id, line, optional, optionalEmail } from '#shared/contract/fields.ts';
import { pageQuery } from '#shared/contract/pages.ts';
import { z } from '#shared/contract/zod.ts';
import { billing, cancelChoice, cancellation, invoice, priceChange } from '#shared/money/billing.ts';

/** The subscription of a team, for its owner: like that of a person, for the cards that somebody has claimed. */

/** Why nobody can claim another card. */
export const CLAIM_BARS = ['unpaid', 'full'] as const;
export type ClaimBar = (typeof CLAIM_BARS)[number];

/** Claimed cards in a question about their price; more is no team. */
const CLAIMED_ASKED_MAX = 10_000;

const invoiceDetails = z.object({
  /** Stands on invoices from then on, such as the number of a purchase order. */
  reference: z.string().nullable(),
  /** A confirmed address to which receipts and news of failed payments go, too. */
  email: z.string().nullable(),
  /** Replaces it once the link that was mailed there is followed. */
  pendingEmail: z.string().nullable(),
});
export type InvoiceDetails = z.output<typeof invoiceDetails>;

export const INVOICE_REFERENCE_MAX = 100;
export const invoiceChanges = z
  .object({ reference: optional(line(INVOICE_REFERENCE_MAX)), email: optionalEmail() })
  .meta({ id: 'InvoiceChanges' });

export const teamBilling = billing
  .extend({
    invoiceDetails,
    /** How many cards were claimed, and have no holder any more: they cost nothing. */
    freed: count,
    /** How many cards may be claimed, by the number of invoices that were paid. */
    claimedMax: count,
    /** Null if somebody can claim another card. */
    claimBar: z.enum(CLAIM_BARS).nullable(),
    /** How many free days would begin with the first claim: none if the team or its owner has had them. */
    trialDaysAhead: count,
    /** True if the subscription ends because nobody holds a card, and goes on if somebody claims one before that. */
    continuesWithClaim: z.boolean(),
  })
  .meta({ id: 'TeamBilling' });
export type TeamBilling = z.output<typeof teamBilling>;

/** `end` begins the paid time at once, whatever is left of the free days. */
export const TRIAL_CHOICES = ['keep', 'end'] as const;
export const checkoutChoice = z
  .object({ trial: z.enum(TRIAL_CHOICES).optional() })
  .default({})
  .meta({ id: 'CheckoutChoice' });

/** The number of claimed cards whose sum was shown. */
export const trialEnd = z.object({ cards: count }).meta({ id: 'TrialEnd' });

const page = z.object({ url: z.string() });
const OF_TEAM = { who: 'user', account: 'path', params: z.object({ id }) } as const;

export const teamBillingEndpoints = {
  read: endpoint('GET', '/api/teams/{id}/billing', {
    ...OF_TEAM,
    summary: 'Where the subscription of a team stands, what it costs and its invoices; for its owner',
    returns: teamBilling,
  }),
  quote: endpoint('GET', '/api/teams/{id}/billing/quote', {
    ...OF_TEAM,
    summary:
      'What another number of claimed cards would cost, and the next bill with it; by default one card more',
    limit: 'billing',
    query: z.object({
      cards: z.coerce.number().int().min(0).max(CLAIMED_ASKED_MAX).optional(),
      resumed: z.literal('true').optional(),
      known: z.literal('true').optional(),
    }),
    returns: priceChange,
  }),
  cancellation: endpoint('GET', '/api/teams/{id}/billing/cancellation', {
    ...OF_TEAM,
    summary: 'What a cancellation would still charge',
    limit: 'billing',
    returns: cancellation,
  }),
  changeDetails: endpoint('PUT', '/api/teams/{id}/billing/details', {
    ...OF_TEAM,
    summary:
      'Change the reference on invoices, and where else they go; a new address is mailed a link to confirm it',
    limit: 'billing',
    body: invoiceChanges,
    returns: teamBilling,
  }),
  listInvoices: endpoint('GET', '/api/teams/{id}/billing/invoices', {
    ...OF_TEAM,
    summary: 'The invoices of a team, latest first; for its owner',
    query: pageQuery,
    returns: z.array(invoice),
    paged: true,
  }),
  refresh: endpoint('POST', '/api/teams/{id}/billing/refresh', {
    ...OF_TEAM,
    summary: 'Ask the payment provider where the subscription of a team stands, as after a checkout',
    limit: 'billing',
    returns: teamBilling,
  }),
  checkout: endpoint('POST', '/api/teams/{id}/billing/checkout', {
    ...OF_TEAM,
    summary:
      'Begin a checkout for a team that has a claimed card, also without the rest of its free days; answers the address of the payment provider’s page',
    limit: 'billing',
    body: checkoutChoice,
    returns: page,
  }),
  endTrial: endpoint('POST', '/api/teams/{id}/billing/end-trial', {
    ...OF_TEAM,
    summary:
      'End the free trial of a subscription and pay its first month now, for the claimed cards there are; 409 if they are not as many as said',
    limit: 'billing',
    body: trialEnd,
    returns: teamBilling,
  }),
  portal: endpoint('POST', '/api/teams/{id}/billing/portal', {
    ...OF_TEAM,
    summary: 'Answers the address of the payment provider’s portal: card, invoices, cancellation',
    limit: 'billing',
    returns: page,
  }),
  cancel: endpoint('POST', '/api/teams/{id}/billing/cancel', {
    ...OF_TEAM,
    summary: 'Cancel the subscription of a team at the end of its paid period',
    limit: 'billing',
    body: cancelChoice,
    returns: teamBilling,
  }),
  resume: endpoint('POST', '/api/teams/{id}/billing/resume', {
    ...OF_TEAM,
    summary: 'Take a cancellation back before the period ends',
    limit: 'billing',
    returns: teamBilling,
  }),
};
