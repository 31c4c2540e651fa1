import fs from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, inject, it } from 'vitest';
import { type RunningApp, startApp } from '#server/app.ts';
import { readConfig } from '#server/config/config.ts';
import { restorations } from '#server/db/schema/operations.ts';
import { createTestDatabase } from '#test/database.ts';
import { isHeld, markRestored } from './restored.ts';

it('is held from the mark until every restoration is released', async () => {
  const { running, drop } = await startWithoutJobs();
  const { db } = running.app;
  expect(await isHeld(db)).toBe(false);
  await markRestored(db, { takenAt: new Date(0), release: '0.1.0' });
  await markRestored(db, { takenAt: new Date(), release: '0.1.0' });
  expect(await isHeld(db)).toBe(true);
  await db
    .update(restorations)
    .set({ releasedAt: new Date() })
    .where(sql`${restorations.takenAt} = to_timestamp(0)`);
  expect(await isHeld(db)).toBe(true);
  await db.update(restorations).set({ releasedAt: new Date() });
  expect(await isHeld(db)).toBe(false);
  await running.close();
  await drop();
});

it('starts without jobs and schedules, also if a request adds a job', { tags: ['thorough'] }, async () => {
  const { running, drop } = await startWithoutJobs();
  const { db, queue } = running.app;
  await running.working;
  await queue.send(db, 'expired-sessions', {});
  const { rows } = await db.execute(sql`
    select (select count(*)::int from pgboss.schedule) as schedules, state, name from pgboss.job`);
  expect(rows).toEqual([{ schedules: 0, state: 'created', name: 'expired-sessions' }]);
  await running.close();
  await drop();
});

async function startWithoutJobs(): Promise<{ running: RunningApp; drop: () => Promise<void> }> {
  const { url, drop } = await createTestDatabase();
  const dataDir = await fs.mkdtemp(path.join(inject('runFolder'), 'data-'));
  const config = readConfig({ DATABASE_URL: url, DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
  return { running: await startApp(config, undefined, undefined, undefined, { isLook: true }), drop };
}
