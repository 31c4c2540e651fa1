import { afterAll, expect, it } from 'vitest';
import { signUp } from '#test/factories.ts';
import { startPushServer } from '#test/push-server.ts';
import type { Client } from '#test/server.ts';
import { shareTestServer } from '#test/shared-server.ts';

const server = shareTestServer();
const service = await startPushServer();
afterAll(() => service.close());

it('A push address moves to another account with the keys of its browser only', async () => {
  const [owner, other] = [await signUp(server), await signUp(server)];
  const { endpoint, keys } = service.subscribe('shared', 'y');
  const { keys: foreign } = service.subscribe('other', 'y');
  const devicesOf = async ({ call }: { call: Client }) =>
    (await call('GET', '/api/notices/push')).body.devices.length;
  await owner.call('POST', '/api/notices/push', { endpoint, keys });
  for (const wrong of [foreign, { ...keys, auth: foreign.auth }, { ...keys, p256dh: foreign.p256dh }]) {
    const { status, body } = await other.call('POST', '/api/notices/push', { endpoint, keys: wrong });
    expect([status, body.message]).toEqual([
      409,
      'Another browser uses this address. Turn notifications off in this browser, then on again.',
    ]);
  }
  expect([await devicesOf(owner), await devicesOf(other)]).toEqual([1, 0]);
  expect((await other.call('POST', '/api/notices/push', { endpoint, keys })).status).toBe(200);
  expect([await devicesOf(owner), await devicesOf(other)]).toEqual([0, 1]);
});
