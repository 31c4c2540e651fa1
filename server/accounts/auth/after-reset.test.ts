import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { users } from '#server/db/schema/users.ts';
import { confirmIdentity, PASSWORD, signUp } from '#test/factories.ts';
import { openMailbox, press, WITH_MAIL } from '#test/mails.ts';
import type { Client } from '#test/server.ts';
import { shareTestServer } from '#test/shared-server.ts';

const server = shareTestServer(WITH_MAIL);
const mailbox = openMailbox(server);
const NEW = { action: 'reset', password: 'a new horse' };

async function signUpAndAsk() {
  const person = await signUp(server);
  const email = `${person.username}@example.com`;
  await server.client()('POST', '/api/auth/reset', { email });
  return { ...person, email, path: await mailbox.linkTo(email, /Set a new Goldleaf password/) };
}

/** Runs `meanwhile` between the check of a password and what follows it. */
async function duringCheck<Result>(
  begin: () => Promise<Result>,
  meanwhile: () => Promise<unknown>,
): Promise<Result> {
  const { passwords } = server.running.app;
  const { verify } = passwords;
  passwords.verify = async (...checked) => {
    passwords.verify = verify;
    const isRight = await verify(...checked);
    await meanwhile();
    return isRight;
  };
  return begin().finally(() => Object.assign(passwords, { verify }));
}

describe('After a password was set anew', () => {
  it('no session begins with the old one, even if it was right a moment before', async () => {
    const { username, path } = await signUpAndAsk();
    const thief = server.client();
    const signIn = () => thief('POST', '/api/auth/login', { email: username, password: PASSWORD });
    const refused = await duringCheck(signIn, () => press(server.client(), path, NEW));
    expect(refused.status).toBe(401);
    expect((await thief('GET', '/api/auth/me')).status).toBe(401);
  });

  it('nor if its owner changed it in the settings', async () => {
    const { call, username } = await signUp(server);
    const thief = server.client();
    const signIn = () => thief('POST', '/api/auth/login', { email: username, password: PASSWORD });
    const change = { password: 'a new horse', currentPassword: PASSWORD };
    const refused = await duringCheck(signIn, () => call('PATCH', '/api/account', change));
    expect(refused.status).toBe(401);
    expect((await call('GET', '/api/auth/me')).status).toBe(200);
  });
});

describe('An address that waits to be confirmed', () => {
  /** Somebody who knows the password asks for another address; returns the path of the link mailed there. */
  async function moveAway(call: Client, username: string): Promise<string> {
    const email = `elsewhere-${username}@example.com`;
    const change = { email, currentPassword: PASSWORD };
    expect((await call('PATCH', '/api/account', change)).status).toBe(200);
    return mailbox.linkTo(email, /^Confirm your new email address/);
  }
  const emailOf = async (username: string, password: string) => {
    const login = { email: username, password };
    return (await server.client()('POST', '/api/auth/login', login)).body.user;
  };

  it('is dropped by a reset, so that whoever was signed out cannot move the account away', async () => {
    const { call, username, email, path } = await signUpAndAsk();
    const change = await moveAway(call, username);
    expect((await press(server.client(), path, NEW)).status).toBe(200);
    expect((await press(server.client(), change, { action: 'confirm' })).status).toBe(409);
    expect(await emailOf(username, NEW.password)).toMatchObject({ email, pendingEmail: null });
  });

  it('is dropped by a reset of an address that was confirmed, too', async () => {
    const { call, username, email, path } = await signUpAndAsk();
    const confirm = await mailbox.linkTo(email, /^Confirm your email address/);
    expect((await press(server.client(), confirm, { action: 'confirm' })).status).toBe(200);
    const change = await moveAway(call, username);
    expect((await press(server.client(), path, NEW)).status).toBe(200);
    expect((await press(server.client(), change, { action: 'confirm' })).status).toBe(409);
    expect(await emailOf(username, NEW.password)).toMatchObject({ email, pendingEmail: null });
  });

  it('is dropped by “This wasn’t me”', async () => {
    const { call, username, email } = await signUp(server).then((person) => ({
      ...person,
      email: `${person.username}@example.com`,
    }));
    await server.client()('POST', '/api/auth/login', { email, password: PASSWORD });
    const notMe = await mailbox.linkTo(email, /New sign-in/);
    const change = await moveAway(call, username);
    expect((await press(server.client(), notMe, { action: 'not_me' })).status).toBe(200);
    expect((await press(server.client(), change, { action: 'confirm' })).status).toBe(409);
    expect(await emailOf(username, PASSWORD)).toMatchObject({ email, pendingEmail: null });
  });

  it('is dropped by a new password in the settings, as is a link that sets one', async () => {
    const { call, username, email, path } = await signUpAndAsk();
    const change = await moveAway(call, username);
    const body = { password: NEW.password, currentPassword: PASSWORD };
    const { user } = (await call('PATCH', '/api/account', body)).body;
    expect(user).toMatchObject({ email, pendingEmail: null });
    expect((await press(server.client(), change, { action: 'confirm' })).status).toBe(409);
    expect((await press(server.client(), path, { ...NEW, password: 'thief horse' })).status).toBe(409);
  });

  it('stays where the password is the first one', async () => {
    const { call, username, id } = await signUp(server);
    const email = `first-${username}@example.com`;
    const body = { email, currentPassword: PASSWORD };
    expect((await call('PATCH', '/api/account', body)).status).toBe(200);
    await confirmIdentity(call);
    await server.running.app.db.update(users).set({ password: null }).where(eq(users.id, id));
    const { status, body: changed } = await call('PATCH', '/api/account', { password: NEW.password });
    expect([status, changed.user.pendingEmail]).toEqual([200, email]);
  });

  it('is asked for together with a new password', async () => {
    const { call, username } = await signUp(server);
    const first = await moveAway(call, username);
    const email = `both-${username}@example.com`;
    const body = { email, password: NEW.password, currentPassword: PASSWORD };
    expect((await call('PATCH', '/api/account', body)).body.user.pendingEmail).toBe(email);
    expect((await press(server.client(), first, { action: 'confirm' })).status).toBe(409);
    const path = await mailbox.linkTo(email, /^Confirm your new email address/);
    expect((await press(server.client(), path, { action: 'confirm' })).status).toBe(200);
  });
});
