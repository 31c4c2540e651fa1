import fs from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, expect, inject } from 'vitest';
import { type RunningApp, startApp } from '#server/app.ts';
import { readConfig } from '#server/config/config.ts';
import { reminders } from '#server/db/schema/messages.ts';
import { users } from '#server/db/schema/users.ts';
import { markRestored } from '#server/infra/hold/restored.ts';
import { composeMail } from '#server/infra/mail/compose.ts';
import { sendMail } from '#server/infra/mail/mail.ts';
import { sendPushJob } from '#server/messages/notices/push-notice.ts';
import { wakingMoment, zonesOf } from '#server/messages/sms/quiet-hours.ts';
import { startApnsServer } from '#test/apns-server.ts';
import { makeCheap } from '#test/cheap-passwords.ts';
import { createClient } from '#test/client.ts';
import { createTestDatabase } from '#test/database.ts';
import { announceJobs } from '#test/due-jobs.ts';
import { PASSWORD, signUp } from '#test/factories.ts';
import { startTestGoogle } from '#test/google-wallet.ts';
import { confirmEmail } from '#test/invites.ts';
import { startMailSink } from '#test/mail-sink.ts';
import { startPushServer } from '#test/push-server.ts';
import type { Client, TestServer } from '#test/server.ts';
import { startTestTwilio } from '#test/sms-server.ts';
import { stripeEnv } from '#test/stripe-events.ts';
import { subscribePerson } from '#test/stripe-people.ts';
import { startStripeServer } from '#test/stripe-server.ts';
import { downloadPass, walletDevices } from '#test/wallet-devices.ts';

/** A restored copy of a server on which much was due, and all that it could call. */

export const MANY = 20;

/** Where texts may go out at this moment. */
const NUMBERS = [
  { country: 'GB', numberOf: (n: number) => `+4479119${String(10_000 + n)}` },
  { country: 'JP', numberOf: (n: number) => `+81901234${String(1000 + n)}` },
  { country: 'NZ', numberOf: (n: number) => `+64211234${String(100 + n)}` },
];
const awakeNow = () => {
  const now = new Date();
  const found = NUMBERS.find(({ country }) => zonesOf(country) && wakingMoment(country, now) === now);
  if (!found) throw new Error('It is night everywhere.');
  return found.numberOf;
};

/** Servers of all that a copy could call; for one test file. */
export async function startOutside() {
  const now = () => new Date();
  const [apns, devices, mails, stripe] = await Promise.all([
    startApnsServer(),
    startPushServer(),
    startMailSink(),
    startStripeServer(now),
  ]);
  const [google, twilio] = [startTestGoogle(), startTestTwilio(now)];
  afterAll(() => Promise.all([apns.close(), devices.close(), stripe.close()]));
  const settings = () => ({
    ...google.settings,
    ...twilio.settings,
    ...stripeEnv(stripe),
    APNS_URL: apns.url,
    SMTP_URL: mails.url,
    // Passes of a development certificate are for this machine only.
    PUBLIC_URL: '',
  });
  const dueMails = () => Array.from({ length: MANY }, (_, n) => mails.to(`due${n}@example.org`).length);
  return {
    ...{ apns, devices, mails, stripe, google, twilio, settings },
    /** Numbers of all that has left the house. */
    sent: () => ({
      mails: dueMails().reduce((sum, count) => sum + count, 0),
      texts: twilio.messages.length,
      pushes: devices.seen.length,
      passes: new Set(apns.seen.map(({ token }) => token)).size,
      google: google.requests.filter((one) => !one.startsWith('GET')).length,
      charges: stripe.calls.filter((call) => !call.startsWith('GET')).length,
    }),
  };
}
export type Outside = Awaited<ReturnType<typeof startOutside>>;

