import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { deleteExpiredSessions } from '#server/accounts/auth/session-tokens.ts';
import { sessions } from '#server/db/schema/accounts.ts';
import { type OwnId, PASSWORD, signUp } from '#test/factories.ts';
import { type Client, startTestServer } from '#test/server.ts';

const clock = { now: new Date('2026-05-13T15:00:00Z') };
const server = startTestServer({}, () => clock.now);
const db = () => server.running.app.db;
const pass = (minutes: number) => {
  clock.now = new Date(clock.now.getTime() + minutes * 60_000);
};
const statusOf = async (call: Client) => (await call('GET', '/api/auth/me')).status;
const rowsOf = (id: OwnId) => db().select().from(sessions).where(eq(sessions.userId, id));
const limitTo = async (call: Client, idleMinutes: unknown) =>
  (await call('PATCH', '/api/account', { idleMinutes })).status;

describe('A session with an idle limit', () => {
  it('ends an hour after it was last used, and not before', async () => {
    const { call, username } = await signUp(server);
    const other = server.client();
    await other('POST', '/api/auth/login', { email: username, password: PASSWORD });
    expect(await limitTo(call, 60)).toBe(200);
    for (let nth = 0; nth < 4; nth += 1) {
      pass(50);
      expect(await statusOf(call)).toBe(200);
    }
    expect(await statusOf(other)).toBe(401);
    expect((await call('GET', '/api/account/sessions')).body).toHaveLength(1);
    pass(60);
    expect(await statusOf(call)).toBe(401);
  });

  it('is not kept alive by an open screen that refreshes itself', { tags: ['thorough'] }, async () => {
    const { call } = await signUp(server);
    expect(await limitTo(call, 60)).toBe(200);
    for (let nth = 0; nth < 5; nth += 1) {
      pass(10);
      expect((await call('GET', '/api/analytics/dashboard')).status).toBe(200);
    }
    pass(10);
    expect((await call('GET', '/api/analytics/dashboard')).status).toBe(401);
  });

  it('is marked as used every five minutes, not with every call', { tags: ['thorough'] }, async () => {
    const { call, id } = await signUp(server);
    const startedAt = clock.now;
    pass(4);
    await Promise.all(Array.from({ length: 5 }, () => statusOf(call)));
    expect((await rowsOf(id))[0]?.lastSeenAt).toEqual(startedAt);
    pass(1);
    await Promise.all(Array.from({ length: 5 }, () => statusOf(call)));
    expect((await rowsOf(id))[0]?.lastSeenAt).toEqual(clock.now);
  });

  it('is gone from the database once it has ended', async () => {
    const [limited, usual] = [await signUp(server), await signUp(server)];
    expect(await limitTo(limited.call, 1_440)).toBe(200);
    pass(1_440);
    await deleteExpiredSessions(server.running.app);
    expect(await rowsOf(limited.id)).toEqual([]);
    expect(await rowsOf(usual.id)).toHaveLength(1);
  });

  it('has one of the limits offered', { tags: ['thorough'] }, async () => {
    const { call } = await signUp(server);
    expect((await call('GET', '/api/auth/me')).body.settings.idleMinutes).toBe(43_200);
    for (const wrong of [0, -1, 1, 61, 'never', null, 1e9]) expect(await limitTo(call, wrong)).toBe(422);
    for (const right of [60, 1_440, 10_080, 43_200]) expect(await limitTo(call, right)).toBe(200);
  });
});
