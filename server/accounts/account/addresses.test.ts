import { eq, sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { newId } from '#server/db/new-id.ts';
import { linkedIdentities, passkeys, twoStep } from '#server/db/schema/accounts.ts';
import { users } from '#server/db/schema/users.ts';
import { type OwnId, PASSWORD, signUp, signUpWithCard } from '#test/factories.ts';
import { openMailbox, pathIn, press, WITH_MAIL } from '#test/mails.ts';
import { raceWithReset } from '#test/race-with-reset.ts';
import { type Client, startTestServer } from '#test/server.ts';

const clock = { ahead: 0 };
const server = startTestServer(WITH_MAIL, () => new Date(Date.now() + clock.ahead));
const mailbox = openMailbox(server);

const CONFIRM = /^Confirm your email address/;
const CONFIRM_NEW = /^Confirm your new email address/;
const CHANGED = /was changed$/;
const PROVE = /account yours\?$/;
const RESET = /^Set a new/;

const userOf = async (call: Client) => (await call('GET', '/api/auth/me')).body.user;
const addressOf = ({ username }: { username: string }) => `${username}@example.com`;
const signIn = (email: string, password: string) =>
  server.client()('POST', '/api/auth/login', { email, password });
const ask = (path: string, email: string) => server.client()('POST', path, { email });

/** Gives an account every other way in that somebody else may prepare. */
async function prepareAccess(userId: OwnId): Promise<void> {
  const { db } = server.running.app;
  await db.insert(passkeys).values({
    id: newId(),
    userId,
    credentialId: newId(),
    publicKey: Buffer.alloc(8),
    counter: 0,
    name: 'Prepared',
  });
  await db.insert(twoStep).values({ userId, secret: 'JBSWY3DPEHPK3PXP', confirmedAt: new Date() });
  await db
    .insert(linkedIdentities)
    .values({ id: newId(), userId, provider: 'google', issuer: 'https://issuer', subject: newId() });
}

async function waysInto(userId: OwnId): Promise<number> {
  const { db } = server.running.app;
  const counts = [
    await db.$count(passkeys, eq(passkeys.userId, userId)),
    await db.$count(twoStep, eq(twoStep.userId, userId)),
    await db.$count(linkedIdentities, eq(linkedIdentities.userId, userId)),
  ];
  return counts.reduce((sum, one) => sum + one, 0);
}

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

/** Someone who has confirmed their address. */
async function signUpConfirmed() {
  const person = await signUpWithCard(server);
  await press(person.call, await mailbox.linkTo(addressOf(person), CONFIRM), { action: 'confirm' });
  return person;
}

/** Moves the account to another address, which confirms it. */
async function moveTo(call: Client, email: string) {
  const change = { email, currentPassword: PASSWORD };
  expect((await call('PATCH', '/api/account', change)).status).toBe(200);
  const path = await mailbox.linkTo(email, CONFIRM_NEW);
  expect((await press(server.client(), path, { action: 'confirm' })).status).toBe(200);
}

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
  it('releases it from an account, which keeps everything else and may have another', async () => {
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
    await moveTo(person.call, `another-${email}`);
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
      const person = await signUpConfirmed();
      const email = addressOf(person);
      await moveTo(person.call, `first-${email}`);
      const { db } = server.running.app;
      await db.update(users).set({ emailConfirmedAt: null }).where(eq(users.id, person.id));
      await prepareAccess(person.id);
      const pending = `pending-${email}`;
      await person.call('PATCH', '/api/account', { email: pending, currentPassword: PASSWORD });
      const links = [await mailbox.linkTo(email, CHANGED), await mailbox.linkTo(pending, CONFIRM_NEW)];
      await ask(way, `first-${email}`);
      const path = await mailbox.linkTo(`first-${email}`, way.endsWith('reset') ? RESET : PROVE);
      const done = await press(server.client(), path, { action: 'reset', password: 'a new horse' });
      expect(done.status).toBe(200);
      expect(await waysInto(person.id)).toBe(0);
      for (const link of links) expect((await server.client()('GET', link)).status).toBe(409);
      const { body } = await signIn(`first-${email}`, 'a new horse');
      expect(body.user).toMatchObject({ isEmailConfirmed: true, pendingEmail: null });
    },
  );

  it('keeps two-step codes and passkeys in force by a reset where the address was confirmed', async () => {
    const person = await signUpConfirmed();
    await prepareAccess(person.id);
    await ask('/api/auth/reset', addressOf(person));
    const path = await mailbox.linkTo(addressOf(person), RESET);
    await press(server.client(), path, { action: 'reset', password: 'a new horse' });
    expect(await waysInto(person.id)).toBe(3);
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
    const { call, ...person } = await signUpConfirmed();
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

  it('is taken back from the former address within seven days, with everything added since', async () => {
    const { call, ...person } = await signUpConfirmed();
    const former = addressOf(person);
    await moveTo(call, `thief-${former}`);
    await prepareAccess(person.id);
    const path = await mailbox.linkTo(former, CHANGED);
    clock.ahead += 6.9 * 24 * 60 * 60 * 1000;
    await server.client()('GET', path);
    expect((await userOf(call)).email).toBe(`thief-${former}`);
    const done = await press(server.client(), path, { action: 'undo', password: 'my own horse' });
    expect(done.status).toBe(200);
    expect((await call('GET', '/api/auth/me')).status).toBe(401);
    expect((await signIn(former, PASSWORD)).status).toBe(401);
    expect((await signIn(former, 'my own horse')).body.user.email).toBe(former);
    expect(await waysInto(person.id)).toBe(0);
  });

  it('cannot be undone from an address that was never confirmed, like a mistyped one', async () => {
    const { call, ...person } = await signUp(server);
    const mistyped = addressOf(person);
    await moveTo(call, `right-${mistyped}`);
    await moveTo(call, `later-${mistyped}`);
    await mailbox.linkTo(`right-${mistyped}`, CHANGED);
    expect(mailbox.to(mistyped).filter(({ subject }) => CHANGED.test(subject))).toEqual([]);
  });

  it('cannot be taken back after seven days', async () => {
    const { call, ...person } = await signUpConfirmed();
    await moveTo(call, `later-${addressOf(person)}`);
    const path = await mailbox.linkTo(addressOf(person), CHANGED);
    clock.ahead += 7.1 * 24 * 60 * 60 * 1000;
    expect((await press(server.client(), path, { action: 'undo', password: 'my own horse' })).status).toBe(
      409,
    );
  });

  it('is taken back even if somebody registered with the former address, and never confirmed it', async () => {
    const { call, ...person } = await signUpConfirmed();
    const former = addressOf(person);
    await moveTo(call, `moved-${former}`);
    const squatter = server.client();
    const details = { username: `${person.username}-x`, email: former, password: PASSWORD, fullName: 'X Y' };
    expect((await squatter('POST', '/api/auth/register', details)).status).toBe(200);
    const path = await mailbox.linkTo(former, CHANGED);
    expect((await press(server.client(), path, { action: 'undo', password: 'my own horse' })).status).toBe(
      200,
    );
    expect((await userOf(squatter)).email).toBe('');
    expect((await signIn(former, 'my own horse')).body.user.username).toBe(person.username);
  });

  it('by a thief, who moves the account on and back, leaves the owner’s way back open', async () => {
    const { call, ...person } = await signUpConfirmed();
    const owner = addressOf(person);
    await moveTo(call, `thief-1-${owner}`);
    const back = await mailbox.linkTo(owner, CHANGED);
    clock.ahead += 1000;
    await moveTo(call, `thief-2-${owner}`);
    const theirs = await mailbox.linkTo(`thief-1-${owner}`, CHANGED);
    expect((await press(server.client(), theirs, { action: 'undo', password: 'thief horse' })).status).toBe(
      200,
    );
    expect((await press(server.client(), back, { action: 'undo', password: 'my own horse' })).status).toBe(
      200,
    );
    expect((await signIn(owner, 'my own horse')).status).toBe(200);
  });
});
