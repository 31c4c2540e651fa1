import type { BillingProvider } from '#server/infra/billing-provider.ts';
import { type AskStripe, nullIfMissing, PAGE_MAX } from './stripe-client.ts';

type Customers = Pick<BillingProvider, 'createCustomer' | 'findCustomer' | 'listCustomers' | 'endCustomer'>;

/** Customers at Stripe: one per user, whose id is in the metadata. */
export const createStripeCustomers = (ask: AskStripe): Customers => ({
  createCustomer: ({ id: userId, email, fullName }, lost) =>
    ask(async (stripe) => {
      // Name and address may change between retries, but the same idempotency key must come with the same parameters.
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
  endCustomer: (customer) =>
    ask(async (stripe) => {
      const open = await stripe.checkout.sessions.list({ customer, status: 'open', limit: PAGE_MAX });
      for (const { id } of open.data) await stripe.checkout.sessions.expire(id);
      // Also ends its subscriptions. Source: Stripe API reference, "Delete a customer".
      await stripe.customers.del(customer).catch(nullIfMissing);
    }),
});
