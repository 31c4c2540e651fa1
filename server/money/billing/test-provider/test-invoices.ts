import {
  type InvoiceCalls,
  type ProviderDue,
  type ProviderInvoice,
  ProviderRefusal,
} from '#server/infra/billing-provider.ts';
import { monthlyCents } from '#shared/money/subscription.ts';
import {
  type Books,
  findObject,
  listObjects,
  processDue,
  putObject,
  takeStep,
  withCustomer,
} from './ledger.ts';
import {
  changeQuantity,
  chargeNow,
  computeBill,
  dropPending,
  type TestInvoice,
  type TestSubscription,
} from './subscription-life.ts';
import { TEST_PROVIDER_PATHS } from './test-checkouts.ts';

export const TEST_PRICE = {
  unitCents: monthlyCents(1),
  currency: 'usd',
  interval: 'month',
  intervalCount: 1,
} as const;

const createDecline = () => new ProviderRefusal('The test card fails this charge.', true);

/** Each invoice is paid by one charge, named after it. */
export const toChargeId = (invoiceId: string): string => invoiceId.replace(/^in_/, 'ch_');
const invoiceOfCharge = (chargeId: string): string => chargeId.replace(/^ch_/, 'in_');

export const toTestInvoice = ({
  id,
  number,
  status,
  cents,
  createdAt,
  paidAt,
}: TestInvoice): ProviderInvoice => ({
  id,
  number,
  status,
  cents,
  currency: TEST_PRICE.currency,
  taxCents: null,
  createdAt: new Date(createdAt),
  paidAt: paidAt === null ? null : new Date(paidAt),
  url: `${TEST_PROVIDER_PATHS.invoice}/${id}`,
});

/** Bills of the test provider: what will be charged, and what is charged or dropped at once. */
export const createTestInvoices = (books: Books): InvoiceCalls => ({
  previewQuantity: (id, quantity, isResumed) =>
    withSubscription(books, id, async (_inside, _customerId, subscription) => {
      const isCancelled = subscription.isCancelled && !isResumed;
      if (subscription.status === 'canceled' || isCancelled) return null;
      const { cents } = computeBill(changeQuantity({ ...subscription, isCancelled }, quantity, books.now()));
      return { at: new Date(subscription.periodEndsAt), cents, currency: TEST_PRICE.currency };
    }),
  findDue: (id) => withSubscription(books, id, findDue),
  async findCharge(id) {
    const invoiceId = invoiceOfCharge(id);
    const found = await findObject(books.db, 'invoice', invoiceId);
    if (!found) return null;
    const { refundedCents = 0 } = found.data;
    const { currency } = TEST_PRICE;
    return { id, customerId: found.customerId, invoiceId, refundedCents, isDisputed: false, currency };
  },
  async payInvoice(id) {
    const found = await findObject(books.db, 'invoice', id);
    if (!found) throw new ProviderRefusal(`The test provider has no invoice ${id}.`);
    const isPaid = await withCustomer(books, found.customerId, async (inside) => {
      await processDue(inside, found.customerId);
      const bill = await findObject(inside.db, 'invoice', id);
      if (bill?.data.status !== 'open') return true;
      const subscription = await findSubscription(inside, found.customerId);
      const step = chargeNow(subscription, bill.data.cents, true, books.now().toISOString());
      await takeStep(inside, found.customerId, step);
      return step.invoice?.status === 'paid';
    });
    if (!isPaid) throw createDecline();
  },
  async voidInvoice(id) {
    const found = await findObject(books.db, 'invoice', id);
    if (!found) return;
    await withCustomer(books, found.customerId, async (inside) => {
      const bill = await findObject(inside.db, 'invoice', id);
      if (bill?.data.status !== 'open') return;
      await putObject(inside, 'invoice', id, found.customerId, { ...bill.data, status: 'void' });
    });
  },
  async chargePending(id) {
    const isPaid = await withSubscription(books, id, async (inside, customerId, subscription) => {
      const { prorationCents: cents } = subscription;
      if (cents <= 0) return true;
      const step = chargeNow(subscription, cents, false, books.now().toISOString());
      await takeStep(inside, customerId, step);
      return step.invoice?.status === 'paid';
    });
    if (!isPaid) throw createDecline();
  },
  dropPending: (id) =>
    withSubscription(books, id, async (inside, customerId, subscription) => {
      const events = ['customer.subscription.updated'];
      await takeStep(inside, customerId, { subscription: dropPending(subscription), events });
    }),
});

/** Runs `use` with a subscription as it stands now, under the lock on its customer. */
async function withSubscription<T>(
  books: Books,
  id: string,
  use: (inside: Books, customerId: string, subscription: TestSubscription) => Promise<T>,
): Promise<T> {
  const found = await findObject(books.db, 'subscription', id);
  if (!found) throw new ProviderRefusal(`The test provider has no subscription ${id}.`);
  return withCustomer(books, found.customerId, async (inside) => {
    await processDue(inside, found.customerId);
    const current = await findObject(inside.db, 'subscription', id);
    return use(inside, found.customerId, current?.data ?? found.data);
  });
}

async function findSubscription(inside: Books, customerId: string): Promise<TestSubscription> {
  const all = await listObjects(inside.db, 'subscription', customerId);
  const [subscription = all[0]] = all.filter(({ status }) => status !== 'canceled');
  if (!subscription) throw new ProviderRefusal('The test provider has no subscription to charge.');
  return subscription;
}

async function findDue(
  inside: Books,
  customerId: string,
  { prorationCents, periodEndsAt }: TestSubscription,
): Promise<ProviderDue> {
  const bills = await listObjects(inside.db, 'invoice', customerId);
  return {
    openInvoices: bills.filter(({ status }) => status === 'open').map(toTestInvoice),
    prorationCents,
    currency: TEST_PRICE.currency,
    periodEndsAt: new Date(periodEndsAt),
  };
}
