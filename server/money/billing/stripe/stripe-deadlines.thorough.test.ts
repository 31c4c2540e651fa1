import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestServer } from '#test/server.ts';
import { stripeEnv } from '#test/stripe-events.ts';
import { subscribePerson } from '#test/stripe-people.ts';
import { KEYS, startStripeServer } from '#test/stripe-server.ts';
import { firstOf } from '#test/thorough.ts';
import type { Deadlines } from './stripe-client.ts';
import { createStripeProvider } from './stripe-provider.ts';

/** Stripe's host, where it accepts requests and never comes to an end. */

const clock = { now: new Date('2026-05-01T12:00:00.000Z') };
const stripe = await startStripeServer(() => clock.now);
const server = startTestServer(stripeEnv(stripe), () => clock.now);
const app = () => server.running.app;
/** Longer than a test may take: one that waits for people or an addition fails. */
const ENDLESS_BUT_JOBS: Deadlines = { person: 600_000, job: 100, addition: 600_000 };
/** How long the library waits for a host that hangs, with its retries. */
const WITHOUT_DEADLINE_MS = 46_000;
const within = { timeout: 10_000, interval: 30 };
const AWAY = 'The payment provider isn’t responding. Please try again in a moment.';

const answered = new Set<string>();
const hanging = createServer(() => answered.add('hangs'));
const dripping = createServer((_request, response) => {
  answered.add('drips');
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{');
  const drip = setInterval(() => response.write(' '), 10);
  response.on('close', () => clearInterval(drip));
});
const hosts = { hangs: hanging, drips: dripping };
const urlOf = (host: Server) => `http://127.0.0.1:${(host.address() as AddressInfo).port}`;

/** The app then asks this host, with these deadlines. */
function ask(apiUrl: string, deadlines: Deadlines): void {
  const settings = { ...KEYS, apiUrl, hasAutomaticTax: false, installation: 'tests' };
  Object.assign(app().billing, createStripeProvider(settings, app().log, deadlines));
}

beforeAll(async () => {
  for (const host of [hanging, dripping]) {
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  }
});
afterEach(() => ask(stripe.url, ENDLESS_BUT_JOBS));
afterAll(async () => {
  for (const host of [hanging, dripping]) host.closeAllConnections();
  for (const host of [hanging, dripping]) await new Promise((resolve) => host.close(resolve));
  await stripe.close();
});

describe.each(firstOf(['hangs', 'drips'] as const))('While Stripe %s', (how) => {
  it.each([
    ['POST', '/api/billing/checkout'],
    ['POST', '/api/billing/portal'],
    ['POST', '/api/billing/refresh'],
    ['GET', '/api/billing/cancellation'],
    ['POST', '/api/billing/cancel'],
  ])('%s %s is answered with a sentence', { timeout: WITHOUT_DEADLINE_MS / 2 }, async (method, path) => {
    const { call } = await subscribePerson(server, stripe, clock);
    ask(urlOf(hosts[how]), { ...ENDLESS_BUT_JOBS, person: 100 });
    const { status, body } = await call(method, path);
    expect([status, body.message]).toEqual([503, AWAY]);
    expect(answered).toContain(how);
  });

  it('the price of a card is said, without the next bill', async () => {
    const { call } = await subscribePerson(server, stripe, clock);
    await call('POST', '/api/cards', { name: 'Work', fullName: 'Ada' });
    ask(urlOf(hosts[how]), { ...ENDLESS_BUT_JOBS, addition: 100 });
    const { status, body } = await call('GET', '/api/billing/quote');
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ periodCents: 1000, nextBill: null, noBillBecause: 'provider_away' }),
    ]);
  });

  it('what is known here is said without asking', async () => {
    const { call } = await subscribePerson(server, stripe, clock);
    await call('POST', '/api/cards', { name: 'Work', fullName: 'Ada' });
    ask(urlOf(hosts[how]), ENDLESS_BUT_JOBS);
    const { status, body } = await call('GET', '/api/billing/quote?known=true');
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        periodCentsNow: 500,
        periodCents: 1000,
        nextBill: null,
        noBillBecause: 'not_asked',
      }),
    ]);
  });

  it('the job that tells the number of cards gives up, to be tried again', async () => {
    const { call } = await subscribePerson(server, stripe, clock);
    const warned = vi.spyOn(app().log, 'warn');
    ask(urlOf(hosts[how]), ENDLESS_BUT_JOBS);
    for (const name of ['Work', 'Home']) await call('POST', '/api/cards', { name, fullName: 'Ada' });
    const job = expect.objectContaining({ job: 'billing-quantity', error: expect.stringContaining(AWAY) });
    await vi.waitFor(() => expect(warned).toHaveBeenCalledWith(job, 'A job failed'), within);
    warned.mockRestore();
  });
});
