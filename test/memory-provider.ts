import {
  type BillingProvider,
  ProviderAway,
  type ProviderInvoice,
  ProviderRefusal,
} from '#server/infra/billing-provider.ts';
import {
  beginSubscription,
  changeQuantity,
  chargeNow,
  computeBill,
  dropPending,
  endSubscription,
  findLapse,
  type LifeStep,
  nextStep,
  type TestSubscription,
} from '#server/money/billing/test-provider/subscription-life.ts';

/** One customer of the test provider without a database, with a clock to turn and faults before or after each act. */

type Invoice = ProviderInvoice & { isRenewal: boolean };
interface Fault {
  /** How many calls succeed before it. */
  after: number;
  /** True if the call takes effect although it fails. */
  isDone: boolean;
}

export interface MemoryProvider {
  billing: BillingProvider;
  current(): TestSubscription;
  isRunning(): boolean;
  charged(): number;
  /** The bill of the next renewal as things stand. */
  nextBill(): number;
  /** The sums of the bills of this time's renewals. */
  advance(ms: number): number[];
  /** The customer acts in the portal. */
  press(change: Partial<TestSubscription>): void;
  fail(fault: Fault | null): void;
  account(): { billed: number; pending: number; periods: number; left: number; changes: number };
}

const RUNNING = ['trialing', 'active', 'past_due'];
const dateOf = (iso: string | null) => (iso === null ? null : new Date(iso));

export function memoryProvider(customerId: string, trialDays: number): MemoryProvider {
  let now = new Date('2026-05-01T12:00:00.000Z');
  let subscription = beginSubscription('sub_test_1', { quantity: 1, trialDays, isCardGood: true }, now);
  let invoices: Invoice[] = [];
  let changes = 0;
  let fault: Fault | null = null;

  const apply = (step: LifeStep, isRenewal = false) => {
    subscription = step.subscription;
    const { invoice } = step;
    if (!invoice) return;
    const open = invoice.isRetry ? invoices.find(({ status }) => status === 'open') : undefined;
    if (open) invoices = invoices.map((one) => (one === open ? { ...one, status: invoice.status } : one));
    else {
      const { status, cents, at } = invoice;
      const facts = { id: `in_test_${invoices.length}`, number: null, currency: 'usd', taxCents: null };
      const dates = { createdAt: new Date(at), paidAt: null, url: null };
      invoices = [...invoices, { ...facts, ...dates, status, cents, isRenewal }];
    }
  };
  const advance = (ms: number) => {
    now = new Date(now.getTime() + ms);
    const made: number[] = [];
    for (let step = nextStep(subscription, now); step; step = nextStep(subscription, now)) {
      const isRenewal = step.subscription.periodStartsAt !== subscription.periodStartsAt;
      if (isRenewal) made.push(step.invoice?.cents ?? 0);
      apply(step, isRenewal);
    }
    return made;
  };
  const edit = (change: (before: TestSubscription) => TestSubscription) => {
    if (!RUNNING.includes(subscription.status)) return;
    const { prorationCents } = subscription;
    subscription = change(subscription);
    if (prorationCents !== subscription.prorationCents) changes += 1;
  };
  const pay = (step: LifeStep) => {
    apply(step);
    if (step.invoice?.status !== 'paid') throw new ProviderRefusal('Declined.', true);
  };
  const openInvoices = () => invoices.filter(({ status }) => status === 'open');
  const isRunning = () => RUNNING.includes(subscription.status);
  const charged = () =>
    invoices.filter(({ status }) => status === 'paid').reduce((sum, { cents }) => sum + cents, 0);

  const acts = {
    fetchTruth: () => ({ subscriptions: [truthOf(subscription)], invoices }),
    findDue: () => ({
      openInvoices: openInvoices(),
      prorationCents: subscription.prorationCents,
      currency: 'usd',
      periodEndsAt: new Date(subscription.periodEndsAt),
    }),
    previewQuantity(_id: string, quantity: number, isResumed: boolean) {
      const isCancelled = subscription.isCancelled && !isResumed;
      if (isCancelled || !isRunning()) return null;
      const { cents } = computeBill(changeQuantity({ ...subscription, isCancelled }, quantity, now));
      return { at: new Date(subscription.periodEndsAt), cents, currency: 'usd' };
    },
    payInvoice(id: string) {
      const open = openInvoices().find((one) => one.id === id);
      if (open) pay(chargeNow(subscription, open.cents, true, now.toISOString()));
    },
    voidInvoice(id: string) {
      invoices = invoices.map((one) =>
        one.id === id && one.status === 'open' ? { ...one, status: 'void' } : one,
      );
    },
    chargePending() {
      const { prorationCents: cents } = subscription;
      if (cents > 0) pay(chargeNow(subscription, cents, false, now.toISOString()));
    },
    dropPending: () => edit(dropPending),
    setQuantity: (_id: string, quantity: number) => edit((one) => changeQuantity(one, quantity, now)),
    setCancelled: (_id: string, isCancelled: boolean) => edit((one) => ({ ...one, isCancelled })),
    endNow: () => {
      if (isRunning()) apply(endSubscription(subscription, now.toISOString()));
    },
  };

  const faulty =
    <Args extends unknown[], Result>(act: (...args: Args) => Result) =>
    async (...args: Args): Promise<Result> => {
      const isFailing = fault !== null && fault.after === 0;
      if (fault && !isFailing) fault = { ...fault, after: fault.after - 1 };
      if (!isFailing) return act(...args);
      const isDone = fault?.isDone;
      fault = null;
      if (isDone) act(...args);
      throw new ProviderAway('It failed.');
    };
  const billing = Object.fromEntries(
    Object.entries(acts).map(([name, act]) => [name, faulty(act as (...args: unknown[]) => unknown)]),
  );
  advance(0);
  return {
    // Only the calls that settle a subscription are made.
    billing: { ownsCustomer: (id: string) => id === customerId, ...billing } as unknown as BillingProvider,
    current: () => subscription,
    isRunning,
    charged,
    nextBill: () => computeBill(subscription).cents,
    advance,
    press: (change) => edit((before) => ({ ...before, ...change })),
    fail: (next) => {
      fault = next;
    },
    account() {
      const { periodStartsAt, periodEndsAt, prorationCents } = subscription;
      const [start, finish] = [Date.parse(periodStartsAt), Date.parse(periodEndsAt)];
      return {
        billed: invoices.reduce((sum, { cents }) => sum + cents, 0),
        pending: prorationCents,
        periods: invoices.filter(({ isRenewal }) => isRenewal).length,
        left: Math.max(0, finish - now.getTime()) / (finish - start),
        changes,
      };
    },
  };
}

const truthOf = (subscription: TestSubscription) => ({
  ...subscription,
  price: null,
  nextCents: computeBill(subscription).cents,
  pendingCents: subscription.isCancelled ? subscription.prorationCents : 0,
  startedAt: new Date(subscription.startedAt),
  trialEndsAt: dateOf(subscription.trialEndsAt),
  periodStartsAt: new Date(subscription.periodStartsAt),
  periodEndsAt: new Date(subscription.periodEndsAt),
  lapsesAt: dateOf(findLapse(subscription)),
  cancelsAt: subscription.isCancelled ? new Date(subscription.periodEndsAt) : null,
  endedAt: dateOf(subscription.endedAt),
  paymentCard: null,
});
