import { verify } from '@node-rs/argon2';
import { beforeEach, expect, it, vi } from 'vitest';
import { signUp } from '#test/factories.ts';
import { startTestServer } from '#test/server.ts';

vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>();
  return { ...real, verify: vi.fn((hash: string, password: string) => real.verify(hash, password)) };
});

const server = startTestServer();
beforeEach(() => {
  vi.mocked(verify).mockClear();
});

it.each(['a known user', 'an unknown user'])(
  'A wrong password of %s costs one check of the same price',
  async (who) => {
    const { username } = await signUp(server);
    const email = who === 'a known user' ? username : 'nobody-at-all';
    const { status, body } = await server.client()('POST', '/api/auth/login', {
      email,
      password: 'wrong horse',
    });
    expect(status).toBe(401);
    expect(body).toEqual({ message: 'Invalid email or password. Please try again.', code: 'signed_out' });
    expect(verify).toHaveBeenCalledOnce();
    const [hash, password] = vi.mocked(verify).mock.calls[0] ?? [];
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(password).toBe('wrong horse');
  },
);

it('The decoy that is checked for unknown users opens no account', async () => {
  const decoy = { email: 'nobody-at-all', password: 'nobody has this password' };
  expect((await server.client()('POST', '/api/auth/login', decoy)).status).toBe(401);
});
