import type Stripe from 'stripe';
import type { BillingProvider, ProviderCustomer } from '#server/infra/billing-provider.ts';
import { monthlyCents } from '#shared/money/subscription.ts';
import { createOnce } from './create-once.ts';
import { type AskStripe, nullIfMissing, nullIfRefused, PAGE_MAX } from './stripe-client.ts';
import { requireOurAccount } from './stripe-price.ts';

type Customers = Pick<
  BillingProvider,
  'createCustomer' | 'setAddressee' | 'findCustomer' | 'hasBought' | 'listCustomers' | 'endCustomer'
>;

interface CustomerSettings {
  priceId: string;
  installation: string;
}

/** Customers at Stripe: one per user, whose id is in the metadata. */
export const createStripeCustomers = (ask: AskStripe, settings: CustomerSettings): Customers => ({
  createCustomer: ({ id: userId, email, fullName }, lost) =>
    ask(async (stripe) => {
      // Name and address may change between retries, but the same idempotency key must come with the same parameters.
      const creation = { metadata: { userId, installation: settings.installation } };
      const key = `customer-${userId}-${settings.installation}${lost ? `-after-${lost}` : ''}`;
      const { id } = await createOnce(key, (options) => stripe.customers.create(creation, options));
      await stripe.customers.update(id, { email, name: fullName });
      return id;
    }),
  // An empty text unsets. Source: Stripe API reference, "Update a customer".
  setAddressee: (id, { email, reference }) =>
    ask(async (stripe) => {
      const fields = reference ? [{ name: 'Reference', value: reference }] : ('' as const);
      const onInvoices = reference === undefined ? {} : { invoice_settings: { custom_fields: fields } };
      const updated = await stripe.customers
        .update(id, { email: email ?? '', ...onInvoices })
        .catch(nullIfMissing);
      if (!updated) await requireOurAccount(stripe, settings);
    }),
  findCustomer: (id) =>
    ask(async (stripe) => {
      const customer = await stripe.customers.retrieve(id).catch(nullIfMissing);
      if (!customer) await requireOurAccount(stripe, settings);
      return !customer || customer.deleted ? null : toCustomer(customer, settings);
    }),
  hasBought: (customer) =>
    ask(async (stripe) => {
      const filter = { customer, status: 'all', limit: PAGE_MAX } as const;
      const found = await stripe.subscriptions.list(filter).catch(nullIfMissing);
      return (found?.data ?? []).some((subscription) => isOurs(subscription, settings));
    }),
  listCustomers: (after) =>
    ask(async (stripe) => {
      const { data, has_more } = await stripe.customers.list({
        limit: PAGE_MAX,
        ...(after === null ? {} : { starting_after: after }),
      });
      return {
        customers: data.map((customer) => toCustomer(customer, settings)),
        next: has_more ? (data.at(-1)?.id ?? null) : null,
      };
    }),
  endCustomer: (customer) =>
    ask(async (stripe) => {
      const found = await stripe.customers.retrieve(customer).catch(nullIfMissing);
      if (!found) await requireOurAccount(stripe, settings);
      if (!found || found.deleted) return;
      const open = await stripe.checkout.sessions.list({ customer, status: 'open', limit: PAGE_MAX });
      for (const { id } of open.data) await stripe.checkout.sessions.expire(id).catch(nullIfRefused);
      const unpaid = await stripe.invoices.list({ customer, status: 'open', limit: PAGE_MAX });
      for (const { id, status } of unpaid.data) {
        if (status === 'open') await stripe.invoices.voidInvoice(id).catch(nullIfRefused);
      }
      // Also ends its subscriptions, and must come whatever was refused before: without it, charging goes on.
      // Source: Stripe API reference, "Delete a customer".
      await stripe.customers.del(customer).catch(nullIfMissing);
    }),
});

const toCustomer = (
  { id, metadata }: Stripe.Customer,
  { installation }: CustomerSettings,
): ProviderCustomer => ({
  id,
  userId: metadata?.userId ?? null,
  isForeign: metadata?.installation === undefined ? null : metadata.installation !== installation,
});

/** True if a subscription is to our price, or to an earlier one of the same terms that we made for a user. */
function isOurs({ items, metadata }: Stripe.Subscription, { priceId }: CustomerSettings): boolean {
  return items.data.some(({ price: { id, unit_amount: cents, currency, recurring } }) => {
    const hasOurTerms = cents === monthlyCents(1) && currency === 'usd' && recurring?.interval === 'month';
    return id === priceId || (hasOurTerms && Boolean(metadata?.userId));
  });
}
