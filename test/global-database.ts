import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '#server/db/embedded/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { makeFastFolder } from '#test/fast-folder.ts';
import { createProductRole, newDatabase } from '#test/new-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the role that may create databases, which is never the product's. */
    databaseServer: string;
    templateDatabase: string;
    /** Removed after the run. */
    runFolder: string;
  }
}

/**
 * One PostgreSQL per run, and one migrated database as the template. `TEST_POSTGRES` is its major version,
 * `TEST_ICU_LOCALE` the locale by which it sorts and folds; without them, it is set up as the product sets up its own
 * (docs/decisions/309).
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = makeFastFolder('test');
  const runFolder = makeFastFolder('run');
  fs.chmodSync(folder, 0o711);
  const { TEST_POSTGRES, TEST_ICU_LOCALE } = process.env;
  const { connection, stop } = await startEmbedded(path.join(folder, 'postgres'), {
    onLog: () => {},
    major: Number(TEST_POSTGRES) || undefined,
    icuLocale: TEST_ICU_LOCALE || undefined,
    connections: CONNECTIONS,
  });
  const server = `postgres://app@localhost:5432/postgres?host=${encodeURIComponent(connection.host)}`;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await forgetDurability(client);
  await createProductRole(client);
  const template = await newDatabase(server, TEMPLATE);
  await migrate({ connectionString: template.url });
  project.provide('databaseServer', server);
  project.provide('templateDatabase', TEMPLATE);
  project.provide('runFolder', runFolder);
  return async () => {
    await client.end();
    await stop();
    for (const made of [folder, runFolder]) fs.rmSync(made, { recursive: true, force: true, maxRetries: 3 });
  };
}

const TEMPLATE = 'template_of_tests';
/** Each worker has an app for each kind of settings that files share, and up to two of a file's own, of some 25 connections each. */
const CONNECTIONS = 600;

/** The data of a run is thrown away; what must survive a crash is tested with clusters of its own. */
async function forgetDurability(client: pg.Client): Promise<void> {
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes'])
    await client.query(`alter system set ${setting} = off`);
  await client.query('select pg_reload_conf()');
}
