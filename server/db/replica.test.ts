import { sql } from 'drizzle-orm';
import pg from 'pg';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { openPool } from '#server/db/open.ts';
import { openReplica, readFromReplica } from '#server/db/replica.ts';
import { timingsOf } from '#server/db/statement-times.ts';
import { createTestDatabase } from '#test/database.ts';

/** The connections to a standby; here, a database that says that it is one. */

const AS_STANDBY = `
  create schema standby;
  create function standby.pg_is_in_recovery() returns boolean return true;
  create function standby.pg_last_wal_replay_lsn() returns pg_lsn return pg_current_wal_lsn()`;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let primary: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  primary = openPool({ connectionString: database.url, max: 5 }, () => {});
  await primary.query(AS_STANDBY);
});
afterAll(async () => {
  await primary.end();
  await database.drop();
});

afterEach(() => vi.restoreAllMocks());

async function follow() {
  const url = new URL(database.url);
  url.searchParams.set('options', '-c search_path=standby,pg_catalog,public');
  url.searchParams.set('application_name', 'reader');
  const config = { databaseUrl: url.href, databaseDirectUrl: url.href };
  const log = pino({ level: 'silent' });
  const replica = openReplica({ databaseReplicaUrl: url.href }, primary, timingsOf(config).signedIn, log);
  if (!replica) throw new Error('It has an address.');
  await expect.poll(() => replica.current(), { timeout: 20_000 }).not.toBeNull();
  return replica;
}

it('are half as many as those of the process to the database, and one to look', {
  tags: ['thorough'],
}, async () => {
  const replica = await follow();
  const countPlaces = async () => {
    const found: (() => void)[] = [];
    const hold = () => new Promise<void>((resolve) => found.push(resolve));
    let without = 0;
    const reads = Array.from({ length: 10 }, () =>
      replica
        .current()
        ?.transaction(hold)
        .catch(() => {
          without += 1;
        }),
    );
    await expect.poll(() => found.length + without, { timeout: 20_000 }).toBe(10);
    for (const end of found) end();
    await Promise.all(reads);
    return found.length;
  };
  await expect.poll(countPlaces, { timeout: 20_000 }).toBe(3);
  const { rowCount } = await primary.query("select from pg_stat_activity where application_name = 'reader'");
  expect(rowCount).toBe(4);
  await replica.close();
});

it('are not tried again when the standby has none left: the database itself answers at once', async () => {
  const replica = await follow();
  const name = new URL(database.url).pathname.slice(1);
  await primary.query(`alter database ${name} connection limit 0`);
  const connect = vi.spyOn(pg.Client.prototype, 'connect');
  const here = { execute: async () => ({ rows: 'of the database' }) };
  const reader = { db: here as never, replica, cookies: { get: () => undefined }, user: null };
  const { rows } = await readFromReplica(reader, (db) => db.execute(sql`select 'of the standby'`));
  expect([rows, connect.mock.calls.length]).toEqual(['of the database', 1]);
  await primary.query(`alter database ${name} connection limit -1`);
  await replica.close();
});
