import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createEventLog } from '#server/infra/event-log.ts';
import { findCommand } from '#server/operations/admin/commands.ts';
import { PASSWORD, signUp } from '#test/factories.ts';
import { shareTestServer } from '#test/shared-server.ts';

const server = shareTestServer({ TRUST_PROXY: 'on' });
const HERE = { 'x-forwarded-for': '198.51.100.77' };

/** The events logged since the test began. */
let lines: Record<string, unknown>[];
beforeEach(() => {
  lines = [];
  vi.spyOn(server.running.app.log, 'info').mockImplementation((line: unknown) => {
    lines.push(line as Record<string, unknown>);
  });
});
afterEach(() => void vi.restoreAllMocks());

const eventsOf = (event: string) => lines.filter((line) => line.event === event);

describe('The log', () => {
  it('records who signed in, from which network and in which request, but no secrets', async () => {
    const { username, id } = await signUp(server);
    const login = { email: username, password: PASSWORD };
    const { headers } = await server.client()('POST', '/api/auth/login', login, HERE);
    expect(eventsOf('registered')).toMatchObject([{ userId: id }]);
    expect(eventsOf('signed_in')).toEqual([
      { event: 'signed_in', requestId: headers.get('x-request-id'), network: '198.51.100.0', userId: id },
    ]);
    const text = JSON.stringify(lines);
    const cookies = headers.getSetCookie().map((cookie) => cookie.split(/[=;]/)[1] ?? '');
    for (const secret of [PASSWORD, username, '198.51.100.77', ...cookies])
      expect(text).not.toContain(secret);
  });

  it('records the account of a refused sign-in, but never what was typed', async () => {
    const { username, id } = await signUp(server);
    await server.client()('POST', '/api/auth/login', { email: username, password: 'wrong horse' }, HERE);
    await server.client()('POST', '/api/auth/login', { email: 'my-password', password: 'my-name' }, HERE);
    expect(eventsOf('sign_in_refused')).toMatchObject([
      { userId: id, reason: 'signed_out' },
      { userId: undefined, reason: 'signed_out' },
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/my-|wrong horse/);
  });

  it('records sign-outs, changes to the account and its deletion', { tags: ['thorough'] }, async () => {
    const { call, username, id } = await signUp(server);
    await call('PATCH', '/api/account', { fullName: 'Ada King' });
    await call('PATCH', '/api/account', { email: 'x@example.com', currentPassword: 'wrong horse' });
    const email = `new-${username}@example.com`;
    await call('PATCH', '/api/account', { email, username: `new-${username}`, currentPassword: PASSWORD });
    await call('PATCH', '/api/account', { password: 'new horse', currentPassword: PASSWORD });
    await call('POST', '/api/auth/logout');
    await call('POST', '/api/auth/logout');
    await call('POST', '/api/auth/login', { email, password: 'new horse' });
    await call('DELETE', '/api/account', { username: `new-${username}`, password: 'new horse' });
    expect(lines.map(({ event }) => event)).toEqual([
      'registered',
      'password_refused',
      'email_changed',
      'username_changed',
      'password_changed',
      'signed_out',
      'signed_in',
      'account_deleted',
    ]);
    expect(new Set(lines.map(({ userId }) => userId))).toEqual(new Set([id]));
  });

  it('records which session was ended from another, and the end of the current one as a sign-out', async () => {
    const { call, username, id } = await signUp(server);
    await server.client()('POST', '/api/auth/login', { email: username, password: PASSWORD });
    const [here, there] = (await call('GET', '/api/account/sessions')).body;
    await call('DELETE', `/api/account/sessions/${there.id}`);
    await call('DELETE', `/api/account/sessions/${here.id}`);
    expect(lines.map(({ event }) => event).slice(-2)).toEqual(['session_ended', 'signed_out']);
    expect(lines.slice(-2)).toMatchObject([{ userId: id }, { userId: id }]);
    expect((await call('GET', '/api/auth/me')).status).toBe(401);
  });

  it('records refused access to other people’s data, but not requests without a session', async () => {
    const { call, id } = await signUp(server);
    await call('GET', '/api/admin/stats');
    await server.client()('GET', '/api/auth/me');
    const cookie = `goldleaf_session=${'A'.repeat(43)}`;
    await server.client()('GET', '/api/auth/me', undefined, { cookie });
    await server.client()('POST', '/api/auth/logout', undefined, { origin: 'https://evil.example' });
    expect(eventsOf('access_refused')).toMatchObject([
      { userId: id, reason: 'forbidden: GET /api/admin/stats' },
      { userId: undefined, reason: 'signed_out: GET /api/auth/me' },
      { userId: undefined, reason: 'forbidden: POST /api/auth/logout' },
    ]);
  });

  it('records what administrators did, also on the command line', async () => {
    const { call, username, id } = await signUp(server);
    await findCommand(['grant', username])(server.running.app);
    const other = await signUp(server);
    expect((await call('POST', `/api/admin/users/${other.id}/trial`, { days: 7 })).status).toBe(200);
    await findCommand(['revoke', username])(server.running.app);
    expect(lines.filter(({ targetId }) => targetId)).toMatchObject([
      { event: 'admin_granted', targetId: id, network: null },
      { event: 'trial_extended', userId: id, targetId: other.id },
      { event: 'admin_revoked', targetId: id },
    ]);
  });

  it('cannot be flooded by strangers: at most sixty refusals a minute are logged per network', () => {
    const clock = { now: 0 };
    const warn = vi.spyOn(server.running.app.log, 'warn').mockReturnValue(undefined);
    const events = createEventLog(server.running.app.log, () => new Date(clock.now));
    const refuse = (address: string) => events.note({ address }, 'sign_in_refused');
    for (let n = 0; n < 500; n += 1) refuse(`192.0.2.${n % 256}`);
    expect(lines).toHaveLength(60);
    expect(warn).toHaveBeenCalledOnce();
    refuse('203.0.113.1');
    events.note({ address: '192.0.2.1' }, 'signed_in');
    expect(lines).toHaveLength(62);
    clock.now += 60_000;
    refuse('192.0.2.1');
    expect(lines).toHaveLength(63);
    for (let n = 0; n < 5_000; n += 1) refuse(`10.${n >> 8}.${n & 255}.1`);
    expect(lines).toHaveLength(63 + 599);
  });
});
