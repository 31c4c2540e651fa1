import { isTestCustomer, TEST_CUSTOMER_PREFIX } from '#server/billing/test-provider/test-customer.ts';
import type { BillingProvider } from '#server/infra/billing-provider.ts';
import { createKeyedHash } from '#server/infra/secret.ts';
import { advance, type Books, find, list, listCustomers, put, takeStep, withCustomer } from './ledger.ts';
import { end } from './life.ts';
import { isSignatureRight } from './signature.ts';
import { createTestCheckouts } from './test-checkouts.ts';
import { createTestSubscriptions } from './test-subscriptions.ts';

/** The payment provider used when no keys are configured: no money, but the same behavior and the same events. */
export function createTestProvider(books: Books, secret: Buffer): BillingProvider {
  const webhookSecret = createKeyedHash(secret)('test provider webhook', 'v1').toString('hex');
  return {
    isTestMode: true,
    webhookSecret,
    isEventSigned: async (body, signature, now) => isSignatureRight(body, signature, webhookSecret, now),
    ownsCustomer: isTestCustomer,
    ...createTestCustomers(books),
    ...createTestCheckouts(books),
    ...createTestSubscriptions(books),
  };
}

type Customers = Pick<BillingProvider, 'createCustomer' | 'findCustomer' | 'listCustomers' | 'endCustomer'>;

const createTestCustomers = (books: Books): Customers => ({
  async createCustomer({ id: userId, email, fullName }) {
    const id = `${TEST_CUSTOMER_PREFIX}${userId}`;
    await put(books, 'customer', id, id, { userId, email, fullName });
    return id;
  },
  async findCustomer(id) {
    const found = await find(books.db, 'customer', id);
    return found && { id, userId: found.data.userId };
  },
  async *listCustomers() {
    yield* await listCustomers(books.db);
  },
  endCustomer: (customerId) =>
    withCustomer(books, customerId, async (inside) => {
      await advance(inside, customerId);
      for (const { id, ...session } of await list(inside.db, 'session', customerId)) {
        if (session.status === 'open')
          await put(inside, 'session', id, customerId, { ...session, status: 'expired' });
      }
      for (const subscription of await list(inside.db, 'subscription', customerId)) {
        if (subscription.status === 'canceled') continue;
        await takeStep(inside, customerId, end(subscription, books.now().toISOString()));
      }
    }),
});
