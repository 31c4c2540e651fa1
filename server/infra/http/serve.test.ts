import http from 'node:http';
import { expect, it } from 'vitest';
import { signUpWithCard } from '#test/factories.ts';
import { shareTestServer } from '#test/shared-server.ts';
import { firstOf } from '#test/thorough.ts';

const server = shareTestServer();

it('accepts a call without fields from a client that declares JSON and sends no body', async () => {
  const { call, cardId } = await signUpWithCard(server);
  const json = { 'content-type': 'application/json' };
  const shared = await call('POST', `/api/cards/${cardId}/share/twitter`, undefined, json);
  expect(shared.status).toBe(200);
  expect((await call('DELETE', `/api/cards/${cardId}`, undefined, json)).status).toBe(200);
  expect((await call('POST', '/api/cards', undefined, json)).status).toBe(400);
});

it('says what is wrong with a body by the rule that it breaks, and asks for an object where there is none', async () => {
  const { call } = await signUpWithCard(server);
  const refusal = async (body: unknown) => (await call('POST', '/api/contacts/bulk', body)).body;
  expect(await refusal({ action: 'favorite' })).toEqual({
    message: 'Send either ids or all',
    code: 'invalid',
  });
  expect(await refusal([])).toMatchObject({ message: expect.stringMatching(/^Please send a JSON object/) });
});

const ENCODINGS = [
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=0.8, br;q=0.9', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.000,gzip;q=0', null],
  ['brotli', null],
  ['identity', null],
] as const;

it.each(firstOf(ENCODINGS))(
  'sends a page in an encoding that the visitor accepts: %s',
  async (accepted, coding) => {
    const { cardId } = await signUpWithCard(server);
    const got = await new Promise<string | null>((resolve, reject) => {
      const options = { headers: { 'accept-encoding': accepted }, agent: false };
      http
        .get(`${server.url}/card/${cardId}`, options, (response) => {
          response.resume();
          resolve(response.headers['content-encoding'] ?? null);
        })
        .on('error', reject);
    });
    expect(got).toBe(coding);
  },
);

it('keeps connections open longer than the proxies in front, so that requests are not reset', {
  tags: ['thorough'],
}, async () => {
  const { headers } = await fetch(`${server.url}/healthz`);
  expect(headers.get('keep-alive')).toBe('timeout=75');
});
