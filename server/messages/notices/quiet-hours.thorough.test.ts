import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { Db } from '#server/db/open.ts';
import { startMailSink } from '#test/mail-sink.ts';
import { metOwners } from '#test/met-owners.ts';
import { startTestServer } from '#test/server.ts';

const { wait: mailed, url: SMTP_URL } = await startMailSink();
const server = startTestServer({ SMTP_URL });
const { makeOwner, meet } = metOwners(server);
const db = () => server.running.app.db;

async function expectWaiting(wanted: string): Promise<void> {
  const count = async () => {
    const { rows } = await db().execute(sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and wait_event = ${wanted}`);
    return rows.length;
  };
  await expect.poll(count, { timeout: 20_000 }).toBeGreaterThan(0);
}

const lockJobs = (tx: Db) => tx.execute(sql`lock table pgboss.job in share mode`);

it('Who is held back while quiet hours end is told of at once', async () => {
  const owner = await makeOwner();
  const clock = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16);
  const change = (quietHours: object | null) => owner.call('PATCH', '/api/notices/settings', { quietHours });
  await owner.call('PATCH', '/api/account', { timeZone: 'UTC' });
  expect((await change({ from: clock(-1), until: clock(2) })).status).toBe(200);
  await db().transaction(async (jobs) => {
    await db().transaction(async (telling) => {
      await telling.execute(
        sql`select pg_advisory_xact_lock(hashtextextended(${`arrivals ${owner.id}`}, 0))`,
      );
      await meet(owner, { fullName: 'Grace Hopper' });
      await expectWaiting('advisory');
      await lockJobs(jobs);
    });
    // It has read the quiet hours, and is about to note until when it waits.
    await expectWaiting('relation');
    expect((await change(null)).status).toBe(200);
  });
  const [mail] = await mailed(owner.email, 1);
  expect(mail).toMatch(/^Subject: New contact: Grace Hopper\r$/m);
});
