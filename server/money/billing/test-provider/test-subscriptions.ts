import type { BillingProvider, ProviderSubscription, ProviderTruth } from '#server/infra/billing-provider.ts';
import { type Books, findObject, listObjects, processDue, takeStep, withCustomer } from './ledger.ts';
import {
  changeQuantity,
  computeBill,
  endSubscription,
  findLapse,
  type TestSubscription,
} from './subscription-life.ts';
import { TEST_PRICE, toTestInvoice } from './test-invoices.ts';

type Subscriptions = Pick<
  BillingProvider,
  'fetchTruth' | 'setQuantity' | 'setCancelled' | 'setTrialEnd' | 'endNow'
>;

/** Test cards are good for years. */
const CARD_ENDS_AT = '2039-12-31T23:59:59.999Z';

const isoToDate = (iso: string | null) => (iso ? new Date(iso) : null);

/** Subscriptions of the test provider: reads their current state, and changes it. */
export const createTestSubscriptions = (books: Books): Subscriptions => ({
  fetchTruth: (customerId) =>
    withCustomer(books, customerId, async (inside) => {
      await processDue(inside, customerId);
      return readTruth(inside, customerId);
    }),
  setQuantity: (id, quantity) =>
    changeSubscription(books, id, (subscription) => changeQuantity(subscription, quantity, books.now())),
  setCancelled: (id, isCancelled) =>
    changeSubscription(books, id, (subscription) => ({ ...subscription, isCancelled })),
  setTrialEnd: (id, trialEndsAt) =>
    changeSubscription(books, id, (subscription) => {
      const at = trialEndsAt.toISOString();
      return { ...subscription, status: 'trialing', trialEndsAt: at, periodEndsAt: at };
    }),
  async endNow(id) {
    const found = await findObject(books.db, 'subscription', id);
    if (!found || found.data.status === 'canceled') return;
    await withCustomer(books, found.customerId, (inside) =>
      takeStep(inside, found.customerId, endSubscription(found.data, books.now().toISOString())),
    );
  },
});

/** Changes a subscription and sends the events, unless it has ended. */
async function changeSubscription(
  books: Books,
  id: string,
  edit: (subscription: TestSubscription) => TestSubscription,
): Promise<void> {
  const found = await findObject(books.db, 'subscription', id);
  if (!found) throw new Error(`The test provider has no subscription ${id}.`);
  await withCustomer(books, found.customerId, async (inside) => {
    await processDue(inside, found.customerId);
    const current = await findObject(inside.db, 'subscription', id);
    if (!current || current.data.status === 'canceled') return;
    const events = ['customer.subscription.updated'];
    await takeStep(inside, found.customerId, { subscription: edit(current.data), events });
  });
}

async function readTruth(books: Books, customerId: string): Promise<ProviderTruth> {
  const subscriptions = await listObjects(books.db, 'subscription', customerId);
  const invoices = await listObjects(books.db, 'invoice', customerId);
  return {
    subscriptions: subscriptions.map((subscription) => toSubscription(subscription)),
    invoices: invoices.map(toTestInvoice),
  };
}

function toSubscription(subscription: TestSubscription): ProviderSubscription {
  const { id, status, quantity, isCancelled, ...dates } = subscription;
  return {
    id,
    status,
    quantity,
    price: TEST_PRICE,
    nextCents: computeBill(subscription).cents,
    pendingCents: isCancelled ? dates.prorationCents : 0,
    startedAt: new Date(dates.startedAt),
    trialEndsAt: isoToDate(dates.trialEndsAt),
    periodStartsAt: new Date(dates.periodStartsAt),
    periodEndsAt: new Date(dates.periodEndsAt),
    lapsesAt: isoToDate(findLapse(subscription)),
    cancelsAt: isCancelled ? new Date(dates.periodEndsAt) : null,
    endedAt: isoToDate(dates.endedAt),
    paymentCard: { label: 'Test card', endsAt: new Date(dates.cardEndsAt ?? CARD_ENDS_AT) },
  };
}
