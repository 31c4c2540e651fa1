import { expect, it } from 'vitest';
import { PASSWORD, signUpWithCard } from '#test/factories.ts';
import { formOf } from '#test/imports.ts';
import { startTestServer } from '#test/server.ts';

const server = startTestServer({ ROLE: 'web' });

it('Who has written, or waits for a job, is served by the database itself for a while', async () => {
  const { call, cardId, username } = await signUpWithCard(server);
  const replica = { current: () => null, hasCaughtUp: async () => {}, close: async () => {} };
  Object.assign(server.running.app, { replica });
  const wrote = async (...request: Parameters<typeof call>) =>
    (await call(...request)).headers.getSetCookie().some((cookie) => cookie.startsWith('goldleaf_wrote=1'));
  expect(await wrote('GET', '/api/contacts')).toBe(false);
  expect(await wrote('POST', '/api/auth/login', { username, password: PASSWORD })).toBe(true);
  expect(await wrote('PUT', `/api/cards/${cardId}`, { title: 'x' })).toBe(true);
  expect(await wrote('GET', '/api/import')).toBe(false);
  expect((await call('POST', '/api/import', formOf('Name\nGrace', 'people.csv'))).status).toBe(200);
  expect(await wrote('GET', '/api/import')).toBe(true);
});
