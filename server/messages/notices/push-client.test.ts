import { randomBytes } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { startPushServer } from '#test/push-server.ts';
import { pushReach, sendPush } from './push-client.ts';
import { derivePublicKey } from './vapid.ts';

const service = await startPushServer();
afterAll(() => service.close());

const app = {
  config: readConfig({ HOST: '127.0.0.1' }),
  hold: { isOn: false, atRelease: () => {}, close: async () => {} },
  vapidKey: Buffer.concat([Buffer.from([1]), randomBytes(31)]),
};
const words = { title: 'New contact', body: 'Hello', path: '/contacts', tag: 'person 1' };

/** The outcome of a message to a browser of this name. */
function send(name: string) {
  const { endpoint, keys } = service.subscribe(name, derivePublicKey(app.vapidKey));
  return sendPush(app, { endpoint, ...keys }, words, { leftMs: 60_000, isUrgent: false });
}

it('tries later when a push service answers in another protocol', async () => {
  service.moods.set('other', [{ status: 101, headers: { connection: 'Upgrade', upgrade: 'websocket' } }]);
  expect(await send('other')).toEqual({ kind: 'later', reason: 'It gave no answer', waitMs: null });
  expect(await send('fine')).toMatchObject({ kind: 'sent' });
});

it('notes that a push service was slow to take a message', { tags: ['thorough'] }, async () => {
  service.moods.set('slow', [{ status: 201, afterMs: 1_010 }]);
  expect(await send('slow')).toEqual({ kind: 'sent', isSlow: true });
});

it.each([
  ['https://push.example.com/x', true, true],
  ['https://push.example.com:443/x', true, true],
  ['https://push.example.com:8443/x', false, false],
  ['https://93.184.216.34:22/x', false, false],
  ['http://push.example.com/x', false, false],
  ['http://localhost:5432/x', true, false],
  ['https://127.0.0.1:8443/x', true, false],
  ['https://[::1]/x', true, false],
])('calls %s: %s if only this machine reaches the product, %s otherwise', (endpoint, here, anywhere) => {
  const isCalled = (settings: Record<string, string>) => pushReach(readConfig(settings), endpoint) !== null;
  expect([
    isCalled({ HOST: 'localhost' }),
    isCalled({ HOST: '127.0.0.1', PUBLIC_URL: 'http://localhost:3000' }),
  ]).toEqual([here, here]);
  expect([
    isCalled({ HOST: '0.0.0.0' }),
    // Behind a proxy, as docs/operate.md says.
    isCalled({ HOST: '127.0.0.1', PUBLIC_URL: 'https://cards.example.com', TRUST_PROXY: 'on' }),
    isCalled({ HOST: '127.0.0.1', PUBLIC_URL: 'https://cards.example.com' }),
    isCalled({ HOST: '127.0.0.1', TRUST_PROXY: 'on' }),
  ]).toEqual([anywhere, anywhere, anywhere, anywhere]);
});
