import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { users } from '#server/db/schema/users.ts';
import type { Mail } from '#server/infra/mail/letter.ts';
import { PASSWORD, signUp } from '#test/factories.ts';
import { openMailbox, pathIn, press, WITH_MAIL } from '#test/mails.ts';
import { startTestServer } from '#test/server.ts';
import { sendSecurityNotice } from './notices.ts';

const clock = { ahead: 0 };
const server = startTestServer(WITH_MAIL, () => new Date(Date.now() + clock.ahead));
const mailbox = openMailbox(server);
const PRESSED = { action: 'not_me' };

/** A person whose account somebody else signs in to, and the path of the link in the mail about that. */
async function signUpAndBeVisited() {
  const person = await signUp(server);
  const email = `${person.username}@example.com`;
  const thief = server.client();
  const login = { email: person.username, password: PASSWORD };
  expect((await thief('POST', '/api/auth/login', login)).status).toBe(200);
  return { ...person, email, thief, path: await mailbox.linkTo(email, /New sign-in/) };
}

describe('“This wasn’t me”', () => {
  it('signs out every device and opens the reset', async () => {
    const { call, thief, email, path, username } = await signUpAndBeVisited();
    expect((await server.client()('GET', path)).text).toContain(username);
    const done = await press(server.client(), path, PRESSED);
    expect(done.status).toBe(200);
    expect(done.text).toContain('Every device is signed out');
    for (const session of [call, thief]) expect((await session('GET', '/api/auth/me')).status).toBe(401);
    const [reset = ''] = /\/auth\/link\/[\w-]+/.exec(done.text) ?? [];
    const set = await press(server.client(), reset, { action: 'reset', password: 'a new horse' });
    expect(set.text).toContain('Your password is set');
    const signIn = (password: string) => server.client()('POST', '/api/auth/login', { email, password });
    expect([(await signIn(PASSWORD)).status, (await signIn('a new horse')).status]).toEqual([401, 200]);
  });

  it('stays good if the mail may have arrived, and is another one in the next try', async () => {
    const { id, username } = await signUp(server);
    const notice = { userId: id, to: `${username}@example.com`, kind: 'new_device' as const };
    const facts = { at: new Date().toISOString(), device: null, network: null, place: null };
    const paths: string[] = [];
    const deliver = async (mail: Mail) => {
      paths.push(pathIn(mail));
      throw Object.assign(new Error('Timeout'), { code: 'ETIMEDOUT', command: 'CONN' });
    };
    const app = { ...server.running.app, mailer: { deliver } };
    for (const _try of [1, 2])
      await expect(sendSecurityNotice(app, { ...notice, ...facts }, 'job')).rejects.toThrow('Timeout');
    expect(new Set(paths).size).toBe(2);
    for (const path of paths) expect((await server.client()('GET', path)).status).toBe(200);
  });

  it('is a button: opening the link changes nothing', async () => {
    const { call, path } = await signUpAndBeVisited();
    for (const method of ['GET', 'HEAD', 'GET']) {
      expect((await server.client()(method, path)).status).toBe(200);
    }
    expect((await call('GET', '/api/auth/me')).status).toBe(200);
  });

  it('works once, even if fifty press at the same time, and for seven days', async () => {
    const { path } = await signUpAndBeVisited();
    const tries = Array.from({ length: 50 }, () => press(server.client(), path, PRESSED));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    const late = await signUpAndBeVisited();
    clock.ahead += 7 * 24 * 60 * 60 * 1000 + 1_000;
    expect((await press(server.client(), late.path, PRESSED)).status).toBe(409);
    expect((await press(server.client(), `${late.path}x`, PRESSED)).status).toBe(404);
  });

  it('ends the sessions of whoever changed the address, but hands them no reset', async () => {
    const { id, thief, path } = await signUpAndBeVisited();
    await server.running.app.db
      .update(users)
      .set({ email: `x${id}@example.com` })
      .where(eq(users.id, id));
    const done = await press(server.client(), path, PRESSED);
    expect(done.status).toBe(200);
    expect(done.text).not.toContain('/auth/link/');
    expect((await thief('GET', '/api/auth/me')).status).toBe(401);
  });

  it('stands in the history of the account', async () => {
    const { username, path } = await signUpAndBeVisited();
    await press(server.client(), path, PRESSED);
    const call = server.client();
    await call('POST', '/api/auth/login', { email: username, password: PASSWORD });
    const titles = (await call('GET', '/api/account/history')).body.map(
      ({ title, about }: { title: string; about: string }) => [title, about],
    );
    expect(titles).toContainEqual([
      'You reported “This wasn’t me”: signed out everywhere',
      'Signed in on a new device',
    ]);
  });
});
