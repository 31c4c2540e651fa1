import { sql } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';
import type { Db } from '#server/db/open.ts';
import { describeIdleJobs, watchIdleJobs } from '#server/infra/queue/idle-jobs.ts';
import { startTestServer } from '#test/server.ts';

const test = startTestServer();
const LONG_MS = 3_600_000;

const lookedAt = (minutesAgo: number) =>
  test.running.app.db.execute(
    sql`update pgboss.version set cron_on = now() - ${minutesAgo} * interval '1 minute'`,
  );

it('says after five minutes that nobody runs jobs, and since when, but not of others that may be starting as well', async () => {
  const { db } = test.running.app;
  await lookedAt(4);
  expect(await describeIdleJobs(db, LONG_MS)).toBe(null);
  await lookedAt(12);
  expect(await describeIdleJobs(db, LONG_MS)).toBe(
    'No process has run jobs for 12 minutes: mails, reminders, imports and deletions wait. ' +
      'Start a process with ROLE=jobs or ROLE=all on this database, or see in its log why it does not run.',
  );
  expect(await describeIdleJobs(db, 299_000)).toBe(null);
  expect(await describeIdleJobs(db, 360_000)).toMatch(/^No process has run jobs for 6 minutes: /);
});

it('is said in the log once, and again when it happens again', async () => {
  const said: string[] = [];
  let minutes = 0;
  const db = { execute: async () => ({ rows: [{ minutes }] }) } as unknown as Db;
  vi.useFakeTimers({ toFake: ['setInterval'] });
  vi.spyOn(performance, 'now').mockReturnValue(LONG_MS);
  const watch = watchIdleJobs(db, { warn: (text: unknown) => void said.push(String(text)), debug() {} });
  const counts: number[] = [];
  for (minutes of [4, 12, 13, 1, 5]) {
    await vi.advanceTimersByTimeAsync(60_000);
    counts.push(said.length);
  }
  watch.stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
  expect(counts).toEqual([0, 1, 1, 1, 2]);
});
