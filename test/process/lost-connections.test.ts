import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { expect, it } from 'vitest';
import { startEmbedded } from '#server/db/embedded.ts';
import { registerOwner } from '#test/process/people.ts';
import { databasePid, makeFolder, signal, start } from '#test/process/product.ts';
import { beginWork, findLosses, type Work } from '#test/process/work.ts';

/**
 * Card saves, uploads, payments, views and exchanges while connections are lost. `bench/kills.mjs` does it for longer.
 */

const NOTHING = { contacts: 0, twice: 0, names: 0, files: 0, views: 0 };

/** Terminates one connection of the app after another, whatever it is doing. */
async function terminateBackends(connection: pg.ClientConfig, work: Work, rounds: number): Promise<void> {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  await client.connect();
  for (let round = 0; round < rounds; round += 1) {
    await work.more(1);
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where backend_type = 'client backend' and pid <> pg_backend_pid() and query not like '%pg_try_advisory_lock%'`,
    );
  }
  await client.end();
}

/** Only responses that say what happened, no 500 among them. */
const expectCleanAnswers = (work: Work) =>
  expect([...work.statuses.keys()].filter((status) => status !== 503 && status >= 500)).toEqual([]);

it('keeps working when the connections or the server of the embedded database are killed under all kinds of work', async () => {
  const DATA_DIR = makeFolder();
  const product = await start({ DATA_DIR });
  const owner = await registerOwner(product.url);
  const pidFile = path.join(DATA_DIR, 'postgres/postmaster.pid');
  const [, , , , host = ''] = fs.readFileSync(pidFile, 'utf8').split('\n');
  const connection = { host, user: 'app', database: 'postgres' };
  const work = beginWork(product, owner);
  await work.more(2);
  await terminateBackends(connection, work, 8);
  signal(databasePid(DATA_DIR), 'SIGKILL');
  await work.more(2);
  await work.stop();
  expect(product.isRunning()).toBe(true);
  expectCleanAnswers(work);
  expect(await findLosses(connection, product, owner, work.acknowledged)).toEqual(NOTHING);
});

it('stays up when an external database cuts its connections and restarts', async () => {
  const folder = makeFolder();
  const open = () => startEmbedded(path.join(folder, 'database'), { onLog: () => {} });
  let database = await open();
  const host = encodeURIComponent(database.connection.host);
  const DATABASE_URL = `postgres://app@localhost:5432/postgres?host=${host}`;
  const product = await start({ DATABASE_URL, DATA_DIR: path.join(folder, 'data') });
  const owner = await registerOwner(product.url);
  const work = beginWork(product, owner);
  await work.more(2);
  await terminateBackends(database.connection, work, 3);
  await database.stop();
  database = await open();
  await work.more(2);
  await work.stop();
  expect(product.isRunning()).toBe(true);
  expectCleanAnswers(work);
  expect(await findLosses(database.connection, product, owner, work.acknowledged)).toEqual(NOTHING);
  product.kill('SIGTERM');
  expect((await product.ended).code).toBe(0);
  await database.stop();
});
