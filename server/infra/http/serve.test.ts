import { expect, it } from 'vitest';
import { signUpWithCard } from '#test/factories.ts';
import { startTestServer } from '#test/server.ts';

const server = startTestServer();

it('takes a call without fields also from a client that names JSON and sends nothing', async () => {
  const { call, cardId } = await signUpWithCard(server);
  const json = { 'content-type': 'application/json' };
  const shared = await call('POST', `/api/cards/${cardId}/share/twitter`, undefined, json);
  expect(shared.status).toBe(200);
  expect((await call('DELETE', `/api/cards/${cardId}`, undefined, json)).status).toBe(200);
  expect((await call('POST', '/api/cards', undefined, json)).status).toBe(400);
});

it('keeps connections longer than the proxies in front do, which else reset requests now and then', async () => {
  const { headers } = await fetch(`${server.url}/healthz`);
  expect(headers.get('keep-alive')).toBe('timeout=75');
});
