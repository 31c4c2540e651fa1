import { expect, it } from 'vitest';
import { googlePasses } from '#server/db/schema/sharing.ts';
import { signUpWithCard } from '#test/factories.ts';
import { startTestGoogle } from '#test/google-wallet.ts';
import { startTestServer } from '#test/server.ts';

const google = startTestGoogle();
const server = startTestServer(Object.assign(google.settings, { PUBLIC_URL: 'https://cards.example.com' }));

it('An owner whom another site leads to the link has not chosen Google: the link has the card, and Google is not told', async () => {
  const { call, cardId } = await signUpWithCard(server);
  const path = `/api/wallet/google/${cardId}`;
  const led = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
  const { body } = await call('GET', path, undefined, led);
  const { payload } = await google.readLink(body.saveUrl);
  expect(payload.genericObjects).toMatchObject([{ cardTitle: expect.anything() }]);
  expect((await call('HEAD', path)).status).toBe(404);
  expect(google.requests).toEqual([]);
  expect(await server.running.app.db.$count(googlePasses)).toBe(0);
  await call('GET', path, undefined, { 'sec-fetch-site': 'same-origin' });
  expect(await server.running.app.db.$count(googlePasses)).toBe(1);
});
