import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { users } from '#server/db/schema/users.ts';
import { warnOfCertificate } from '#server/sharing/wallet/certificate-notice.ts';
import { makeChain } from '#server/sharing/wallet/development-chain.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { signUp } from '#test/factories.ts';
import { startTestServer } from '#test/server.ts';
import { downloadPass, walletDevices } from '#test/wallet-devices.ts';

const TYPE = 'pass.com.example.cards';
const TEAM = 'A1B2C3D4E5';
/** Certificates of test chains last 20 years. */
const begun = new Date();
begun.setUTCFullYear(begun.getUTCFullYear() - 20);
const chain = await makeChain(TYPE, TEAM, new Date(begun.getTime() + 40 * DAY_MS));
let clock = Date.now();
const later = (days: number) => {
  clock = Date.now() + days * DAY_MS;
};
afterEach(() => later(0));

const server = startTestServer(
  {
    APPLE_PASS_TYPE_ID: TYPE,
    APPLE_TEAM_ID: TEAM,
    APPLE_PASS_CERT: chain.certificate,
    APPLE_PASS_KEY: chain.key,
    APPLE_WWDR_CERT: chain.issuer,
    APNS_URL: 'http://127.0.0.1:9',
  },
  () => new Date(clock),
);
const devices = walletDevices(server);

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
    const publish = async () => {
      const { call } = await signUp(server);
      const { body } = await call('POST', '/api/cards', { name: 'Work', fullName: 'Ada Lovelace' });
      return { call, id: String(body.id) };
    };
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
});
