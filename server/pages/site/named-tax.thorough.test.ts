import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchPrice } from '#server/money/billing/price/watch-price.ts';
import { writeReport } from '#server/money/billing/reports.ts';
import { MINUTE_MS } from '#shared/formats/time.ts';
import { startTestServer } from '#test/server.ts';
import { stripeEnv } from '#test/stripe-events.ts';
import { startStripeServer } from '#test/stripe-server.ts';

/** Pages that name the price, with tax by Stripe. */

const stripe = await startStripeServer();
const server = startTestServer({
  ...stripeEnv(stripe),
  STRIPE_AUTOMATIC_TAX: 'on',
  SELLER_NAME: 'Marchetti',
  SELLER_ADDRESS: 'Via Roma 1, 50123 Firenze',
  SELLER_EMAIL: 'help@marchetti.example',
});
afterAll(() => stripe.close());

let ahead = 0;
beforeEach(() => {
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + ahead);
});
afterEach(() => void vi.restoreAllMocks());

const read = async (path: string) =>
  (await server.client()('GET', path, undefined, { accept: 'text/html' })).text;
async function expectTax(words: string): Promise<void> {
  for (const path of ['/', '/terms']) expect(await read(path)).toContain(words);
}
/** The provider's price is checked by this process. */
async function check(taxBehavior: 'exclusive' | 'inclusive'): Promise<void> {
  stripe.price.tax_behavior = taxBehavior;
  await watchPrice(server.running.app);
}

it('They name another tax as soon as the price is checked', async () => {
  await check('exclusive');
  await expectTax('plus tax');
  await check('inclusive');
  await expectTax('incl. tax');
});

it('They soon name another tax that another process learned', async () => {
  await check('exclusive');
  await expectTax('plus tax');
  const { app } = server.running;
  await writeReport(app.db, 'price', { taxBehavior: 'inclusive' }, app.now());
  ahead += MINUTE_MS;
  await vi.waitFor(() => expectTax('incl. tax'), { timeout: 30_000 });
});

it('They wait for no database', async () => {
  await check('inclusive');
  const { app } = server.running;
  const silent = { from: () => silent, where: () => new Promise<never>(() => {}) };
  for (const db of [app.db, app.readDb, app.signedInDb, app.visitorDb])
    vi.spyOn(db, 'select').mockReturnValue(silent as never);
  ahead += MINUTE_MS;
  await expectTax('incl. tax');
  const { status, text } = await server.client()('GET', '/auth/login');
  // Tests also run when the app has not been built.
  expect([status, text.includes('<meta name="tax" content="inclusive" />')]).toEqual(
    status === 503 ? [503, false] : [200, true],
  );
});
