import { newId } from '#server/db/new-id.ts';
import { createKeyedHash } from '#server/infra/secret.ts';
import {
  type BillingProvider,
  isTestCustomer,
  type ProviderTruth,
  TEST_CUSTOMER_PREFIX,
} from '../provider.ts';
import {
  advance,
  type Books,
  find,
  list,
  listCustomers,
  put,
  type TestPortal,
  type TestSession,
  takeStep,
  withCustomer,
} from './ledger.ts';
import { billOf, changeQuantity, end, type TestSubscription } from './life.ts';

/** The payment provider where no keys are configured: no money, the same behavior, the same events. */

export const TEST_PROVIDER_PATHS = {
  checkout: '/test-provider/checkout',
  portal: '/test-provider/portal',
} as const;

const PORTAL_MINUTES = 60;
const isoToDate = (iso: string | null) => (iso ? new Date(iso) : null);
/** This provider's pages are pages of this server: they need no origin, and work under any name it is reached by. */
const pathOf = (url: string) => new URL(url).pathname + new URL(url).search;

export function createTestProvider(books: Books, secret: Buffer): BillingProvider {
  /** Changes a subscription and tells, if it has not ended. */
  const change = async (id: string, edit: (subscription: TestSubscription) => TestSubscription) => {
    const found = await find(books.db, 'subscription', id);
    if (!found) throw new Error(`The test provider has no subscription ${id}.`);
    await withCustomer(books, found.customerId, async (inside) => {
      await advance(inside, found.customerId);
      const current = await find(inside.db, 'subscription', id);
      if (!current || current.data.status === 'canceled') return;
      const events = ['customer.subscription.updated'];
      await takeStep(inside, found.customerId, { subscription: edit(current.data), events });
    });
  };

  return {
    isTestMode: true,
    webhookSecret: createKeyedHash(secret)('test provider webhook', 'v1').toString('hex'),
    ownsCustomer: isTestCustomer,
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
    createCheckout: ({ key, customerId, userId, quantity, trialDays, successUrl, cancelUrl }) =>
      withCustomer(books, customerId, async (inside) => {
        const id = `cs_test_${key}`;
        const session: TestSession = {
          userId,
          quantity,
          trialDays,
          successPath: pathOf(successUrl),
          cancelPath: pathOf(cancelUrl),
          status: 'open',
        };
        if (!(await find(inside.db, 'session', id))) await put(inside, 'session', id, customerId, session);
        return { id, url: `${TEST_PROVIDER_PATHS.checkout}/${id}` };
      }),
    async closeCheckout(id) {
      const found = await find(books.db, 'session', id);
      if (!found) return false;
      return withCustomer(books, found.customerId, async (inside) => {
        const session = await find(inside.db, 'session', id);
        if (session?.data.status !== 'open') return false;
        await put(inside, 'session', id, found.customerId, { ...session.data, status: 'expired' });
        return true;
      });
    },
    async createPortal(customerId, returnUrl) {
      const id = `bps_test_${newId()}`;
      const expiresAt = new Date(books.now().getTime() + PORTAL_MINUTES * 60_000).toISOString();
      const portal: TestPortal = { returnPath: pathOf(returnUrl), expiresAt };
      await put(books, 'portal', id, customerId, portal);
      return `${TEST_PROVIDER_PATHS.portal}/${id}`;
    },
    fetchTruth: (customerId) =>
      withCustomer(books, customerId, async (inside) => {
        await advance(inside, customerId);
        return truthOf(inside, customerId);
      }),
    setQuantity: (id, quantity) =>
      change(id, (subscription) => changeQuantity(subscription, quantity, books.now())),
    setCancelled: (id, isCancelled) => change(id, (subscription) => ({ ...subscription, isCancelled })),
    setTrialEnd: (id, trialEndsAt) =>
      change(id, (subscription) => {
        const at = trialEndsAt.toISOString();
        return { ...subscription, status: 'trialing', trialEndsAt: at, periodEndsAt: at };
      }),
    async endNow(id) {
      const found = await find(books.db, 'subscription', id);
      if (!found || found.data.status === 'canceled') return;
      await withCustomer(books, found.customerId, (inside) =>
        takeStep(inside, found.customerId, end(found.data, books.now().toISOString())),
      );
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
  };
}

async function truthOf(books: Books, customerId: string): Promise<ProviderTruth> {
  const subscriptions = await list(books.db, 'subscription', customerId);
  const invoices = await list(books.db, 'invoice', customerId);
  return {
    subscriptions: subscriptions.map(({ id, status, quantity, isCancelled, prorationCents, ...dates }) => ({
      id,
      status,
      quantity,
      nextCents: billOf({ quantity, prorationCents }).cents,
      startedAt: new Date(dates.startedAt),
      trialEndsAt: isoToDate(dates.trialEndsAt),
      periodEndsAt: new Date(dates.periodEndsAt),
      cancelsAt: isCancelled ? new Date(dates.periodEndsAt) : null,
      endedAt: isoToDate(dates.endedAt),
    })),
    invoices: invoices.map(({ id, number, status, cents, createdAt, paidAt }) => ({
      id,
      number,
      status,
      cents,
      createdAt: new Date(createdAt),
      paidAt: isoToDate(paidAt),
      url: null,
    })),
  };
}
