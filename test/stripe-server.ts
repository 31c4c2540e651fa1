import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Bills, createBills } from '#test/stripe-bills.ts';
import { createIdempotency, REPLAYED } from '#test/stripe-idempotency.ts';
import {
  bodyOf,
  type Charge,
  type Customer,
  createSubscription,
  type Form,
  KEYS,
  PRICE,
  type Price,
  Refusal,
  readMetadata,
  type Session,
  type Subscription,
} from '#test/stripe-objects.ts';

/**
 * A local server that implements as much of Stripe's API as we use: form-encoded bodies, keys, idempotency, lists and
 * errors. Source: Stripe API reference.
 */

export interface StripeServer {
  url: string;
  customers: Map<string, Customer>;
  sessions: Map<string, Session>;
  subscriptions: Map<string, Subscription>;
  invoices: Bills['invoices'];
  /** Items that wait for the next invoice. */
  items: Bills['items'];
  previews: Bills['previews'];
  declined: Bills['declined'];
  /** The price of a card there. */
  price: Price;
  /** Every call as "METHOD path". */
  calls: string[];
  /**
   * Responds to the next calls with this status; with `isDone` they take effect all the same, as when a response is
   * lost.
   */
  fail(times: number, status: number, isDone?: boolean): void;
  /** Charges and disputes by id, and the invoice that each payment paid. */
  charges: Map<string, Charge>;
  disputes: Map<string, { charge: string; status: string }>;
  paidInvoices: Map<string, string>;
  /** Answers the next creation with this status, and stores that for its idempotency key, as Stripe does. */
  storeFailure(status: number): void;
  /** Runs `then` once the next call with this prefix has taken effect, before the response is sent. */
  after(call: string, then: () => Promise<unknown>): void;
  /** Acts as the customer on the hosted page: completes the session, which starts a subscription. */
  complete(sessionId: string, now: Date): Subscription;
  close(): Promise<void>;
}

