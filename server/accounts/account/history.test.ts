import { describe, expect, it } from 'vitest';
import { newId } from '#server/db/new-id.ts';
import { accountEvents } from '#server/db/schema/accounts.ts';
import { deleteOldHistory } from '#server/infra/journal/history.jobs.ts';
import type { AccountEvent } from '#shared/accounts/account.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { PASSWORD, signUp } from '#test/factories.ts';
import { type Client, startTestServer } from '#test/server.ts';

const clock = { now: new Date('2026-05-13T15:00:00Z') };
const server = startTestServer({}, () => clock.now);

const historyOf = async (call: Client): Promise<AccountEvent[]> =>
  (await call('GET', '/api/account/history')).body;
const tryToSignIn = (email: string, password: string) =>
  server.client()('POST', '/api/auth/login', { email, password });

describe('The history of an account', () => {
  it('has sign-ins, changes and exports in words, latest first', async () => {
    const { call, username } = await signUp(server);
    const pass = () => {
      clock.now = new Date(clock.now.getTime() + 1_000);
    };
    pass();
    await tryToSignIn(username, PASSWORD);
    pass();
    await call('PATCH', '/api/account', { username: `${username}.new`, currentPassword: PASSWORD });
    pass();
    await call('PATCH', '/api/account', { idleMinutes: 60 });
    pass();
    expect((await call('HEAD', '/api/contacts/export')).status).toBe(200);
    expect((await call('GET', '/api/contacts/export')).status).toBe(200);
    const events = await historyOf(call);
    expect(events.map(({ title, about }) => [title, about])).toEqual([
      ['Data exported', 'Contacts'],
      ['Inactivity sign-out changed', '30 days → 1 hour'],
      ['Username changed', `${username} → ${username}.new`],
      ['Signed in on a new device', null],
      ['Account created', null],
    ]);
    expect(events[0]).toMatchObject({ network: '127.0.0.0', place: null, count: 1 });
  });

  it('folds failed sign-ins of a day from one place, and tells nobody of accounts that do not exist', {
    tags: ['thorough'],
  }, async () => {
    const { call, username } = await signUp(server);
    clock.now = new Date(clock.now.getTime() + 1_000);
    for (let nth = 0; nth < 3; nth += 1) {
      expect((await tryToSignIn(username, 'wrong horse')).status).toBe(401);
      expect((await tryToSignIn('nobody-of-this-name', 'wrong horse')).status).toBe(401);
    }
    const failed = (await historyOf(call)).filter(({ kind }) => kind === 'sign_in_failed');
    expect(failed).toMatchObject([{ title: 'Failed sign-in', count: 3, network: '127.0.0.0' }]);
    await tryToSignIn(username, 'wrong horse');
    clock.now = new Date(clock.now.getTime() + DAY_MS);
    await tryToSignIn(username, 'wrong horse');
    const counts = (await historyOf(call)).map(({ kind, count }) => [kind, count]);
    expect(counts).toEqual([
      ['sign_in_failed', 1],
      ['sign_in_failed', 4],
      ['registered', 1],
    ]);
  });

  it('does not grow without end while somebody guesses from everywhere', async () => {
    const { call, id } = await signUp(server);
    const { failedSignIns, now } = server.running.app;
    for (let nth = 0; nth < 40; nth += 1) {
      const requester = {
        requestId: '',
        address: `198.51.${nth}.1`,
        userAgent: '',
        readCountry: () => null,
        origin: '',
      };
      failedSignIns.note(id, { ...requester, header: () => undefined, edgeHeader: () => undefined });
    }
    const failed = (await historyOf(call)).filter(({ kind }) => kind === 'sign_in_failed');
    expect(failed).toHaveLength(21);
    expect(failed.find(({ network }) => network === null)).toMatchObject({ count: 20, device: null });
    expect(now()).toEqual(clock.now);
  });

  it('comes in pages', async () => {
    const { call, id } = await signUp(server);
    const at = (nth: number) => new Date(clock.now.getTime() - nth * 1_000);
    await server.running.app.db.insert(accountEvents).values(
      Array.from({ length: 5 }, (_, nth) => ({
        id: newId(),
        userId: id,
        kind: 'password_changed',
        createdAt: at(nth + 1),
      })),
    );
    const first = await call('GET', '/api/account/history?limit=4');
    const [, next = ''] = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '') ?? [];
    const second = await call('GET', next);
    const times = [...first.body, ...second.body].map(({ createdAt }: AccountEvent) => createdAt);
    expect(times).toHaveLength(6);
    expect(times).toEqual([...times].sort().reverse());
    expect(second.headers.get('link')).toBeNull();
  });

  it('is deleted after a year', async () => {
    const { call, id } = await signUp(server);
    const createdAt = new Date(clock.now.getTime() - 366 * DAY_MS);
    const old = { id: newId(), userId: id, kind: 'password_changed', createdAt };
    await server.running.app.db.insert(accountEvents).values(old);
    expect(await historyOf(call)).toHaveLength(2);
    await deleteOldHistory(server.running.app);
    expect((await historyOf(call)).map(({ kind }) => kind)).toEqual(['registered']);
  });
});
