import { newId } from '#server/db/new-id.ts';
import type { BillingProvider } from '#server/infra/billing-provider.ts';
import {
  type Books,
  findObject,
  putObject,
  type TestPortal,
  type TestSession,
  withCustomer,
} from './ledger.ts';

type Checkouts = Pick<BillingProvider, 'createCheckout' | 'closeCheckout' | 'createPortal'>;

export const TEST_PROVIDER_PATHS = {
  checkout: '/test-provider/checkout',
  portal: '/test-provider/portal',
  invoice: '/test-provider/invoice',
} as const;

const PORTAL_MINUTES = 60;
/** These pages are served by this server: they need no origin, and work under any name it is reached by. */
const pathOf = (url: string) => new URL(url).pathname + new URL(url).search;

/** The test provider's pages, where customers pay and manage their subscription. */
export const createTestCheckouts = (books: Books): Checkouts => ({
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
      if (!(await findObject(inside.db, 'session', id)))
        await putObject(inside, 'session', id, customerId, session);
      return { id, url: `${TEST_PROVIDER_PATHS.checkout}/${id}` };
    }),
  async closeCheckout(id) {
    const found = await findObject(books.db, 'session', id);
    if (!found) return false;
    return withCustomer(books, found.customerId, async (inside) => {
      const session = await findObject(inside.db, 'session', id);
      if (session?.data.status !== 'open') return false;
      await putObject(inside, 'session', id, found.customerId, { ...session.data, status: 'expired' });
      return true;
    });
  },
  async createPortal(customerId, returnUrl) {
    const id = `bps_test_${newId()}`;
    const expiresAt = new Date(books.now().getTime() + PORTAL_MINUTES * 60_000).toISOString();
    const portal: TestPortal = { returnPath: pathOf(returnUrl), expiresAt };
    await putObject(books, 'portal', id, customerId, portal);
    return `${TEST_PROVIDER_PATHS.portal}/${id}`;
  },
});
