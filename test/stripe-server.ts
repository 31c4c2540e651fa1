import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type Stripe from 'stripe';
import { answerStripe } from '#server/money/billing/test-provider/answer.ts';
import { completeCheckout } from '#server/money/billing/test-provider/complete-checkout.ts';
import type { Entry } from '#server/money/billing/test-provider/ledger.ts';
import { TEST_PRICE } from '#server/money/billing/test-provider/to-stripe.ts';
import { createMemoryLedger, type MemoryLedger } from '#test/memory-ledger.ts';
import { type Answered, createIdempotency } from '#test/stripe-idempotency.ts';

/**
 * The test provider at an address of its own, as Stripe is, and what goes wrong there: no answers, lost and stored ones,
 * and objects that only Stripe has.
 */

export const KEYS = { secretKey: 'sk_test_local', webhookSecret: 'whsec_local', priceId: TEST_PRICE.id };

type Form = Record<string, string>;

export interface StripeServer {
  url: string;
  ledger: MemoryLedger;
  /** The price of a card there. */
  price: Partial<Stripe.Price>;
  /** Every call as "METHOD path". */
  calls: string[];
  /** The form that was sent last about an object, by its id. */
  asked: Map<string, Form>;
  /** Fields that answers about an object have instead, by its id. */
  odd: Map<string, object>;
  /** The words of the next declines that are other than usual. */
  decline: { code?: string; decline_code?: string };
  /** Cents of a subscription's next invoice. */
  previews: Map<string, number>;
  disputes: Map<string, { charge: string; status: string }>;
  /**
   * Responds to the next calls with this status; with `isDone` they take effect all the same, as when a response is
   * lost.
   */
  fail(times: number, status: number, isDone?: boolean): void;
  /** Answers the next creation with this status, and stores that for its idempotency key, as Stripe does. */
  storeFailure(status: number): void;
  /** Runs `then` once the next call with this prefix has taken effect, before the response is sent. */
  after(call: string, then: () => Promise<unknown>): void;
  /** The pages that were opened for a user, latest last. */
  sessionsOf(userId: string): Entry<'session'>[];
  /** The customers of a user that were not deleted, latest last. */
  customersOf(userId: string): Entry<'customer'>[];
  hasCustomer(id: string): boolean;
  /** Acts as the customer on the hosted page: completes the session, which starts a subscription. */
  complete(sessionId: string): Promise<Entry<'subscription'>>;
  close(): Promise<void>;
}

const wentWrong = { error: { type: 'api_error', message: 'Something went wrong on Stripe’s end.' } };

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}

/** `now` is its clock, from which it prorates. */
export async function startStripeServer(now: () => Date = () => new Date()): Promise<StripeServer> {
  const ledger = createMemoryLedger(now);
  const idempotency = createIdempotency();
  const [odd, asked] = [new Map<string, object>(), new Map<string, Form>()];
  const decline: StripeServer['decline'] = {};
  const previews: StripeServer['previews'] = new Map();
  const disputes: StripeServer['disputes'] = new Map();
  const calls: string[] = [];
  const price: StripeServer['price'] = structuredClone(TEST_PRICE);
  let failures = { times: 0, status: 500, isDone: false };
  let interruption: { call: string; then: () => Promise<unknown> } | undefined;
  let count = 0;
  const nameCustomer = () => {
    count += 1;
    return `cus_local${count}`;
  };
  const account = { ledger, installation: undefined, origin: 'https://stripe.test', nameCustomer };

  /** Answers that only Stripe has. */
  const answerOddly = (call: string, url: URL, form: Form): object | undefined => {
    const charge = url.searchParams.get('charge');
    const cents = previews.get(form.subscription ?? '');
    if (call === `GET /v1/prices/${price.id}`) return price;
    if (call === 'GET /v1/disputes')
      return { object: 'list', data: [...disputes.values()].filter((one) => one.charge === charge) };
    if (call !== 'POST /v1/invoices/create_preview' || cents === undefined) return undefined;
    return { object: 'invoice', currency: 'usd', amount_due: cents };
  };
  const addOdd = (_name: string, value: unknown): unknown =>
    value !== null && typeof value === 'object' && 'id' in value
      ? { ...value, ...odd.get(String(value.id)) }
      : value;

  const answer = async (call: string, url: URL, init: RequestInit, form: Form): Promise<Answered> => {
    if (new Headers(init.headers).get('authorization') !== `Bearer ${KEYS.secretKey}`)
      return { status: 401, text: '{"error":{"message":"Invalid API Key provided"}}', headers: {} };
    const isOldPrice = call === `GET /v1/prices/${KEYS.priceId}` && price.id !== KEYS.priceId;
    const missing = isOldPrice
      ? Response.json({ error: { code: 'resource_missing' } }, { status: 404 })
      : null;
    const oddly = answerOddly(call, url, form);
    const response = missing ?? (oddly ? Response.json(oddly) : await answerStripe(account, url, init));
    const body = JSON.parse(await response.text(), addOdd);
    if (response.status === 402) Object.assign(body.error, decline);
    if (init.method === 'POST' && init.body) asked.set(body.id, form);
    return { status: response.status, text: JSON.stringify(body), headers: {} };
  };

  const server = createServer(async (request, response) => {
    // A call that came before is not meant.
    const interrupt = interruption;
    const url = new URL(request.url ?? '/', 'http://local');
    const method = request.method ?? 'GET';
    const body = await bodyOf(request);
    const call = `${method} ${url.pathname}`;
    calls.push(call);
    const reply = ({ status, text, headers }: Answered) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(text);
    };
    const isFailing = failures.times > 0;
    if (isFailing) failures.times -= 1;
    const failure = { status: failures.status, text: JSON.stringify(wentWrong), headers: {} };
    if (isFailing && !failures.isDone) return reply(failure);
    const headers = new Headers(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    const key = (method === 'POST' && headers.get('idempotency-key')) || undefined;
    const form = Object.fromEntries(new URLSearchParams(body));
    const init = { method, headers, ...(body ? { body } : {}) };
    const made = await idempotency.answer(key, `${call} ${body}`, () => answer(call, url, init, form));
    if (interrupt && interrupt === interruption && call.startsWith(interrupt.call)) {
      interruption = undefined;
      await interrupt.then();
    }
    return reply(isFailing ? failure : made);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ledger,
    price,
    calls,
    asked,
    odd,
    decline,
    previews,
    disputes,
    storeFailure: idempotency.storeFailure,
    fail: (times, status, isDone = false) => {
      failures = { times, status, isDone };
    },
    after(call, then) {
      interruption = { call, then };
    },
    sessionsOf: (userId) =>
      ledger
        .all('session')
        .filter((one) => one.userId === userId)
        .reverse(),
    customersOf: (userId) =>
      ledger
        .all('customer')
        .filter((one) => one.userId === userId && !one.isDeleted)
        .reverse(),
    hasCustomer: (id) => ledger.all('customer').some((one) => one.id === id && !one.isDeleted),
    async complete(sessionId) {
      const session = await ledger.find('session', sessionId);
      if (!session) throw new Error('There is no checkout.');
      const id = await completeCheckout(ledger, session, true);
      const subscription = await ledger.find('subscription', id);
      if (!subscription) throw new Error('There is no subscription.');
      return subscription;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
