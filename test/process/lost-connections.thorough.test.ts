import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { startEmbedded } from '#server/db/embedded/embedded.ts';
import { registerOwner } from '#test/process/people.ts';
import { killDatabase, makeDataFolder, makeFolder, startProduct } from '#test/process/product.ts';
import { beginWork, expectCleanAnswers, findLosses, NOTHING, terminateBackends } from '#test/process/work.ts';

/**
 * Card saves, uploads, payments, views and exchanges while connections are lost. `bench/kills.mjs` does it for longer.
 */

it('keeps working when the connections or the server of the embedded database are killed under all kinds of work', async () => {
  const DATA_DIR = makeFolder();
  const product = await startProduct({ DATA_DIR });
  const owner = await registerOwner(product.url);
  const pidFile = path.join(DATA_DIR, 'postgres/postmaster.pid');
  const [, , , , host = ''] = fs.readFileSync(pidFile, 'utf8').split('\n');
  const connection = { host, user: 'app', database: 'postgres' };
  const work = beginWork(product, owner);
  await work.more(2);
  await terminateBackends(connection, work, 8);
  killDatabase(DATA_DIR);
  await work.more(2);
  await work.stop();
  expect(product.isRunning()).toBe(true);
  expectCleanAnswers(work);
  expect(await findLosses(connection, product, owner, work.acknowledged)).toEqual(NOTHING);
});

it('stays up when an external database cuts its connections and restarts', async () => {
  const folder = makeDataFolder();
  const open = () => startEmbedded(path.join(folder, 'postgres'), { onLog: () => {} });
  let database = await open();
  const host = encodeURIComponent(database.connection.host);
  const DATABASE_URL = `postgres://app@localhost:5432/postgres?host=${host}`;
  const product = await startProduct({ DATABASE_URL, DATA_DIR: folder });
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
