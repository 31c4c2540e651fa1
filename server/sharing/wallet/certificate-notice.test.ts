import { eq, isNotNull, sql } from 'drizzle-orm';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { passCertificate } from '#server/config/apple-settings.ts';
import { appleRegistrations } from '#server/db/schema/sharing.ts';
import { users } from '#server/db/schema/users.ts';
import { applePush, pushToDevices, tellThoseLeft } from '#server/sharing/wallet/apple-push.ts';
import { createAppleWallet } from '#server/sharing/wallet/apple-signer.ts';
import { warnOfCertificate } from '#server/sharing/wallet/certificate-notice.ts';
import { makeChain } from '#server/sharing/wallet/development-chain.ts';
import { DAY_MS, HOUR_MS } from '#shared/formats/time.ts';
import { startApnsServer } from '#test/apns-server.ts';
import { announceJobs } from '#test/due-jobs.ts';
import { PASSWORD, signUp } from '#test/factories.ts';
import { startTestServer } from '#test/server.ts';
import { downloadPass, walletDevices } from '#test/wallet-devices.ts';

const TYPE = 'pass.com.example.cards';
const TEAM = 'A1B2C3D4E5';
/** Certificates of test chains last 20 years. */
const begun = new Date();
begun.setUTCFullYear(begun.getUTCFullYear() - 20);
const chain = await makeChain(TYPE, TEAM, new Date(begun.getTime() + 40 * DAY_MS));
const settingsOf = ({ certificate, key, issuer }: typeof chain) => ({
  APPLE_PASS_TYPE_ID: TYPE,
  APPLE_TEAM_ID: TEAM,
  APPLE_PASS_CERT: certificate,
  APPLE_PASS_KEY: key,
  APPLE_WWDR_CERT: issuer,
});
const apns = await startApnsServer();
afterAll(() => apns.close());
let clock = Date.now();
const later = (days: number) => {
  clock = Date.now() + days * DAY_MS;
};
afterEach(() => later(0));

const server = startTestServer({ ...settingsOf(chain), APNS_URL: apns.url }, () => new Date(clock));
const devices = walletDevices(server);

async function publish() {
  const { call, username } = await signUp(server);
  const { body } = await call('POST', '/api/cards', { name: 'Work', fullName: 'Ada Lovelace' });
  return { call, username, id: String(body.id) };
}

/** Of the jobs that tell the devices of a card. */
async function statesOfPushes(cardId: string) {
  const { rows } = await server.running.app.db.execute<{ state: string }>(sql`
    select state from pgboss.job where name = 'apple-push' and data ->> 'cardId' = ${cardId}`);
  return rows.map(({ state }) => state);
}

/** The sentence in the log and in /admin, which is the same. */
async function said(): Promise<string | null> {
  const { app } = server.running;
  const warn = vi.fn();
  warnOfCertificate({ ...app, log: { ...app.log, warn } as typeof app.log });
  const admin = await signUp(server);
  await app.db.update(users).set({ isAdmin: true }).where(eq(users.id, admin.id));
  const { body } = await admin.call('GET', '/api/admin/health');
  expect(warn.mock.lastCall?.[0] ?? null).toBe(body.passCertificate);
  return body.passCertificate;
}

describe('The certificate of Apple Wallet', () => {
  it('is spoken of from 30 days before it expires', async () => {
    expect(await said()).toBeNull();
    later(15);
    expect(await said()).toMatch(/^The certificate for Apple Wallet expires on \d{4}-\d\d-\d\d\. Renew it/);
    later(45);
    expect(await said()).toMatch(
      /^The certificate for Apple Wallet expired on .* passes for Apple Wallet are off/,
    );
  });

  it('signs nothing once it has expired, and everything else goes on', { tags: ['thorough'] }, async () => {
    const isOn = async ({ call, id }: Awaited<ReturnType<typeof publish>>) => [
      (await call('GET', `/api/wallet/apple/${id}`)).body.isTrusted,
      (await call('GET', '/api/auth/me')).body.abilities.signsApplePasses,
    ];
    const ada = await publish();
    expect(await isOn(ada)).toEqual([true, true]);
    const held = await downloadPass(ada.call, ada.id);
    expect(held.typeId).toBe(TYPE);
    expect((await devices.register('phone', held)).status).toBe(201);

    later(45);
    // Sessions from before have ended, too.
    const grace = await publish();
    expect(await isOn(grace)).toEqual([false, false]);
    expect(server.running.app.apple.pushes).toBe(false);
    expect((await server.client()('GET', `/card/${grace.id}`)).status).toBe(200);
    // A pass to look at has the type of this server's own certificate, as without one from Apple.
    expect((await downloadPass(grace.call, grace.id)).typeId).not.toBe(TYPE);
    // A device keeps the pass it has, and may still give it up.
    expect((await devices.fetch(held)).status).toBe(503);
    expect((await devices.unregister('phone', held)).status).toBe(200);
  });

  it('is missed by no device: it hears of each change once there is another', {
    tags: ['thorough'],
  }, async () => {
    const { app } = server.running;
    const { call, username, id } = await publish();
    await devices.register('phone', await downloadPass(call, id));
    later(45);
    expect((await call('POST', '/api/auth/login', { email: username, password: PASSWORD })).status).toBe(200);
    await call('PUT', `/api/cards/${id}`, { jobTitle: 'Countess' });
    await app.db.execute(sql`update pgboss.job set start_after = now() where name = 'card-changed'`);
    await announceJobs(app.db);
    await vi.waitFor(async () => {
      const { rows } = await app.db.execute(sql`
        select state from pgboss.job where name in ('card-changed', 'apple-push') and state < 'completed'`);
      expect(rows).toEqual([]);
      expect(await app.db.$count(appleRegistrations, isNotNull(appleRegistrations.pushAt))).toBe(1);
    }, 20_000);
    await tellThoseLeft(app);
    expect(apns.seen).toEqual([]);

    const certificate = passCertificate.read(settingsOf(await makeChain(TYPE, TEAM, new Date())));
    const apple = createAppleWallet({ certificate, apnsUrl: apns.url }, app.db, app);
    later(46);
    const renewed = { ...app, apple };
    const sent = vi.spyOn(app.queue, 'send');
    for (const jobs of [2, 3]) {
      await tellThoseLeft(renewed);
      // A process that has the expired one still, as this server, takes the job: an hour later, there is another.
      const states = Array.from({ length: jobs }, () => 'completed');
      await vi.waitFor(async () => expect(await statesOfPushes(id)).toEqual(states), 20_000);
    }
    const [[, kind, push] = []] = sent.mock.calls;
    sent.mockRestore();
    expect(kind).toBe('apple-push');
    await pushToDevices(renewed, applePush.parse(push));
    await apple.close();
    expect(apns.taken).toEqual([{ token: 'token-phone', topic: TYPE, body: '{}' }]);
  });
});

describe('While Apple’s push service is away', () => {
  it('one job waits for it, however many phones have the card', async () => {
    const { app } = server.running;
    const { call, id } = await publish();
    const pass = await downloadPass(call, id);
    await devices.register('phone', pass);
    await devices.registerMany(150, pass);
    await app.db.update(appleRegistrations).set({ pushAt: app.now() });
    await apns.shut();
    await pushToDevices(app, { cardId: id, tries: 12 });
    await apns.open();
    clock += HOUR_MS / 2;
    await tellThoseLeft(app);
    expect(await statesOfPushes(id)).toEqual(['created']);
  });
});
