import path from 'node:path';
import { expect, it } from 'vitest';
import { startEmbedded } from '#server/db/embedded/embedded.ts';
import { registerOwner } from '#test/process/people.ts';
import { startPgBouncer } from '#test/process/pgbouncer.ts';
import { makeDataFolder, startProduct } from '#test/process/product.ts';
import { beginWork, expectCleanAnswers, findLosses, NOTHING } from '#test/process/work.ts';

/** A pooler that gives each transaction another connection. */

it('Behind PgBouncer in transaction mode, nothing is lost when it is killed', async () => {
  const folder = makeDataFolder();
  const database = await startEmbedded(path.join(folder, 'postgres'), { onLog: () => {} });
  const { host, user } = database.connection;
  const pooler = await startPgBouncer({ host, user });
  const product = await startProduct({
    DATABASE_URL: pooler.url,
    DATABASE_DIRECT_URL: `postgres://${user}@localhost:5432/postgres?host=${encodeURIComponent(host)}`,
    DATA_DIR: folder,
  });
  const owner = await registerOwner(product.url);
  const work = beginWork(product, owner);
  await work.more(5);
  await pooler.restart();
  await work.more(5);
  await work.stop();
  expect(product.isRunning()).toBe(true);
  expectCleanAnswers(work);
  expect(await findLosses(database.connection, product, owner, work.acknowledged)).toEqual(NOTHING);
  product.kill('SIGTERM');
  expect((await product.ended).code).toBe(0);
  await database.stop();
}, 120_000);
