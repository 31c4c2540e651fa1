import fs from 'node:fs/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { createPasswordThreads } from '#server/accounts/auth/password-threads.ts';
import { signUp } from '#test/factories.ts';
import { startTestServer } from '#test/server.ts';
import { firstOf } from '#test/thorough.ts';

const server = startTestServer({}, undefined, { hasRealPasswords: true });
afterEach(() => void vi.restoreAllMocks());

it.each(firstOf(['a known user', 'an unknown user']))(
  'A wrong password of %s costs one check of the same price',
  async (who) => {
    const { username } = await signUp(server);
    const verify = vi.spyOn(server.running.app.passwords, 'verify');
    const email = who === 'a known user' ? username : 'nobody-at-all';
    const { status, body } = await server.client()('POST', '/api/auth/login', {
      email,
      password: 'wrong horse',
    });
    expect(status).toBe(401);
    expect(body).toEqual({ message: 'Invalid email or password. Please try again.', code: 'signed_out' });
    expect(verify).toHaveBeenCalledOnce();
    const [hash, password, turn] = verify.mock.calls[0] ?? [];
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(password).toBe('wrong horse');
    expect(turn?.lane).toBe('unknown');
  },
);

it('When too many wait, the answer is 503 and says when to come again', { tags: ['thorough'] }, async () => {
  const { username } = await signUp(server);
  const { app } = server.running;
  const narrow = createPasswordThreads(1, 1);
  vi.spyOn(app.passwords, 'verify').mockImplementation(narrow.verify);
  const login = { email: username, password: 'correct horse' };
  const tries = Array.from({ length: 10 }, () => server.client()('POST', '/api/auth/login', login));
  const answers = await Promise.all(tries);
  const refused = answers.filter(({ status }) => status === 503);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]?.body).toEqual({
    message: 'Too many people are signing in right now. Please try again in a moment.',
    code: 'unavailable',
  });
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(answers.filter(({ status }) => status === 200).length).toBe(10 - refused.length);
  await narrow.close();
});

it('A file read does not wait behind a hundred passwords', { tags: ['thorough'] }, async () => {
  const { passwords } = server.running.app;
  const turn = { lane: 'unknown', address: 'hall' } as const;
  const stored = await passwords.hash('correct horse', turn);
  let checked = 0;
  const checks = Array.from({ length: 100 }, async () => {
    expect(await passwords.verify(stored, 'correct horse', turn)).toBe(true);
    checked += 1;
  });
  await fs.readFile(import.meta.filename);
  expect(checked).toBeLessThan(90);
  await Promise.all(checks);
});
