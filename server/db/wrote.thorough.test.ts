import { sql } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';
import { PASSWORD, signUpWithCard } from '#test/factories.ts';
import { formOf } from '#test/imports.ts';
import { replicaOf } from '#test/replica.ts';
import { type Client, startTestServer } from '#test/server.ts';

const server = startTestServer({ ROLE: 'web' });
const WAITING = sql`
  select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

it('Who has written, or waits for a job, is served by the database itself for a while', async () => {
  const { call, cardId, contactId, username } = await signUpWithCard(server);
  server.running.app.replica = replicaOf(() => null);
  const wrote = async (...request: Parameters<typeof call>) =>
    (await call(...request)).headers.getSetCookie().some((cookie) => cookie.startsWith('goldleaf_wrote=1'));
  expect(await wrote('GET', '/api/contacts')).toBe(false);
  expect(await wrote('POST', '/api/auth/login', { email: username, password: PASSWORD })).toBe(true);
  expect(await wrote('PUT', `/api/cards/${cardId}`, { title: 'x' })).toBe(true);
  expect(await wrote('GET', '/api/import')).toBe(false);
  const { status, body } = await call('POST', '/api/import', formOf('Name\nGrace', 'people.csv'));
  expect(status).toBe(200);
  expect(await wrote('GET', '/api/import')).toBe(true);
  expect(await wrote('GET', `/api/import/${body.id}`)).toBe(true);
  const change = { ids: [contactId], action: 'tag', tag: 'met' };
  const { body: operation } = await call('POST', '/api/contacts/bulk', change);
  expect(operation.state).toBe('done');
  expect(await wrote('GET', `/api/contacts/operations/${operation.id}`)).toBe(true);
});

it('is so in every browser of theirs, also in one that keeps no cookies; nobody else is', async () => {
  const { app } = server.running;
  app.replica = null;
  const writer = await signUpWithCard(server);
  const other = await signUpWithCard(server);
  const browser = server.client();
  const login = { email: writer.username, password: PASSWORD };
  expect((await browser('POST', '/api/auth/login', login)).status).toBe(200);
  const current = vi.fn(() => null);
  app.replica = replicaOf(current);
  const isAsked = async (call: Client) => {
    current.mockClear();
    expect((await call('GET', '/api/contacts')).status).toBe(200);
    return current.mock.calls.length > 0;
  };
  expect(await isAsked(browser)).toBe(true);
  expect((await writer.call('PUT', `/api/cards/${writer.cardId}`, { title: 'x' })).status).toBe(200);
  expect([await isAsked(browser), await isAsked(other.call)]).toEqual([false, true]);
});

it('is noted once it is written, however long that took', async () => {
  const { app } = server.running;
  const { call, id, cardId } = await signUpWithCard(server);
  const replica = replicaOf(() => null);
  app.replica = replica;
  await app.db
    .transaction(async (tx) => {
      await tx.execute(sql`select from business_cards where id = ${cardId} for update`);
      const answer = call('PUT', `/api/cards/${cardId}`, { title: 'x' });
      const countWaiting = async () => (await app.readDb.execute(WAITING)).rows.length;
      await expect.poll(countWaiting, { timeout: 20_000 }).toBe(1);
      expect(replica.writers.has(id)).toBe(false);
      return { answer };
    })
    .then(({ answer }) => answer);
  expect(replica.writers.has(id)).toBe(true);
});
