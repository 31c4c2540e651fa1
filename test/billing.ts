import { and, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { testProviderObjects } from '#server/db/schema/money.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import type { Billing } from '#shared/money/billing.ts';
import { signUp } from '#test/factories.ts';
import type { Client, TestServer } from '#test/server.ts';

/** Paying and managing a subscription on the test provider's own pages, as a browser does. */

export const GOOD_CARD = '4242 4242 4242 4242';
export const DECLINED_CARD = '4000 0000 0000 0002';
export const FAILING_CARD = '4000 0000 0000 0341';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** Starts a checkout; resolves to the address of its page. */
export async function beginCheckout(call: Client): Promise<string> {
  const { status, body } = await call('POST', '/api/billing/checkout');
  expect(status).toBe(200);
  return body.url;
}

/** Submits a form of the provider without any of our cookies. */
export const submit = (server: TestServer, path: string, fields: Record<string, string>) =>
  server.client()('POST', path, new URLSearchParams(fields).toString(), FORM);

/** The rows on a page of the test provider, label by label. */
export const rowsOf = (html: string): (string | undefined)[][] =>
  [...html.matchAll(/<dt[^>]*>([^<]*)<\/dt><dd[^>]*>([^<]*)<\/dd>/g)].map(([, label, value]) => [
    label,
    value,
  ]);

/** Pays a checkout from start to finish. */
export async function pay(server: TestServer, call: Client, card = GOOD_CARD): Promise<void> {
  const answer = await submit(server, await beginCheckout(call), { card });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/checkout?result=success']);
}

/** Presses a button of the portal, such as `hurry`, which makes what is due next happen now. */
export async function pressButton(
  server: TestServer,
  call: Client,
  fields: Record<string, string>,
): Promise<void> {
  const { body } = await call('POST', '/api/billing/portal');
  expect((await submit(server, body.url, fields)).status).toBe(303);
}

/** Registers on the first of May; `pass` advances the clock and signs in again, because sessions end. */
export async function newcomerAt(server: TestServer, clock: { now: Date }) {
  clock.now = new Date('2026-05-01T12:00:00.000Z');
  const person = await signUp(server);
  const signIn = () =>
    person.call('POST', '/api/auth/login', { email: person.username, password: 'correct horse' });
  const pass = async (days: number) => {
    clock.now = new Date(clock.now.getTime() + days * DAY_MS);
    await signIn();
  };
  return { ...person, pass };
}

/** An account's subscription as it is shown after the provider was queried. */
export const refresh = async (call: Client): Promise<Billing> =>
  (await call('POST', '/api/billing/refresh')).body;

/** How many customers, sessions or subscriptions the test provider has for an account. */
export const countObjects = (server: TestServer, userId: string, kind: string): Promise<number> =>
  server.running.app.db.$count(
    testProviderObjects,
    and(eq(testProviderObjects.customerId, `cus_test_${userId}`), eq(testProviderObjects.kind, kind)),
  );
