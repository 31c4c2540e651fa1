import { expect, it } from 'vitest';
import { seedDemo } from '#server/operations/demo/demo.ts';
import { signUp } from '#test/factories.ts';
import { shareTestServer } from '#test/shared-server.ts';

/** Where there is no demo; one is looked at in `demo.thorough.test.ts`. */

const real = shareTestServer();

it('is never poured over real accounts', async () => {
  await signUp(real);
  await expect(seedDemo(real.running.app)).rejects.toThrow('This database holds real accounts');
});

it.each(['/temp-admin', '/?admin=true', '/card/none?x=1&admin=true', '/dashboard?admin=true'])(
  'opens %s as nobody where there is no demo',
  async (address) => {
    const stranger = real.client();
    const refused = await stranger('GET', address, undefined, { accept: 'text/html' });
    expect(refused.headers.get('set-cookie')).toBe(null);
    expect(refused.headers.get('location')).toBe(null);
    if (address === '/temp-admin') expect(refused.status).toBe(404);
    expect((await stranger('GET', '/api/auth/me')).status).toBe(401);
  },
);

it('has no page of what it would have mailed where there is no demo', async () => {
  expect((await real.client()('GET', '/outbox')).status).toBe(404);
});
