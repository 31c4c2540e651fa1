import { once } from 'node:events';
import net from 'node:net';
import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { sessions } from '#server/db/schema/accounts.ts';
import { users } from '#server/db/schema/users.ts';
import { type OwnId, PASSWORD, signUpWithCard } from '#test/factories.ts';
import { openTestServer, startTestServer, type TestServer } from '#test/server.ts';
import { createContactStreams, STREAMS_OF_ACCOUNT } from './contact-streams.ts';

const server = startTestServer();
const leavers: AbortController[] = [];

afterEach(() => {
  for (const leaver of leavers.splice(0)) leaver.abort();
  vi.useRealTimers();
});

const COMMENT = ':\n\n';
const ARRIVED = 'event: arrived\ndata: {}\n\n';

/** A stream of events; `next` resolves to what it says next, and to null at its end. */
async function listen(cookie: string, { url }: TestServer = server) {
  const leaver = new AbortController();
  leavers.push(leaver);
  const response = await fetch(`${url}/api/contacts/stream`, { headers: { cookie }, signal: leaver.signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  return { response, next: async () => (await reader?.read())?.value ?? null, leave: () => leaver.abort() };
}

/** The cookie of a new session. */
async function signIn(email: string, { url }: TestServer = server): Promise<string> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  expect(response.status).toBe(200);
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

/** An owner who listens. */
async function listeningOwner(at: TestServer = server) {
  const owner = await signUpWithCard(at);
  const cookie = await signIn(owner.username, at);
  const stream = await listen(cookie, at);
  expect(await stream.next()).toBe(COMMENT);
  return { ...owner, cookie, stream };
}

const meet = (cardId: string, more: object = {}) =>
  server.client()('POST', '/api/contacts/exchange', {
    fullName: 'Ada Lovelace',
    email: 'ada@example.com',
    cardId,
    ...more,
  });

describe('The stream of an owner’s contacts', () => {
  it('says that somebody came, not who', { tags: ['thorough'] }, async () => {
    const { cardId, stream } = await listeningOwner();
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect((await meet(cardId)).status).toBe(200);
    expect(await stream.next()).toBe(ARRIVED);
    // A hidden field that only bots fill in: it waits for review.
    expect((await meet(cardId, { subject: 'Hello' })).status).toBe(200);
    expect(await stream.next()).toBe(ARRIVED);
  });

  it('says so of what another process wrote, and nothing of others’ contacts or of who left', async () => {
    const { call, id, stream, contactId } = await listeningOwner();
    const { contactStreams, db } = server.running.app;
    await signUpWithCard(server);
    await call('DELETE', `/api/contacts/${contactId}`);
    await contactStreams.look();
    await db.execute(`update user_counts set contacts = contacts + 1 where user_id = '${id}'`);
    await contactStreams.look();
    expect(await stream.next()).toBe(ARRIVED);
  });

  it('is refused to strangers and suspended accounts', async () => {
    expect((await listen('')).response.status).toBe(401);
    const { id, cookie } = await listeningOwner();
    const { db, contactStreams } = server.running.app;
    await db.update(users).set({ suspendedAt: new Date() }).where(eq(users.id, id));
    expect((await listen(cookie)).response.status).toBe(403);
    await contactStreams.look();
  });

  it.each([
    [
      'at sign-out',
      async ({ cookie }: { cookie: string }) => {
        await fetch(`${server.url}/api/auth/logout`, { method: 'POST', headers: { cookie } });
      },
    ],
    [
      'when the account is suspended',
      async ({ id }: { id: OwnId }) => {
        await server.running.app.db.update(users).set({ suspendedAt: new Date() }).where(eq(users.id, id));
      },
    ],
    [
      'when the session expires',
      async ({ id }: { id: OwnId }) => {
        await server.running.app.db
          .update(sessions)
          .set({ expiresAt: new Date() })
          .where(eq(sessions.userId, id));
      },
    ],
    [
      'when the session was not used for as long as its owner chose',
      async ({ id }: { id: OwnId }) => {
        await server.running.app.db.update(users).set({ idleMinutes: 60 }).where(eq(users.id, id));
        const lastSeenAt = new Date(Date.now() - 61 * 60_000);
        await server.running.app.db.update(sessions).set({ lastSeenAt }).where(eq(sessions.userId, id));
      },
    ],
  ])('ends %s', async (_when, act) => {
    const owner = await listeningOwner();
    await act(owner);
    await server.running.app.contactStreams.look();
    expect(await owner.stream.next()).toBeNull();
  });

  it('does not count as use of the session', async () => {
    const { id, cookie } = await listeningOwner();
    const { db } = server.running.app;
    const lastSeenAt = new Date(Date.now() - 10 * 60_000);
    await db.update(users).set({ idleMinutes: 60 }).where(eq(users.id, id));
    await db.update(sessions).set({ lastSeenAt }).where(eq(sessions.userId, id));
    expect((await listen(cookie)).response.status).toBe(200);
    for (const session of await db.select().from(sessions).where(eq(sessions.userId, id)))
      expect(session.lastSeenAt).toEqual(lastSeenAt);
  });

  it('has three places an account, and one that is left is free', { tags: ['thorough'] }, async () => {
    const { cookie, stream } = await listeningOwner();
    for (let more = 1; more < STREAMS_OF_ACCOUNT; more += 1)
      expect((await listen(cookie)).response.status).toBe(200);
    const { response } = await listen(cookie);
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '60']);
    stream.leave();
    await expect.poll(async () => (await listen(cookie)).response.status).toBe(200);
    expect((await listeningOwner()).stream.response.status).toBe(200);
  });

  it('is not held by a HEAD, nor behind another response on a connection that breaks', {
    tags: ['thorough'],
  }, async () => {
    const { cookie, stream } = await listeningOwner();
    stream.leave();
    for (let count = 0; count < STREAMS_OF_ACCOUNT; count += 1) {
      const { status } = await fetch(`${server.url}/api/contacts/stream`, {
        method: 'HEAD',
        headers: { cookie },
      });
      expect(status).toBe(200);
    }
    const { hostname, port } = new URL(server.url);
    const socket = net.connect(Number(port), hostname);
    const ask = `GET /api/contacts/stream HTTP/1.1\r\nHost: ${hostname}:${port}\r\nCookie: ${cookie}\r\n\r\n`;
    socket.write(ask.repeat(STREAMS_OF_ACCOUNT));
    await once(socket, 'data');
    socket.destroy();
    await expect.poll(async () => (await listen(cookie)).response.status).toBe(200);
    for (let more = 1; more < STREAMS_OF_ACCOUNT; more += 1)
      expect((await listen(cookie)).response.status).toBe(200);
  });

  it('ends when the server stops, which it does not hold up', { tags: ['thorough'] }, async () => {
    const { server: another, stop } = await openTestServer();
    const { stream } = await listeningOwner(another);
    await stop();
    expect(await stream.next()).toBeNull();
  });
});

describe('The streams of a process', () => {
  it('ask the database every three seconds, only while one is open, and comment every twenty', {
    tags: ['thorough'],
  }, async () => {
    const { username, id } = await signUpWithCard(server);
    const token = /session=([^;]+)/.exec(await signIn(username))?.[1] ?? '';
    const { app } = server.running;
    const select = vi.spyOn(app.db, 'select');
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const streams = createContactStreams(app);
    vi.advanceTimersByTime(60_000);
    streams.nudge(id);
    expect(select).not.toHaveBeenCalled();
    const leaver = new AbortController();
    const news = (await streams.open(token, id, leaver.signal))[Symbol.asyncIterator]();
    select.mockClear();
    vi.advanceTimersByTime(3_000);
    expect(select).toHaveBeenCalled();
    vi.advanceTimersByTime(17_000);
    expect((await news.next()).value).toBeNull();
    leaver.abort();
    expect((await news.next()).done).toBe(true);
    await streams.look();
    select.mockClear();
    vi.advanceTimersByTime(60_000);
    expect(select).not.toHaveBeenCalled();
    select.mockRestore();
  });
});
