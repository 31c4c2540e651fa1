import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { users } from '#server/db/schema/users.ts';
import {
  createName,
  expectRedirect,
  openWith,
  readCanonical,
  signUpWith as signUpWithCards,
} from '#test/aliases.ts';
import { startTestServer } from '#test/server.ts';

const server = startTestServer();

const signUpWith = (names?: string[]) => signUpWithCards(server, names);
const open = openWith(server);
const goesTo = (path: string, target: string) => expectRedirect(server, path, target);

describe('The username as an address', () => {
  it('is off until it is chosen; then it is the only card, or the portfolio', async () => {
    const { call, username, cardId, setUsername } = await signUpWith();
    expect((await open(`/${username}`)).status).toBe(404);
    expect((await setUsername(true)).body.username).toMatchObject({
      path: `/${username}`,
      isOn: true,
      shows: 'card',
    });
    const one = await open(`/${username}`);
    expect(one.text).toContain(`data-card="${cardId}"`);
    expect(readCanonical(one.text)).toMatch(new RegExp(`/card/${cardId}$`));
    const { body: second } = await call('POST', '/api/cards', { name: 'Home', fullName: 'Ada at home' });
    const both = await open(`/${username}`);
    expect(both.text).toContain('Ada at home');
    expect(readCanonical(both.text)).toMatch(new RegExp(`/portfolio/${username}$`));
    await call('PUT', `/api/cards/${second.id}`, { isActive: false });
    expect((await open(`/${username}`)).text).toContain(`data-card="${cardId}"`);
    await call('PATCH', '/api/account', { isProfileVisible: false });
    expect((await open(`/${username}`)).status).toBe(404);
    expect((await open(`/${username}`, call)).headers.get('location')).toBe(`/portfolio/${username}`);
  });

  it('follows a new username, and the former one redirects', async () => {
    const { username, setUsername, rename } = await signUpWith();
    await setUsername(true);
    const next = createName('renamed');
    expect((await open(`/${next}`)).status).toBe(404);
    expect((await rename(next)).status).toBe(200);
    expect((await open(`/${next}`)).status).toBe(200);
    await goesTo(`/${username}?via=mail`, `/${next}?via=mail`);
    await goesTo(`/${next.toUpperCase()}`, `/${next}`);
    // Turned off, links with it still lead to the person.
    await setUsername(false);
    await goesTo(`/${next}`, `/portfolio/${next}`);
    await goesTo(`/${username}`, `/portfolio/${next}`);
    expect((await rename(username)).status).toBe(200);
  });

  it('keeps a new username from being one that could be no address', async () => {
    const { setUsername, rename, call, username: given } = await signUpWith();
    // As an account from before usernames were judged like this.
    const { db } = server.running.app;
    await db.update(users).set({ username: 'settings' }).where(eq(users.username, given));
    const { status, body } = await setUsername(true);
    expect([status, body.fields.username]).toEqual([422, expect.stringContaining('reserved')]);
    expect((await rename(createName('fine'))).status).toBe(200);
    expect((await setUsername(true)).status).toBe(200);
    expect((await rename('support')).body.fields.username).toContain('reserved');
    expect((await call('GET', '/api/auth/me')).body.user.username).toMatch(/^fine/);
  });

  it('costs scanners no page, and asks the database nothing for what can be no name', async () => {
    const asked: string[] = [];
    const { readDb } = server.running.app;
    const select = readDb.select.bind(readDb);
    readDb.select = ((...args: []) => {
      asked.push('select');
      return select(...args);
    }) as typeof readDb.select;
    for (const path of [
      '/.env',
      '/wp-login.php',
      '/admin.php',
      '/a%00b',
      '/%',
      '/..%2f..',
      '/💥',
      `/${'a'.repeat(3000)}`,
    ]) {
      expect((await open(path)).status, path).toBe(404);
    }
    expect(asked).toEqual([]);
    for (const _ of [1, 2, 3]) expect((await open('/nobody-has-this')).status).toBe(404);
    expect(asked).toEqual(['select']);
    readDb.select = select;
  });
});
