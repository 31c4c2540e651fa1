import fs from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { inject } from 'vitest';
import { startApp } from '#server/app.ts';
import { readConfig } from '#server/config/config.ts';
import type { Db } from '#server/db/open.ts';
import { createTestDatabase } from '#test/database.ts';

const STARTED = 'template_of_started_apps';
/** An arbitrary constant: the lock of the worker that makes the template. */
const TEMPLATE_LOCK = 715_100;

let template: Promise<string> | undefined;
let next: ReturnType<typeof createTestDatabase> | undefined;

/** A database in which an app has been started before. The next one is copied while tests run. */
export async function createStartedDatabase() {
  const database = await (next ?? copy());
  next = copy();
  // If the run ends before, nobody needs it.
  next.catch(() => {});
  return database;
}

async function copy() {
  template ??= makeTemplate();
  return createTestDatabase(await template);
}

/**
 * In the template, an app has been started once: queues, schedules and indexes are there. The first worker that needs it
 * makes it, because workers load the app anyway; before the run, it would be loaded once more (docs/decisions/289).
 */
async function makeTemplate(): Promise<string> {
  const client = new pg.Client({ connectionString: inject('databaseServer') });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [STARTED]);
    if (rowCount) return STARTED;
    const { url } = await createTestDatabase();
    await startOn(url);
    await client.query(`alter database ${new URL(url).pathname.slice(1)} rename to ${STARTED}`);
    return STARTED;
  } finally {
    await client.end();
  }
}

async function startOn(url: string): Promise<void> {
  const dataDir = await fs.mkdtemp(path.join(inject('runFolder'), 'first-'));
  const { app, working, close } = await startApp(
    readConfig({ DATABASE_URL: url, DATA_DIR: dataDir, LOG_LEVEL: 'silent' }),
  );
  await working;
  while ((await countOpenJobs(app.db)) > 0) await sleep(20);
  // Each app then sends what it sends at any start.
  await app.db.execute(sql`delete from pgboss.job`);
  // And has files of its own.
  await app.db.execute(sql`delete from secrets where name = 'files'`);
  // No job comes by time while another is tested; `schedules.test.ts` has queues of its own.
  await app.db.execute(sql`update pgboss.version set cron_on = now() + interval '1 day'`);
  // Nor are queues looked over at each start, which takes a tenth of a second.
  await app.db.execute(sql`update pgboss.queue set monitor_claim_on = now() + interval '1 day',
    maintain_on = now() + interval '1 day'`);
  await close();
}

const countOpenJobs = async (db: Db) =>
  Number(
    (
      await db.execute(
        sql`select count(*) from pgboss.job where state < 'completed' and start_after <= now()`,
      )
    ).rows[0]?.count,
  );
