import { expect, it } from 'vitest';
import { signUpWithCard } from '#test/factories.ts';
import { shareTestServer } from '#test/shared-server.ts';

const plain = shareTestServer();
const secure = shareTestServer({ PUBLIC_URL: 'https://cards.example.com' });

it('keeps browsers on https for a year, on every kind of response', async () => {
  const { call, cardId } = await signUpWithCard(secure);
  const paths = [
    '/',
    `/card/${cardId}`,
    '/nothing',
    '/api/cards',
    '/api/nothing',
    '/robots.txt',
    '/media/nothing',
  ];
  // The second response comes from memory.
  for (const path of [
    ...paths,
    ...paths,
    `/card/${cardId}?utm_source=print`,
    '/healthz',
    `/api/cards/${cardId}/vcard`,
  ]) {
    const { headers } = await call('GET', path);
    expect(headers.get('strict-transport-security'), path).toBe('max-age=31536000');
  }
  const refused = await secure.client()('POST', '/api/cards', {});
  expect(refused.headers.get('strict-transport-security')).toBe('max-age=31536000');
});

it('promises nothing about https unless PUBLIC_URL is https', async () => {
  const { headers } = await plain.client()('GET', '/');
  expect(headers.get('strict-transport-security')).toBeNull();
});

it('keeps other windows out of a document, and lets no document use a sensor', async () => {
  const { cardId, call } = await signUpWithCard(plain);
  for (const path of ['/', `/card/${cardId}`, `/card/${cardId}/exchange`, '/nothing', '/logo-preview']) {
    const { headers } = await call('GET', path);
    expect(headers.get('cross-origin-opener-policy'), path).toBe('same-origin');
    expect(headers.get('permissions-policy'), path).toContain('camera=()');
    expect(headers.get('x-content-type-options'), path).toBe('nosniff');
  }
});
