import type { BillingProvider, ProviderTruth } from '#server/infra/billing-provider.ts';
import { advance, type Books, find, list, takeStep, withCustomer } from './ledger.ts';
import { billOf, changeQuantity, end, type TestSubscription } from './life.ts';

type Subscriptions = Pick<
  BillingProvider,
  'fetchTruth' | 'setQuantity' | 'setCancelled' | 'setTrialEnd' | 'endNow'
>;

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
