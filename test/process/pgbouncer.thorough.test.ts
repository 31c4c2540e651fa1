import path from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { startEmbedded } from '#server/db/embedded/embedded.ts';
import { type Db, openDb, openPool, sqlState } from '#server/db/open.ts';
import { limitTimes, timingsOf } from '#server/db/statement-times.ts';
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

it('Behind it, statements end in the time of their role, and no connection keeps that', async () => {
  const database = await startEmbedded(path.join(makeDataFolder(), 'postgres'), { onLog: () => {} });
  const { host, user } = database.connection;
  const { url } = await startPgBouncer({ host, user });
  const pool = openPool({ connectionString: url }, () => {});
  const timings = timingsOf({ databaseUrl: url, databaseDirectUrl: `${url}?direct` });
  const visitors = openDb(limitTimes(pool, timings.visitors));
  const late = await Promise.allSettled(
    Array.from({ length: 4 }, () => visitors.execute(sql`select pg_sleep(${60}::float8)`)),
  );
  expect(late.map((one) => one.status === 'rejected' && sqlState(one.reason))).toEqual(
    Array(4).fill('57014'),
  );
  const timesOf = async (db: Db) => {
    const { rows } = await db.execute<{ found: string }>(
      sql`select current_setting('statement_timeout') as found, pg_sleep(0.01)`,
    );
    return rows[0]?.found;
  };
  const dbs = [visitors, openDb(limitTimes(pool, timings.jobs)), openDb(pool)];
  const found = await Promise.all(Array.from({ length: 60 }, (_, nth) => timesOf(dbs[nth % 3] as Db)));
  expect(found).toEqual(Array(20).fill(['1s', '5min', '0']).flat());
  await pool.end();
  await database.stop();
}, 60_000);
