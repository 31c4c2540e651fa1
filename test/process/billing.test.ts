import { afterAll, expect, it, vi } from 'vitest';
import { runAdmin } from '#test/process/command.ts';
import { callServer } from '#test/process/people.ts';
import { makeDataFolder, type Product, startProduct } from '#test/process/product.ts';
import { stripeEnv, stripeEvent } from '#test/stripe-events.ts';
import { startStripeServer } from '#test/stripe-server.ts';
import { firstOf } from '#test/thorough.ts';

const stripe = await startStripeServer();
afterAll(() => stripe.close());

const settings = { DATA_DIR: makeDataFolder(), ...stripeEnv(stripe) };
const within = { timeout: 60_000, interval: 100 };

/** The calls after which the process is killed: `npm test` does so only where all further charges end. */
const DEADLY = firstOf(['cancellation', 'quantity', 'customer', 'session', 'invoices'] as const);
type Call = (typeof DEADLY)[number];

/** The output of `npm run admin -- reconcile`. */
const reconcile = async () => (await runAdmin(settings, 'reconcile')).output;

it('agrees with the provider after a kill -9 between any of its responses and our commit', async () => {
  let product: Product = await startProduct(settings);
  let cookie = '';
  const ask = (method: string, address: string, body?: unknown) =>
    callServer(product.url, method, address, method === 'POST' ? (body ?? {}) : body, cookie);
  /**
   * Kills the process once Stripe has executed this call but not yet responded; then starts it again. `isDone` tells it from
   * calls to the same address that a job makes meanwhile.
   */
  const killedAfter = async (
    call: Call,
    stripeCall: string,
    cause: () => Promise<unknown>,
    isDone = () => true,
  ) => {
    if (!DEADLY.includes(call)) return void (await cause());
    const killed = product;
    const kill = async () => {
      if (!isDone()) return stripe.after(stripeCall, kill);
      killed.kill('SIGKILL');
      await killed.ended;
    };
    stripe.after(stripeCall, kill);
    // A killed server does not respond; where a job makes the change, the response came before.
    await cause().catch(() => {});
    await killed.ended;
    product = await startProduct(settings);
  };
  const person = {
    username: 'ada',
    email: 'ada@example.com',
    password: 'correct horse',
    fullName: 'Ada Byron',
  };
  ({ cookie } = await ask('POST', '/api/auth/register', person));
  const me = async () => (await ask('GET', '/api/auth/me')).body.user;

  await killedAfter('customer', 'POST /v1/customers', () => ask('POST', '/api/billing/checkout'));
  await killedAfter('session', 'POST /v1/checkout/sessions', () => ask('POST', '/api/billing/checkout'));
  const { body } = await ask('POST', '/api/billing/checkout');
  const [session, ...others] = stripe.ledger.all('session');
  expect([stripe.ledger.all('customer').length, others]).toEqual([1, []]);
  expect(body.url).toContain(session?.id);

  const subscription = await stripe.complete(session?.id ?? '');
  const { body: event, signature } = stripeEvent('customer.subscription.created', subscription, new Date());
  const deliver = () =>
    fetch(`${product.url}/api/billing/webhook`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      body: event,
    });
  await killedAfter('invoices', 'GET /v1/invoices', deliver);
  expect((await deliver()).status).toBe(200);
  expect(await me()).toMatchObject({ subscriptionStatus: 'trial', hasPaid: true });

  await ask('POST', '/api/cards', { name: 'Work', fullName: 'Ada' });
  await killedAfter('quantity', `POST /v1/subscriptions/${subscription.id}`, () =>
    ask('POST', '/api/cards', { name: 'Home', fullName: 'Ada' }),
  );
  await vi.waitFor(() => expect(subscription.quantity).toBe(2), within);

  await killedAfter(
    'cancellation',
    `POST /v1/subscriptions/${subscription.id}`,
    () => ask('POST', '/api/billing/cancel'),
    () => subscription.isCancelled,
  );
  expect(subscription.isCancelled).toBe(true);
  expect(await reconcile()).toContain('ada: subscriptionStatus: trial → cancelled');
  expect(await me()).toMatchObject({ subscriptionStatus: 'cancelled', hasPaid: true });
  expect(await reconcile()).toBe('The payment provider and Goldleaf agree. Nothing was changed.\n');
  const kinds = ['customer', 'session', 'subscription'] as const;
  expect(kinds.map((kind) => stripe.ledger.all(kind).length)).toEqual([1, 1, 1]);
});
