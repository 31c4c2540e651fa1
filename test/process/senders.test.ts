import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, expect, it, vi } from 'vitest';
import { ANNOUNCE_JOBS } from '#test/due-jobs.ts';
import { startMailSink } from '#test/mail-sink.ts';
import { callServer, registerOwner } from '#test/process/people.ts';
import { makeDataFolder, startProduct } from '#test/process/product.ts';
import { startPushServer } from '#test/push-server.ts';
import { startTestTwilio } from '#test/sms-server.ts';

/** Everything that waits to be sent, when the app is killed before any provider has answered. */

const mailbox = await startMailSink();
const pushes = await startPushServer();
afterAll(() => pushes.close());
const twilio = startTestTwilio(() => new Date());

const OWNER = 'ada@example.com';
const GUEST = 'grace@example.com';
const within = { timeout: 60_000, interval: 20 };

/** A number of a country where it is day, since nobody is texted at night. */
function numberByDay(): string {
  const hour = new Date().getUTCHours();
  if (hour < 4) return '+819012345678';
  return hour < 14 ? '+919876543210' : '+51912345678';
}

/** Statements on the database that the app left running. */
async function openDatabase(dataDir: string) {
  const lines = fs.readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n');
  const client = new pg.Client({ host: lines[4], user: 'app', database: 'postgres' });
  await client.connect();
  return client;
}

const messageIds = (mails: string[]) => mails.map((mail) => /^Message-ID: (.+)\r$/im.exec(mail)?.[1]);

it('mails, messages, texts, receipts and reminders survive kill -9 before any answer, and come once where that can be known', async () => {
  const DATA_DIR = makeDataFolder();
  const settings = { ...twilio.settings, DATA_DIR, SMTP_URL: mailbox.url, SMS_COUNTRIES: 'JP,IN,PE' };
  let product = await startProduct({ ...settings, PUBLIC_URL: '' });
  const { cardId, cookie } = await registerOwner(product.url);
  const ask = async (method: string, address: string, body?: unknown) =>
    (await callServer(product.url, method, address, body, cookie)).body;
  const database = await openDatabase(DATA_DIR);
  await database.query('update users set email_confirmed_at = now()');
  await ask('PATCH', '/api/account', { phoneNumber: '+44 20 7946 0958' });
  const { publicKey } = await ask('GET', '/api/notices/push');
  await ask('POST', '/api/notices/push', pushes.subscribe('phone', publicKey));

  // The mail that asks to confirm the address, which is answered.
  await vi.waitFor(async () => {
    const { rows } = await database.query("select state from pgboss.job where name = 'link-mail'");
    expect(rows).toEqual([{ state: 'completed' }]);
  }, within);
  mailbox.unanswered.add(OWNER).add(GUEST);
  pushes.moods.set('phone', ['be silent']);
  twilio.failures.push({ how: 'silence', isTaken: true });
  const details = { fullName: 'Grace Hopper', email: GUEST, phone: numberByDay(), cardId };
  const exchanged = { ...details, smsConsent: true, wantsReceipt: true };
  const { body: contact } = await callServer(product.url, 'POST', '/api/contacts/exchange', exchanged);
  const at = new Date(Date.now() + 1_000).toISOString();
  await ask('POST', '/api/notices/reminders', { contactId: contact.id, at });
  // All of them are on their way, and nothing has been answered.
  await vi.waitFor(async () => {
    expect(mailbox.to(OWNER)).toHaveLength(1);
    expect(mailbox.to(GUEST)).toHaveLength(1);
    expect(pushes.seen).toEqual(['phone']);
    expect(twilio.requests).toEqual(['POST']);
    const { rows } = await database.query('select from reminders where told_at is not null');
    expect(rows).toHaveLength(1);
  }, within);
  product.kill('SIGKILL');
  await product.ended;

  // So much later that the queue no longer believes that somebody is at it.
  await database.query(`
    update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute' where state = 'active';
    update pgboss.queue set monitor_claim_on = monitor_claim_on - interval '1 minute';
    update text_messages set next_at = next_at - interval '1 minute'`);
  product = await startProduct({ ...settings, PUBLIC_URL: '' });
  await vi.waitFor(async () => {
    const retried = await database.query(
      "update pgboss.job set start_after = now() where state = 'retry' and start_after > now()",
    );
    if (retried.rowCount) await database.query(ANNOUNCE_JOBS);
    // Whatever is still to come is a job.
    const { rows } = await database.query(
      "select name from pgboss.job where state < 'completed' and (name ~ '-mail$' or name ~ '^push')",
    );
    expect(rows).toEqual([]);
    expect(mailbox.to(OWNER)).toHaveLength(3);
    expect(mailbox.to(GUEST)).toHaveLength(2);
    expect((await ask('GET', '/api/sms/messages'))[0]?.state).toBe('sent');
  }, within);
  await database.end();

  // A mail server that took a mail cannot be asked whether it did: it comes again, with the same id.
  const mails = mailbox.to(OWNER);
  const [first, second] = mails.filter((mail) => /^Subject: New contact/m.test(mail));
  expect(messageIds([first ?? ''])).toEqual(messageIds([second ?? '']));
  expect(new Set(messageIds(mailbox.to(GUEST))).size).toBe(1);
  expect(mails.filter((mail) => /^Subject: Reminder/m.test(mail))).toHaveLength(1);
  // Both messages once: what a push service did not answer it did not show, and a second one would replace the first.
  expect(pushes.shown.map(({ words }) => words.title).toSorted()).toEqual([
    'New contact: Grace Hopper',
    'Reminder: Grace Hopper',
  ]);
  // Twilio had the text, and was asked instead of being given it again.
  expect(twilio.messages).toHaveLength(1);
  expect(twilio.requests.filter((method) => method === 'POST')).toHaveLength(1);
});
