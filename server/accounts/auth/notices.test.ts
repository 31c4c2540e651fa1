import path from 'node:path';
import { asc, eq } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { accountEvents } from '#server/db/schema/accounts.ts';
import { readOutbox } from '#server/infra/mail/outbox.ts';
import { type OwnId, PASSWORD, signUp } from '#test/factories.ts';
import { shareTestServer } from '#test/shared-server.ts';

const server = shareTestServer({ TRUST_PROXY: 'on' });
const FIREFOX = {
  'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0',
  'x-forwarded-for': '203.0.113.77',
  'cf-ipcity': 'Berlin',
  'cf-ipcountry': 'DE',
};

const mailsTo = async (address: string) =>
  (await readOutbox(path.join(server.running.app.config.dataDir, 'outbox'))).filter(
    ({ to }) => to === address,
  );
/** The mails to an address once there are this many. */
const waitForMails = (address: string, count: number) =>
  vi.waitFor(async () => {
    const mails = await mailsTo(address);
    expect(mails).toHaveLength(count);
    return mails;
  }, 10_000);
const eventsOf = (id: OwnId) =>
  server.running.app.db
    .select()
    .from(accountEvents)
    .where(eq(accountEvents.userId, id))
    .orderBy(asc(accountEvents.createdAt));

describe('A sign-in', () => {
  it('in a browser that is new to the account is told to its owner by mail: when, with what and from where', async () => {
    const { username, id } = await signUp(server);
    const call = server.client();
    const login = { email: username, password: PASSWORD };
    expect((await call('POST', '/api/auth/login', login, FIREFOX)).status).toBe(200);
    const [mail] = await waitForMails(`${username}@example.com`, 1);
    expect(mail?.subject).toBe('New sign-in to your Goldleaf account');
    for (const fact of ['Device: Firefox on Windows', 'Place: Berlin, Germany', 'Network: 203.0.113.0'])
      expect(mail?.text).toContain(fact);
    expect(mail?.text).toMatch(/This wasn’t me: http:\/\/localhost:\d+\/auth\/link\/[\w-]{43}/);
    expect(mail?.text).not.toContain('203.0.113.77');
    // This browser is known now.
    expect((await call('POST', '/api/auth/login', login, FIREFOX)).status).toBe(200);
    expect(await eventsOf(id)).toMatchObject([
      { kind: 'registered' },
      {
        kind: 'new_device',
        device: 'Firefox on Windows',
        network: '203.0.113.0',
        place: 'Berlin, Germany',
        count: 1,
      },
      { kind: 'signed_in', device: 'Firefox on Windows', count: 1 },
    ]);
  });

  it('says of a place nothing that a mail program would make a link of', async () => {
    const { username } = await signUp(server);
    const login = { email: username, password: PASSWORD };
    const odd = { ...FIREFOX, 'cf-ipcity': 'account locked, visit evil.example' };
    expect((await server.client()('POST', '/api/auth/login', login, odd)).status).toBe(200);
    const [mail] = await waitForMails(`${username}@example.com`, 1);
    expect(mail?.text).toContain('Place: account locked, visit evil. example, Germany');
    expect(mail?.text).not.toContain('evil.example');
  });

  it('by a script, again and again, is one line of the history and ten mails a day', {
    tags: ['thorough'],
  }, async () => {
    const { username, id } = await signUp(server);
    for (let nth = 0; nth < 13; nth += 1) {
      const { status } = await server.client()('POST', '/api/auth/login', {
        email: username,
        password: PASSWORD,
      });
      expect(status).toBe(200);
    }
    await waitForMails(`${username}@example.com`, 10);
    expect(await eventsOf(id)).toMatchObject([{ kind: 'registered' }, { kind: 'new_device', count: 13 }]);
  });
});

describe('A change of the account', () => {
  it('of its password is told by mail', async () => {
    const { call, username, id } = await signUp(server);
    const change = { password: 'new horse', currentPassword: PASSWORD };
    expect((await call('PATCH', '/api/account', change)).status).toBe(200);
    const [mail] = await waitForMails(`${username}@example.com`, 1);
    expect(mail?.subject).toBe('Your Goldleaf password was changed');
    expect((await eventsOf(id)).map(({ kind }) => kind)).toEqual(['registered', 'password_changed']);
  });

  it('that is refused leaves no trace', async () => {
    const { call, id } = await signUp(server);
    const other = await signUp(server);
    expect(
      (await call('PATCH', '/api/account', { username: other.username, currentPassword: PASSWORD })).status,
    ).toBe(409);
    expect((await eventsOf(id)).map(({ kind }) => kind)).toEqual(['registered']);
  });

  it('of its name stands in the history, with both names', async () => {
    const { call, username, id } = await signUp(server);
    expect(
      (await call('PATCH', '/api/account', { username: `x${username}`, currentPassword: PASSWORD })).status,
    ).toBe(200);
    expect(await eventsOf(id)).toMatchObject([
      {},
      { kind: 'username_changed', details: { from: username, to: `x${username}` } },
    ]);
  });
});
