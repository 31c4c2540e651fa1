import type { BillingProvider } from '#server/infra/billing-provider.ts';
import { createKeyedHash } from '#server/infra/secret.ts';
import { isTestCustomer, TEST_CUSTOMER_PREFIX } from '#server/money/billing/test-provider/test-customer.ts';
import {
  type Books,
  findObject,
  listCustomers,
  listObjects,
  processDue,
  putObject,
  takeStep,
  withCustomer,
} from './ledger.ts';
import { isSignatureRight } from './signature.ts';
import { endSubscription } from './subscription-life.ts';
import { createTestCheckouts } from './test-checkouts.ts';
import { createTestInvoices } from './test-invoices.ts';
import { createTestSubscriptions } from './test-subscriptions.ts';

/** The payment provider used when no keys are configured: no money, but the same behavior and the same events. */
export function createTestProvider(books: Books, secret: Buffer): BillingProvider {
  const webhookSecret = createKeyedHash(secret)('test provider webhook', 'v1').toString('hex');
  return {
    isTestMode: true,
    isLive: false,
    apiVersion: null,
    hasAutomaticTax: false,
    readPrice: async () => null,
    webhookSecret,
    isEventSigned: async (body, signature, now) => isSignatureRight(body, signature, webhookSecret, now),
    ownsCustomer: isTestCustomer,
    ...createTestCustomers(books),
    ...createTestCheckouts(books),
    ...createTestSubscriptions(books),
    ...createTestInvoices(books),
  };
}

const PAGE = 100;

type Customers = Pick<
  BillingProvider,
  'createCustomer' | 'setEmail' | 'findCustomer' | 'hasBought' | 'listCustomers' | 'endCustomer'
>;

const createTestCustomers = (books: Books): Customers => ({
  async createCustomer({ id: userId, email, fullName }) {
    const id = `${TEST_CUSTOMER_PREFIX}${userId}`;
    await putObject(books, 'customer', id, id, { userId, email, fullName });
    return id;
  },
  async setEmail(id, email) {
    const found = await findObject(books.db, 'customer', id);
    if (found) await putObject(books, 'customer', id, id, { ...found.data, email: email ?? '' });
  },
  async findCustomer(id) {
    const found = await findObject(books.db, 'customer', id);
    return found && !found.data.isDeleted ? { id, userId: found.data.userId, isForeign: false } : null;
  },
  hasBought: async () => true,
  async listCustomers(after) {
    const rows = await listCustomers(books.db, after ?? '', PAGE);
    return {
      customers: rows.map((row) => ({ ...row, isForeign: false })),
      next: rows.length === PAGE ? (rows.at(-1)?.id ?? null) : null,
    };
  },
  endCustomer: (customerId) =>
    withCustomer(books, customerId, async (inside) => {
      await processDue(inside, customerId);
      for (const { id, ...session } of await listObjects(inside.db, 'session', customerId)) {
        if (session.status === 'open')
          await putObject(inside, 'session', id, customerId, { ...session, status: 'expired' });
      }
      for (const subscription of await listObjects(inside.db, 'subscription', customerId)) {
        if (subscription.status === 'canceled') continue;
        await takeStep(inside, customerId, endSubscription(subscription, books.now().toISOString()));
      }
      for (const invoice of await listObjects(inside.db, 'invoice', customerId)) {
        if (invoice.status === 'open')
          await putObject(inside, 'invoice', invoice.id, customerId, { ...invoice, status: 'void' });
      }
      const customer = await findObject(inside.db, 'customer', customerId);
      if (customer)
        await putObject(inside, 'customer', customerId, customerId, { ...customer.data, isDeleted: true });
    }),
});