/** `now` is its clock, from which it prorates. */
export async function startStripeServer(now: () => Date = () => new Date()): Promise<StripeServer> {
  const customers = new Map<string, Customer>();
  const sessions = new Map<string, Session>();
  const subscriptions = new Map<string, Subscription>();
  const charges = new Map<string, Charge>();
  const disputes: StripeServer['disputes'] = new Map();
  const paidInvoices = new Map<string, string>();
  const idempotency = createIdempotency();
  const calls: string[] = [];
  const price: Price = structuredClone({ id: KEYS.priceId, object: 'price', ...PRICE });
  let failures = { times: 0, status: 500, isDone: false };
  let interruption: { call: string; then: () => Promise<unknown> } | undefined;
  let count = 0;
  const newId = (prefix: string) => {
    count += 1;
    return `${prefix}_local${count}`;
  };
  const get = <T>(map: Map<string, T>, id: string | undefined): T => {
    const found = map.get(id ?? '');
    if (!found) throw new Refusal(404, `No such object: '${id}'`, { code: 'resource_missing' });
    return found;
  };
  const bills = createBills({ subscriptions, newId, now });
  const listOf = (all: object[]) => ({ object: 'list', url: '/v1/list', has_more: false, data: all });
  const only = <T extends { customer: string }>(map: Map<string, T>, customer: string | null) => {
    if (!customers.has(customer ?? '')) {
      throw new Refusal(400, `No such customer: '${customer}'`, { code: 'resource_missing' });
    }
    return listOf([...map.values()].filter((one) => one.customer === customer).reverse());
  };

  const createSession = (form: Form): Session => {
    if (form['line_items[0][price]'] !== KEYS.priceId) throw new Refusal(400, 'No such price');
    get(customers, form.customer);
    const id = newId('cs');
    const session: Session = {
      id,
      object: 'checkout.session',
      url: `https://checkout.stripe.test/${id}`,
      status: 'open',
      customer: form.customer ?? '',
      client_reference_id: form.client_reference_id ?? null,
      success_url: form.success_url ?? null,
      asked: form,
    };
    sessions.set(id, session);
    return session;
  };

  const updateSubscription = (id: string, form: Form): Subscription => {
    const subscription = get(subscriptions, id);
    if (subscription.status === 'canceled') {
      throw new Refusal(
        400,
        'A canceled subscription can only update its cancellation_details and metadata.',
      );
    }
    if (form.cancel_at !== undefined && form.cancel_at_period_end !== undefined) {
      throw new Refusal(
        400,
        'You may only specify one of these parameters: cancel_at, cancel_at_period_end.',
      );
    }
    const [item] = subscription.items.data;
    if (form['items[0][quantity]'] && item) {
      if (form['items[0][id]'] !== item.id) throw new Refusal(400, 'No such subscription item');
      const quantity = Number(form['items[0][quantity]']);
      if (form.proration_behavior === 'create_prorations') bills.prorate(subscription, quantity);
      item.quantity = quantity;
    }
    if (form.cancel_at_period_end !== undefined) {
      subscription.cancel_at_period_end = form.cancel_at_period_end === 'true';
      subscription.cancel_at = subscription.cancel_at_period_end ? (item?.current_period_end ?? null) : null;
    }
    if (form.cancel_at === '') subscription.cancel_at = null;
    if (form.trial_end && item) {
      subscription.trial_end = Number(form.trial_end);
      item.current_period_end = Number(form.trial_end);
    }
    return subscription;
  };

  const isOpenOf = ({ customer, status }: Session, asked: string | null) =>
    customer === asked && status === 'open';

  const endSubscription = (id: string): Subscription => {
    const subscription = get(subscriptions, id);
    if (subscription.status === 'canceled') throw new Refusal(404, `No such subscription: '${id}'`);
    return Object.assign(subscription, { status: 'canceled', ended_at: subscription.created + 86_400 });
  };

  const answer = (method: string, path: string, query: URLSearchParams, form: Form): object => {
    const bill = bills.answer(method, path, query, form);
    if (bill) return bill;
    const [, , room, id, verb] = path.split('/');
    switch (`${method} ${room}${id ? '/id' : ''}${verb ? `/${verb}` : ''}`) {
      case 'POST customers': {
        const customer: Customer = {
          id: newId('cus'),
          object: 'customer',
          email: form.email ?? null,
          name: form.name ?? null,
          metadata: readMetadata(form),
        };
        customers.set(customer.id, customer);
        return customer;
      }
      case 'DELETE customers/id':
        for (const one of subscriptions.values()) if (one.customer === id) one.status = 'canceled';
        customers.delete(get(customers, id).id);
        return { object: 'customer', id, deleted: true };
      case 'GET prices/id': {
        if (id !== price.id) throw new Refusal(404, 'No such price', { code: 'resource_missing' });
        return price;
      }
      case 'GET checkout/id':
        return listOf([...sessions.values()].filter((one) => isOpenOf(one, query.get('customer'))));
      case 'POST customers/id':
        return Object.assign(get(customers, id), { email: form.email ?? null, name: form.name ?? null });
      case 'GET customers': {
        const all = [...customers.values()];
        const begin = all.findIndex((one) => one.id === query.get('starting_after')) + 1;
        const page = all.slice(begin, begin + Number(query.get('limit') ?? 10));
        return { ...listOf(page), has_more: begin + page.length < all.length };
      }
      case 'GET charges/id':
        return get(charges, id);
      case 'GET disputes':
        return listOf([...disputes.values()].filter(({ charge }) => charge === query.get('charge')));
      case 'GET invoice_payments': {
        const invoice = paidInvoices.get(query.get('payment[payment_intent]') ?? '');
        return listOf(invoice ? [{ object: 'invoice_payment', id: 'inpay_1', invoice }] : []);
      }
      case 'GET customers/id':
        return get(customers, id);
      case 'POST checkout/id':
        return createSession(form);
      case 'GET subscriptions':
        return only(subscriptions, query.get('customer'));
      case 'GET subscriptions/id':
        return get(subscriptions, id);
      case 'POST subscriptions/id':
        return updateSubscription(id ?? '', form);
      case 'DELETE subscriptions/id':
        return endSubscription(id ?? '');
      case 'POST billing_portal/id':
        get(customers, form.customer);
        return { object: 'billing_portal.session', id: newId('bps'), url: 'https://portal.stripe.test/p' };
      default:
        throw new Refusal(404, `Unrecognized request URL (${method}: ${path}).`);
    }
  };

  /** Sessions are nested one level deeper than the rest: /v1/checkout/sessions/{id}. */
  const answerSession = (method: string, id: string, verb: string | undefined): object => {
    const session = get(sessions, id);
    if (method === 'POST' && verb === 'expire') {
      if (session.status !== 'open')
        throw new Refusal(400, 'Only Checkout Sessions with a status in ["open"] can be expired.');
      session.status = 'expired';
    }
    return session;
  };

  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://local');
    const method = request.method ?? 'GET';
    const form = await bodyOf(request);
    const reply = (status: number, body: object, more: Record<string, string> = {}) => {
      response.writeHead(status, {
        'content-type': 'application/json',
        'request-id': newId('req'),
        ...more,
      });
      response.end(JSON.stringify(body));
    };
    calls.push(`${method} ${pathname}`);
    const isFailing = failures.times > 0;
    if (isFailing) failures.times -= 1;
    const refuse = () =>
      reply(failures.status, {
        error: { type: 'api_error', message: 'Something went wrong on Stripe’s end.' },
      });
    if (isFailing && !failures.isDone) return refuse();
    try {
      if (request.headers.authorization !== `Bearer ${KEYS.secretKey}`)
        throw new Refusal(401, 'Invalid API Key provided');
      const header = method === 'POST' ? request.headers['idempotency-key'] : undefined;
      const key = typeof header === 'string' ? header : undefined;
      const asked = `${pathname} ${JSON.stringify(form)}`;
      const before = idempotency.recall(key, asked);
      if (before) return reply(before.status, before.answer, REPLAYED);
      const session = /^\/v1\/checkout\/sessions\/(\w+)(?:\/(\w+))?$/.exec(pathname);
      const made = idempotency.answer(key, asked, () =>
        session
          ? answerSession(method, session[1] ?? '', session[2])
          : answer(method, pathname, searchParams, form),
      );
      const interrupt = interruption;
      if (interrupt && `${method} ${pathname}`.startsWith(interrupt.call)) {
        interruption = undefined;
        await interrupt.then();
      }
      return isFailing ? refuse() : reply(made.status, made.answer);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return reply(error.status, { error: { type: error.type, code: error.code, message: error.message } });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    customers,
    sessions,
    subscriptions,
    invoices: bills.invoices,
    items: bills.items,
    previews: bills.previews,
    declined: bills.declined,
    price,
    charges,
    disputes,
    paidInvoices,
    storeFailure: idempotency.storeFailure,
    calls,
    fail: (times, status, isDone = false) => {
      failures = { times, status, isDone };
    },
    after(call, then) {
      interruption = { call, then };
    },
    complete(sessionId, now) {
      const session = get(sessions, sessionId);
      session.status = 'complete';
      const subscription = createSubscription(session, { id: newId('sub'), itemId: newId('si') }, now);
      subscriptions.set(subscription.id, subscription);
      return subscription;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