/** A database, and apps that are started on it one after the other. */
export async function openHome(outside: Outside) {
  const database = await createTestDatabase();
  const dataDir = await fs.mkdtemp(path.join(inject('runFolder'), 'data-'));
  const env = {
    ...outside.settings(),
    ...{ PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent', RATE_LIMITS: 'off' },
    ...{ DATABASE_URL: database.url, DATA_DIR: dataDir },
  };
  const start = async (hasJobs: boolean): Promise<TestServer> => {
    const running = await startApp(readConfig(env), undefined, undefined, undefined, { isLook: !hasJobs });
    await running.working;
    makeCheap(running.app.passwords);
    await new Promise<void>((resolve) => running.server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(running.server.address() as AddressInfo).port}`;
    return { running, url, client: () => createClient(url) };
  };
  return {
    start,
    /** A copy that was restored now. */
    async startCopy(): Promise<TestServer> {
      const { running } = await start(false);
      await markRestored(running.app.db, { takenAt: new Date(), release: '0.1.0' });
      await running.app.db.execute(sql`update pgboss.job set start_after = now() where state < 'active'`);
      await running.close();
      const copy = await start(true);
      await announceJobs(copy.running.app.db);
      return copy;
    },
    drop: async () => {
      await database.drop();
      await fs.rm(dataDir, { recursive: true });
    },
  };
}

/** Lets many of everything become due on a server without jobs. */
export async function letMuchBeDue(server: TestServer, outside: Outside) {
  const { running } = server;
  const { app } = running;
  const owner = await signUp(server);
  await owner.call('PATCH', '/api/account', { phoneNumber: awakeNow()(99) });
  const device = await addDevice(owner.call, outside);
  const people = await meetPeople(server, owner.call);
  await stopTelling(running);
  await app.db.insert(reminders).values(
    people.map((personId) => ({
      ...{ id: `reminder${personId}`.slice(0, 30), userId: owner.id, personId },
      at: new Date(Date.now() - 60_000),
    })),
  );
  for (const [n, id] of people.entries()) {
    await sendPushJob(app, app.db, device, owner.id, { kind: 'contact', id });
    const letter = { to: `due${n}@example.org`, name: 'Bob', subject: 'Due', paragraphs: ['It is due.'] };
    await sendMail(app, app.db, composeMail(letter));
  }
  await changePasses(server);
  const billed = await changeSubscriptions(server, outside);
  // Texts go out only for those with a confirmed address.
  await confirmEmail(server, owner.id);
  return { owner, ...billed };
}

async function addDevice(call: Client, { devices }: Outside) {
  const { body } = await call('GET', '/api/notices/push');
  await call('POST', '/api/notices/push', devices.subscribe('laptop', body.publicKey));
  const { body: now } = await call('GET', '/api/notices/push');
  return { id: String(now.devices[0].id), isProven: true };
}

/** Who agreed to a text; returns their ids. */
async function meetPeople(server: TestServer, call: Client): Promise<string[]> {
  const { body: card } = await call('POST', '/api/cards', { name: 'Work', fullName: 'Ada Lovelace' });
  const ids: string[] = [];
  for (let n = 0; n < MANY; n += 1) {
    const who = { fullName: 'Bob', email: `bob${n}@example.org`, phone: awakeNow()(n), smsConsent: true };
    const { status, body } = await server.client()('POST', '/api/contacts/exchange', {
      ...who,
      cardId: card.id,
    });
    expect(status).toBe(200);
    ids.push(body.id);
  }
  return ids;
}

/** As if the process had ended before it told the owner of anybody. */
async function stopTelling({ app }: RunningApp): Promise<void> {
  // All that it has begun is done by then.
  await sleep(2_000);
  await app.db.execute(sql`update arrivals set told_at = null, told_in = null`);
  await app.db.execute(
    sql`delete from pgboss.job where name in ('notice-mail', 'push', 'push-unproven', 'tell-arrivals')`,
  );
}

/** Cards in Apple Wallet, and one in Google Wallet, that were edited. */
async function changePasses(server: TestServer): Promise<void> {
  const phones = walletDevices(server);
  for (let n = 0; n < MANY; n += 1) {
    const { call } = await signUp(server);
    const { body: card } = await call('POST', '/api/cards', { name: 'Work', fullName: 'Ada' });
    const pass = await downloadPass(server.client(), card.id);
    await phones.register(`phone${n}`, pass);
    if (n === 0) await call('GET', `/api/wallet/google/${card.id}`);
    await call('PUT', `/api/cards/${card.id}`, { jobTitle: 'Countess' });
  }
}

/** One has another card, one is to be ended, and two are unknown to the backup. */
async function changeSubscriptions(server: TestServer, { stripe }: Outside) {
  const { app } = server.running;
  const clock = { now: new Date() };
  const payer = await subscribePerson(server, stripe, clock);
  for (const name of ['One', 'Two']) await payer.call('POST', '/api/cards', { name, fullName: 'Ada' });
  const leaver = await subscribePerson(server, stripe, clock);
  expect(
    (await leaver.call('DELETE', '/api/account', { username: leaver.username, password: PASSWORD })).status,
  ).toBe(200);
  const lost = [await subscribePerson(server, stripe, clock), await subscribePerson(server, stripe, clock)];
  for (const { id } of lost) await app.db.execute(sql`delete from ${users} where id = ${id}`);
  return { payer, leaver, lost };
}
