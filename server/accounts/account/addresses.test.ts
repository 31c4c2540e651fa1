import { eq, sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { users } from '#server/db/schema/users.ts';
import { PASSWORD, signUp, signUpWithCard } from '#test/factories.ts';
import { openMailbox, pathIn, press, WITH_MAIL } from '#test/mails.ts';
import {
  addressOf,
  CHANGED,
  CONFIRM_NEW,
  moveTo,
  prepareAccess,
  signUpConfirmed,
  waysInto,
} from '#test/moved-address.ts';
import { raceWithReset } from '#test/race-with-reset.ts';
import { type Client, startTestServer } from '#test/server.ts';

const clock = { ahead: 0 };
const server = startTestServer(WITH_MAIL, () => new Date(Date.now() + clock.ahead));
const mailbox = openMailbox(server);

const CONFIRM = /^Confirm your email address/;
const PROVE = /account yours\?$/;
const RESET = /^Set a new/;

const userOf = async (call: Client) => (await call('GET', '/api/auth/me')).body.user;
const signIn = (email: string, password: string) =>
  server.client()('POST', '/api/auth/login', { email, password });
const ask = (path: string, email: string) => server.client()('POST', path, { email });

describe('A new address', () => {
  it('is not taken from a session that a reset ends at the same moment', async () => {
    const { call, id, username } = await signUp(server);
    const body = { email: `new-${username}@example.com`, currentPassword: PASSWORD };
    const { db } = server.running.app;
    const answer = await raceWithReset(db, id, () => call('PATCH', '/api/account', body));
    expect(answer.status).toBe(401);
    const [user] = await db.select().from(users).where(eq(users.id, id));
    expect([user?.email, user?.pendingEmail]).toEqual([`${username}@example.com`, null]);
  });
});

describe('An address', () => {
  it('is confirmed by a button behind the link mailed at registration', async () => {
    const person = await signUp(server);
    expect(await userOf(person.call)).toMatchObject({ isEmailConfirmed: false, pendingEmail: null });
    const path = await mailbox.linkTo(addressOf(person), CONFIRM);
    await server.client()('GET', path);
    expect((await userOf(person.call)).isEmailConfirmed).toBe(false);
    expect((await press(server.client(), path, { action: 'confirm' })).status).toBe(200);
    expect((await userOf(person.call)).isEmailConfirmed).toBe(true);
  });

  it('is confirmed by another link, which leaves the first one valid', async () => {
    const person = await signUp(server);
    const first = await mailbox.linkTo(addressOf(person), CONFIRM);
    expect((await person.call('POST', '/api/account/confirmation')).status).toBe(200);
    expect((await mailbox.wait(addressOf(person), 2, CONFIRM)).map(pathIn)).toContain(first);
    expect((await press(server.client(), first, { action: 'confirm' })).status).toBe(200);
  });

  it('may be released by whoever got the link for an account they do not have', async () => {
    const person = await signUp(server);
    const path = await mailbox.linkTo(addressOf(person), CONFIRM);
    expect((await press(server.client(), path, { action: 'release' })).status).toBe(200);
    expect(await userOf(person.call)).toMatchObject({ email: '', isEmailConfirmed: false });
  });
});

describe('The true owner of an address', () => {
  it('releases it from an account, which keeps everything else and may have another', {
    tags: ['thorough'],
  }, async () => {
    const person = await signUpWithCard(server);
    const email = addressOf(person);
    await ask('/api/auth/prove-address', email);
    const path = await mailbox.linkTo(email, PROVE);
    const page = await server.client()('GET', path);
    expect(page.text).toContain('Set a new password');
    expect(page.text).toContain('Not mine: remove my email address');
    expect((await press(server.client(), path, { action: 'release' })).status).toBe(200);
    const [row] = await server.running.app.db.select().from(users).where(eq(users.id, person.id));
    expect(row?.email).toBeNull();
    expect(await userOf(person.call)).toMatchObject({ email: '', pendingEmail: null });
    expect((await person.call('GET', '/api/cards')).body).toHaveLength(1);
    expect((await signIn(person.username, PASSWORD)).body.user.email).toBe('');
    const owner = { username: `${person.username}-owner`, email, password: PASSWORD, fullName: 'True Owner' };
    expect((await server.client()('POST', '/api/auth/register', owner)).status).toBe(200);
    await moveTo(mailbox, person.call, `another-${email}`);
    expect(await userOf(person.call)).toMatchObject({ email: `another-${email}`, isEmailConfirmed: true });
  });

  it('has it removed at the payment provider, too', async () => {
    const person = await signUp(server);
    const email = addressOf(person);
    expect((await person.call('POST', '/api/billing/checkout')).status).toBe(200);
    const { app } = server.running;
    const customers = async () => {
      const { rows } = await app.db.execute<{ email: string }>(
        sql`select data ->> 'email' as email from test_provider_objects
          where kind = 'customer' and data ->> 'userId' = ${person.id}`,
      );
      return rows.map((row) => row.email);
    };
    expect(await customers()).toEqual([email]);
    await ask('/api/auth/prove-address', email);
    await press(server.client(), await mailbox.linkTo(email, PROVE), { action: 'release' });
    await vi.waitFor(async () => expect(await customers()).toEqual(['']), { timeout: 20_000 });
  });

  it.each(['/api/auth/prove-address', '/api/auth/reset'])(
    'who takes an account by %s, whose address was never confirmed, has it alone',
    async (way) => {
      const person = await signUpConfirmed(server, mailbox);
      const email = addressOf(person);
      await moveTo(mailbox, person.call, `first-${email}`);
      const { db } = server.running.app;
      await db.update(users).set({ emailConfirmedAt: null }).where(eq(users.id, person.id));
      await prepareAccess(server.running.app.db, person.id);
      const pending = `pending-${email}`;
      await person.call('PATCH', '/api/account', { email: pending, currentPassword: PASSWORD });
      const links = [await mailbox.linkTo(email, CHANGED), await mailbox.linkTo(pending, CONFIRM_NEW)];
      await ask(way, `first-${email}`);
      const path = await mailbox.linkTo(`first-${email}`, way.endsWith('reset') ? RESET : PROVE);
      const done = await press(server.client(), path, { action: 'reset', password: 'a new horse' });
      expect(done.status).toBe(200);
      expect(await waysInto(server.running.app.db, person.id)).toBe(0);
      for (const link of links) expect((await server.client()('GET', link)).status).toBe(409);
      const { body } = await signIn(`first-${email}`, 'a new horse');
      expect(body.user).toMatchObject({ isEmailConfirmed: true, pendingEmail: null });
    },
  );

  it('keeps two-step codes and passkeys in force by a reset where the address was confirmed', async () => {
    const person = await signUpConfirmed(server, mailbox);
    await prepareAccess(server.running.app.db, person.id);
    await ask('/api/auth/reset', addressOf(person));
    const path = await mailbox.linkTo(addressOf(person), RESET);
    await press(server.client(), path, { action: 'reset', password: 'a new horse' });
    expect(await waysInto(server.running.app.db, person.id)).toBe(3);
  });

  it('hears nothing of addresses without an account', async () => {
    expect(await ask('/api/auth/prove-address', 'free@example.com')).toMatchObject({
      status: 200,
      body: { isRequested: true },
    });
    const person = await signUp(server);
    await ask('/api/auth/prove-address', addressOf(person));
    await mailbox.linkTo(addressOf(person), PROVE);
    expect(mailbox.to('free@example.com')).toEqual([]);
  });
});

describe('A change of address', () => {
  it('waits for the new one to be confirmed, and tells the former one', async () => {
    const { call, ...person } = await signUpConfirmed(server, mailbox);
    const [former, next] = [addressOf(person), `new-${addressOf(person)}`];
    await call('PATCH', '/api/account', { email: next, currentPassword: PASSWORD });
    expect(await userOf(call)).toMatchObject({ email: former, pendingEmail: next, isEmailConfirmed: true });
    const path = await mailbox.linkTo(next, CONFIRM_NEW);
    await server.client()('GET', path);
    expect((await userOf(call)).email).toBe(former);
    await press(server.client(), path, { action: 'confirm' });
    expect(await userOf(call)).toMatchObject({ email: next, pendingEmail: null, isEmailConfirmed: true });
    expect((await mailbox.linkTo(former, CHANGED)).length).toBeGreaterThan(20);
  });

  it('may be cancelled, and a link for an address asked for before another one is void', async () => {
    const { call, ...person } = await signUp(server);
    const [one, two] = [`one-${addressOf(person)}`, `two-${addressOf(person)}`];
    await call('PATCH', '/api/account', { email: one, currentPassword: PASSWORD });
    const first = await mailbox.linkTo(one, CONFIRM_NEW);
    await call('PATCH', '/api/account', { email: two, currentPassword: PASSWORD });
    const second = await mailbox.linkTo(two, CONFIRM_NEW);
    expect((await press(server.client(), first, { action: 'confirm' })).status).toBe(409);
    expect((await call('DELETE', '/api/account/pending-email')).body.user.pendingEmail).toBeNull();
    expect((await press(server.client(), second, { action: 'confirm' })).status).toBe(409);
    expect((await userOf(call)).email).toBe(addressOf(person));
  });

  it('is cancelled by saving the address that the account has, in any case', async () => {
    const { call, ...person } = await signUp(server);
    const email = addressOf(person);
    for (const kept of [email, email.toUpperCase()]) {
      const typo = `typo-${kept === email ? 1 : 2}-${email}`;
      await call('PATCH', '/api/account', { email: typo, currentPassword: PASSWORD });
      const path = await mailbox.linkTo(typo, CONFIRM_NEW);
      const { user } = (await call('PATCH', '/api/account', { email: kept, currentPassword: PASSWORD })).body;
      expect(user).toMatchObject({ email: kept, pendingEmail: null });
      expect((await press(server.client(), path, { action: 'confirm' })).status).toBe(409);
    }
  });

  it('of its letter case alone keeps the links that were mailed there, and tells nobody', async () => {
    const { call, ...person } = await signUp(server);
    const email = addressOf(person);
    const thief = server.client();
    await thief('POST', '/api/auth/login', { email, password: PASSWORD });
    const notMe = await mailbox.linkTo(email, /New sign-in/);
    const confirm = await mailbox.linkTo(email, CONFIRM);
    const typed = { email: email.toUpperCase(), currentPassword: PASSWORD };
    expect((await call('PATCH', '/api/account', typed)).status).toBe(200);
    expect((await press(server.client(), confirm, { action: 'confirm' })).status).toBe(200);
    expect((await press(server.client(), notMe, { action: 'not_me' })).text).toContain('/auth/link/');
    await ask('/api/auth/reset', email);
    await mailbox.linkTo(typed.email, RESET);
    expect(mailbox.to(email).filter(({ subject }) => CHANGED.test(subject))).toEqual([]);
  });
});
