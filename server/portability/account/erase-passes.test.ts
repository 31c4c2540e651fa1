import { eq, sql } from 'drizzle-orm';
import { afterAll, expect, it } from 'vitest';
import { businessCards } from '#server/db/schema/cards.ts';
import { eraseRests } from '#server/portability/account/erase-rest.ts';
import { startApnsServer } from '#test/apns-server.ts';
import { PASSWORD, signUp } from '#test/factories.ts';
import { startTestServer } from '#test/server.ts';
import { downloadPass, readPass, walletDevices } from '#test/wallet-devices.ts';

const apns = await startApnsServer();
afterAll(() => apns.close());
const server = startTestServer({ APNS_URL: apns.url });
const devices = walletDevices(server);
const db = () => server.running.app.db;

it('The passes of a deleted account are voided on phones, and say nothing of the person', async () => {
  const { call, username } = await signUp(server);
  const { body } = await call('POST', '/api/cards', { name: 'Work', fullName: 'Ada King' });
  const pass = await downloadPass(call, body.id);
  await devices.register('phone', pass);
  const { lastUpdated } = (await devices.list('phone', pass)).body;
  expect((await call('DELETE', '/api/account', { username, password: PASSWORD })).status).toBe(200);
  await eraseRests(server.running.app);
  await expect.poll(() => apns.taken.length, { timeout: 20_000 }).toBe(1);
  const listed = await devices.list('phone', pass, lastUpdated);
  expect(listed.body).toMatchObject({ serialNumbers: [pass.serial] });
  const held = await readPass((await devices.fetch(pass)).bytes);
  expect(held).toMatchObject({ voided: true });
  expect(JSON.stringify(held)).not.toMatch(/Ada|King/);
  const isIt = eq(businessCards.id, body.id);
  expect(await db().select().from(businessCards).where(isIt)).toMatchObject([{ fullName: '', name: '' }]);

  await db().execute(sql`update erasures set begun_at = begun_at - interval '1 day'`);
  await eraseRests(server.running.app);
  expect(await db().$count(businessCards, isIt)).toBe(0);
  expect((await devices.list('phone', pass)).status).toBe(204);
});
