import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of a database on the server where tests may create databases. */
    databaseServer: string;
    templateDatabase: string;
  }
}

/**
 * One PostgreSQL per run: that of DATABASE_URL, otherwise an embedded one; and one migrated database as the template.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'goldleaf-test-'));
  fs.chmodSync(folder, 0o711);
  const given = process.env.DATABASE_URL || undefined;
  const embedded = given ? null : await startEmbedded(path.join(folder, 'postgres'), { onLog: () => {} });
  const server =
    given ??
    `postgres://app@localhost:5432/postgres?host=${encodeURIComponent(embedded?.connection.host ?? '')}`;
  const template = `template_${process.pid}_${Date.now()}`;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  if (embedded) await forgetDurability(client);
  await client.query(`create database ${template}`);
  const url = new URL(server);
  url.pathname = `/${template}`;
  await migrate({ connectionString: url.href });
  project.provide('databaseServer', server);
  project.provide('templateDatabase', template);
  return async () => {
    // A worker's last product may have left its database.
    const left = await client.query('select datname from pg_database where starts_with(datname, $1)', [
      template,
    ]);
    for (const { datname } of left.rows) await client.query(`drop database ${datname} with (force)`);
    await client.end();
    await embedded?.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  };
}

/** The data of a run is thrown away; what must survive a crash is tested with clusters of its own. */
async function forgetDurability(client: pg.Client): Promise<void> {
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes'])
    await client.query(`alter system set ${setting} = off`);
  await client.query('select pg_reload_conf()');
}
