import { pino } from 'pino';
import type { BillingProvider } from '#server/infra/billing-provider.ts';
import { createStripeProvider } from '#server/money/billing/stripe/stripe-provider.ts';
import { answerStripe } from '#server/money/billing/test-provider/answer.ts';
import { completeCheckout } from '#server/money/billing/test-provider/complete-checkout.ts';
import type { Entry } from '#server/money/billing/test-provider/ledger.ts';
import { computeBill } from '#server/money/billing/test-provider/pending-items.ts';
import { processDue } from '#server/money/billing/test-provider/take-step.ts';
import { TEST_PRICE } from '#server/money/billing/test-provider/to-stripe.ts';
import { createMemoryLedger, type MemoryLedger } from '#test/memory-ledger.ts';

/** One customer of the test provider without a database, with a clock to turn and faults before or after each request. */

interface Fault {
  /** How many requests succeed before it. */
  after: number;
  /** True if the request takes effect although it fails. */
  isDone: boolean;
}

export interface MemoryProvider {
  billing: BillingProvider;
  ledger: MemoryLedger;
  current(): Entry<'subscription'>;
  invoices(): Entry<'invoice'>[];
  isRunning(): boolean;
  charged(): number;
  /** The bill of the next renewal as things stand. */
  nextBill(): number;
  /** The sums of the bills of this time's renewals. */
  advance(ms: number): Promise<number[]>;
  /** The customer acts in the portal. */
  press(change: Partial<Entry<'subscription'>>): void;
  fail(fault: Fault | null): void;
  account(): { billed: number; pending: number; periods: number; left: number; changes: number };
}

const RUNNING = ['trialing', 'active', 'past_due'];
/** As Stripe says it, so that the library does not try again. */
const FAILURE = { status: 500, headers: { 'stripe-should-retry': 'false' } };

export async function memoryProvider(
  customer: string,
  { trialDays, quantity = 1 }: { trialDays: number; quantity?: number },
  begin = new Date('2026-05-01T12:00:00.000Z'),
): Promise<MemoryProvider> {
  let now = begin;
  let fault: Fault | null = null;
  let periods = 0;
  let changes = 0;
  const ledger = createMemoryLedger(() => now);
  const account = { ledger, installation: undefined, origin: '', nameCustomer: () => customer };
  const send = async (input: string | URL | Request, init: RequestInit = {}) => {
    const url = new URL(String(input));
    const isFailing = fault !== null && fault.after === 0;
    if (fault && !isFailing) fault = { ...fault, after: fault.after - 1 };
    const isDone = fault?.isDone;
    if (isFailing) fault = null;
    if (isFailing && !isDone) return Response.json({ error: { message: 'It failed.' } }, FAILURE);
    if (/\/v1\/(subscriptions|invoiceitems)\//.test(url.pathname) && init.method !== 'GET') changes += 1;
    const response = await answerStripe(account, url, init);
    return isFailing ? Response.json({ error: { message: 'It failed.' } }, FAILURE) : response;
  };
  const settings = { secretKey: 'sk_test_memory', webhookSecret: 'whsec_memory', priceId: TEST_PRICE.id };
  const connection = { apiUrl: undefined, hasAutomaticTax: false, installation: 'tests', retryDays: 9, send };
  const billing = createStripeProvider({ ...settings, ...connection }, pino({ level: 'silent' }));

  const current = () => {
    const [subscription] = ledger.all('subscription');
    if (!subscription) throw new Error('There is no subscription.');
    return subscription;
  };
  const isRunning = () => RUNNING.includes(current().status);
  const advance = async (ms: number) => {
    now = new Date(now.getTime() + ms);
    const { periodStartsAt: before } = current();
    const known = new Set(ledger.all('invoice').map(({ id }) => id));
    await processDue(ledger, customer);
    const { periodStartsAt } = current();
    if (periodStartsAt === before) return [];
    periods += 1;
    const made = ledger
      .all('invoice')
      .filter(({ id, createdAt }) => !known.has(id) && createdAt === periodStartsAt);
    return made.map(({ cents }) => cents);
  };

  await ledger.put('customer', customer, customer, { userId: 'life', email: '', fullName: '' });
  const session = { userId: 'life', quantity, trialDays, successPath: '/', cancelPath: '/' };
  await completeCheckout(ledger, { ...session, status: 'open', id: 'cs_test_1', customer }, true);
  if (trialDays === 0) periods = 1;
  const invoices = () => ledger.all('invoice');
  return {
    billing: { ...billing, ownsCustomer: (id) => id === customer },
    ledger,
    current,
    invoices,
    isRunning,
    charged: () =>
      invoices()
        .filter(({ status }) => status === 'paid')
        .reduce((sum, { cents }) => sum + cents, 0),
    nextBill: () => computeBill(current()).cents,
    advance,
    press: (change) => {
      if (isRunning()) Object.assign(current(), change);
    },
    fail: (next) => {
      fault = next;
    },
    account() {
      const { periodStartsAt, periodEndsAt, prorationCents: pending } = current();
      const [start, finish] = [Date.parse(periodStartsAt), Date.parse(periodEndsAt)];
      const billed = invoices().reduce((sum, { cents }) => sum + cents, 0);
      const left = Math.max(0, finish - now.getTime()) / (finish - start);
      return { billed, pending, periods, left, changes };
    },
  };
}
