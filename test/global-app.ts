import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { TestProject } from 'vitest/node';
import { startApp } from '#server/app.ts';
import { readConfig } from '#server/config/config.ts';
import type { Db } from '#server/db/open.ts';
import { makeFastFolder } from '#test/fast-folder.ts';
import { newDatabase } from '#test/new-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A template in which an app has been started once: queues, schedules and indexes are there. */
    startedDatabase: string;
    /** Removed after the run. */
    runFolder: string;
  }
}

const STARTED = 'template_of_started_apps';

const countOpenJobs = async (db: Db) =>
  Number(
    (
      await db.execute(
        sql`select count(*) from pgboss.job where state < 'completed' and start_after <= now()`,
      )
    ).rows[0]?.count,
  );

/** After `global-database.ts`, whose template it copies. */
export async function setup(project: TestProject): Promise<() => void> {
  const { databaseServer, templateDatabase } = project.getProvidedContext();
  const folder = makeFastFolder('apps');
  const { url } = await newDatabase(databaseServer, STARTED, templateDatabase);
  const { app, working, close } = await startApp(
    readConfig({ DATABASE_URL: url, DATA_DIR: path.join(folder, 'first'), LOG_LEVEL: 'silent' }),
  );
  await working;
  while ((await countOpenJobs(app.db)) > 0) await sleep(20);
  // Each app then sends what it sends at any start.
  await app.db.execute(sql`delete from pgboss.job`);
  // And has files of its own.
  await app.db.execute(sql`delete from secrets where name = 'files'`);
  await close();
  project.provide('startedDatabase', STARTED);
  project.provide('runFolder', folder);
  return () => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
