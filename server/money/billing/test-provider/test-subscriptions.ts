import type { BillingProvider, ProviderSubscription, ProviderTruth } from '#server/infra/billing-provider.ts';
import { advance, type Books, find, list, takeStep, withCustomer } from './ledger.ts';
import { billOf, changeQuantity, end, lapseOf, type TestSubscription } from './life.ts';
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
      await advance(inside, customerId);
      return truthOf(inside, customerId);
    }),
  setQuantity: (id, quantity) =>
    change(books, id, (subscription) => changeQuantity(subscription, quantity, books.now())),
  setCancelled: (id, isCancelled) => change(books, id, (subscription) => ({ ...subscription, isCancelled })),
  setTrialEnd: (id, trialEndsAt) =>
    change(books, id, (subscription) => {
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
});

/** Changes a subscription and sends the events, unless it has ended. */
async function change(
  books: Books,
  id: string,
  edit: (subscription: TestSubscription) => TestSubscription,
): Promise<void> {
  const found = await find(books.db, 'subscription', id);
  if (!found) throw new Error(`The test provider has no subscription ${id}.`);
  await withCustomer(books, found.customerId, async (inside) => {
    await advance(inside, found.customerId);
    const current = await find(inside.db, 'subscription', id);
    if (!current || current.data.status === 'canceled') return;
    const events = ['customer.subscription.updated'];
    await takeStep(inside, found.customerId, { subscription: edit(current.data), events });
  });
}

async function truthOf(books: Books, customerId: string): Promise<ProviderTruth> {
  const subscriptions = await list(books.db, 'subscription', customerId);
  const invoices = await list(books.db, 'invoice', customerId);
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
    nextCents: billOf(subscription).cents,
    pendingCents: isCancelled ? dates.prorationCents : 0,
    startedAt: new Date(dates.startedAt),
    trialEndsAt: isoToDate(dates.trialEndsAt),
    periodStartsAt: new Date(dates.periodStartsAt),
    periodEndsAt: new Date(dates.periodEndsAt),
    lapsesAt: isoToDate(lapseOf(subscription)),
    cancelsAt: isCancelled ? new Date(dates.periodEndsAt) : null,
    endedAt: isoToDate(dates.endedAt),
    paymentCard: { label: 'Test card', endsAt: new Date(dates.cardEndsAt ?? CARD_ENDS_AT) },
  };
}
