import { expect, it } from 'vitest';
import { signUp } from '#test/factories.ts';
import type { Client } from '#test/server.ts';
import { shareTestServer } from '#test/shared-server.ts';

const server = shareTestServer();

const addCard = async (call: Client, fields: object) => {
  const { status, body } = await call('POST', '/api/cards', {
    name: 'Work',
    fullName: 'Ada King',
    ...fields,
  });
  expect(status).toBe(200);
  return String(body.id);
};

const cardsOn = (html: string) =>
  [...html.matchAll(/href="\/card\/([^"]+)"/g)].map((match) => match[1] ?? '');

it('shows active cards, featured ones first, then the newest', async () => {
  const { call, username } = await signUp(server, 'Ada King');
  const first = await addCard(call, { jobTitle: 'Analyst' });
  const featured = await addCard(call, { jobTitle: 'Countess', isFeatured: true });
  const last = await addCard(call, { jobTitle: 'Poet' });
  const page = await server.client()('GET', `/portfolio/${username}`);
  expect(page.status).toBe(200);
  expect(page.text).toContain('Ada King');
  expect(cardsOn(page.text)).toEqual([featured, last, first]);
});

it('follows every change of the cards at once', async () => {
  const { call, username } = await signUp(server, 'Ada King');
  const shown = async () => cardsOn((await server.client()('GET', `/portfolio/${username}`)).text);
  expect(await shown()).toEqual([]);
  const id = await addCard(call, {});
  expect(await shown()).toEqual([id]);
  await call('PUT', `/api/cards/${id}`, { isActive: false });
  expect(await shown()).toEqual([]);
  await call('PUT', `/api/cards/${id}`, { isActive: true });
  expect(await shown()).toEqual([id]);
  await call('DELETE', `/api/cards/${id}`);
  expect(await shown()).toEqual([]);
  await call('POST', `/api/cards/${id}/restore`);
  expect(await shown()).toEqual([id]);
  await call('PATCH', '/api/account', { fullName: 'Augusta King' });
  expect((await server.client()('GET', `/portfolio/${username}`)).text).toContain('Augusta King');
});

it('shows a card that another process created', async () => {
  const { call, username, id: userId } = await signUp(server, 'Ada King');
  const id = await addCard(call, {});
  const shown = async () => cardsOn((await server.client()('GET', `/portfolio/${username}`)).text);
  expect(await shown()).toEqual([id]);
  await server.running.app.db.execute(
    `insert into business_cards (id, user_id, name, full_name) values ('elsewhere1', '${userId}', 'Other', 'Ada King')`,
  );
  await expect.poll(shown, { timeout: 10_000 }).toEqual(['elsewhere1', id]);
});

it('is cached in memory, and returns 304 to requesters who have it', async () => {
  const { username } = await signUp(server, 'Ada King');
  const stranger = server.client();
  const { headers } = await stranger('GET', `/portfolio/${username}`);
  const etag = headers.get('etag') ?? '';
  expect(etag).not.toBe('');
  const again = await stranger('GET', `/portfolio/${username}`, undefined, { 'if-none-match': etag });
  expect(again.status).toBe(304);
});

it('leads any letter case to its one address', async () => {
  const { username } = await signUp(server);
  const reply = await server.client()('GET', `/portfolio/${username.toUpperCase()}`);
  expect(reply.status).toBe(302);
  expect(reply.headers.get('location')).toBe(`/portfolio/${username}`);
});

it('is hidden from others with the profile, and back with it', async () => {
  const { call, username } = await signUp(server, 'Ada King');
  await call('PATCH', '/api/account', { isProfileVisible: false });
  const hidden = await server.client()('GET', `/portfolio/${username}`);
  expect([hidden.status, hidden.text.includes('Page Not Found')]).toEqual([404, true]);
  const shouted = await server.client()('GET', `/portfolio/${username.toUpperCase()}`);
  expect(shouted.status).toBe(404);
  const seenByOwner = await call('GET', `/portfolio/${username}`);
  expect([seenByOwner.status, seenByOwner.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect((await server.client()('GET', `/portfolio/${username}`)).status).toBe(404);
  await call('PATCH', '/api/account', { isProfileVisible: true });
  expect((await server.client()('GET', `/portfolio/${username}`)).status).toBe(200);
});

it.each(['nobody', '%00', '%ff', "o'brien", '..%2f..', '%F0%9F%98%80'])(
  'answers 404 for the unknown name %s',
  async (name) => {
    expect((await server.client()('GET', `/portfolio/${name}`)).status).toBe(404);
  },
);

it('shows what only the owner wrote, as text, and loads nothing from others', async () => {
  const { call, username } = await signUp(server, '<b>Ada</b>');
  await addCard(call, {
    fullName: '</script><script>alert(1)</script>',
    profileImage: 'https://elsewhere.example/a.png',
    portfolioImages: ['https://elsewhere.example/b.png'],
  });
  const { text } = await server.client()('GET', `/portfolio/${username}`);
  expect(text).not.toMatch(/<b>Ada|<script>alert|elsewhere\.example/);
  expect(text).toContain('application/ld+json');
  expect(text).toContain('rel="canonical"');
});
