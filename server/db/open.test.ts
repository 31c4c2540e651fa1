import { Socket } from 'node:net';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { connectDatabase } from '#server/db/connect.ts';
import { isDatabaseAway, isDiskFull, openDb, openPool, withConnectTimeout } from '#server/db/open.ts';
import { createTestDatabase } from '#test/database.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const failed = (facts: object, message = 'failed') => Object.assign(new Error(message), facts);

it.each([
  failed({}, 'Client has encountered a connection error and is not queryable'),
  failed({}, 'Connection terminated unexpectedly'),
  failed({ code: '57P01' }),
  failed({ code: '57P02' }),
  failed({ code: '57P03' }),
  failed({ code: '08006' }),
  failed({ code: '08P01' }),
  failed({ code: '25006' }, 'cannot execute INSERT in a read-only transaction'),
  failed({ code: '40001' }),
  failed({ code: 'ENOENT', syscall: 'connect' }),
  failed({ code: 'ECONNRESET', syscall: 'read' }),
  new Error('Failed query', { cause: failed({ code: '53300' }) }),
])('recognizes %s as temporary', (error) => {
  expect(isDatabaseAway(error)).toBe(true);
});

it.each([
  failed({ code: 'ENOENT', syscall: 'open' }),
  failed({ code: '23505' }),
  failed({ code: '57P04' }),
  failed({ code: '53100' }),
  new Error('Something else'),
  'a text',
])('recognizes %s as permanent', (error) => {
  expect(isDatabaseAway(error)).toBe(false);
});

it('recognizes a full disk, of the database and of our files', () => {
  expect(isDiskFull(new Error('Failed query', { cause: failed({ code: '53100' }) }))).toBe(true);
  expect(isDiskFull(failed({ code: 'ENOSPC', syscall: 'write' }))).toBe(true);
  expect(isDiskFull(failed({ code: '57P01' }))).toBe(false);
});

it.each(['connection', 'direct'] as const)('notices when a %s was lost without a word', async (which) => {
  const keep = vi.spyOn(Socket.prototype, 'setKeepAlive');
  const config = readConfig({ DATABASE_URL: database.url, DATA_DIR: inject('runFolder') });
  const home = await connectDatabase(config, pino({ level: 'silent' }));
  const client = new pg.Client(home[which]);
  await client.connect();
  await client.query('select 1');
  // Others of this process may connect meanwhile.
  const own = Reflect.get(client, 'connection').stream;
  expect(keep.mock.calls.filter((_, at) => keep.mock.contexts[at] === own)).toEqual([[true, 10_000]]);
  keep.mockRestore();
  await client.end();
});

it('survives a lost connection in the middle of a transaction, and reports the database as unavailable', async () => {
  const losses: Error[] = [];
  const pool = openPool({ connectionString: database.url }, (error) => losses.push(error));
  const admin = new pg.Client({ connectionString: database.url });
  await admin.connect();
  const lost = openDb(pool).transaction(async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    await admin.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await expect.poll(() => losses.length).toBeGreaterThan(0);
    await tx.execute(sql`select 1`);
  });
  const error = await lost.catch((reason: unknown) => reason);
  expect(isDatabaseAway(error)).toBe(true);
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await admin.end();
  await pool.end();
});

it('returns a connection that was lost before the transaction began', async () => {
  const pool = openPool({ connectionString: database.url, max: 1 }, () => {});
  pool.on('acquire', (client) => void Reflect.get(client, 'connection').stream.destroy());
  await expect(openDb(pool).transaction(async () => {})).rejects.toThrow();
  expect({ total: pool.totalCount, waiting: pool.waitingCount }).toEqual({ total: 0, waiting: 0 });
  await pool.end();
});

it('reports an unavailable database to reads sooner than to writes, and reconnects for both', async () => {
  const connection = { host: '/nowhere', user: 'app' };
  const pool = openPool(connection, () => {}, 400);
  const outcome = { reader: '', writer: '' };
  const writer = pool.query('select 1').catch(() => {
    outcome.writer = outcome.reader ? 'later' : 'first';
  });
  await withConnectTimeout(pool, 50)
    .query('select 1')
    .catch((error: unknown) => {
      outcome.reader = isDatabaseAway(error) ? 'away' : String(error);
    });
  await writer;
  expect(outcome).toEqual({ reader: 'away', writer: 'later' });
  await pool.end();
});

it('returns a connection to the pool if its caller has given up', async () => {
  const pool = openPool({ connectionString: database.url, max: 1 }, () => {});
  const held = await pool.connect();
  await expect(withConnectTimeout(pool, 20).query('select 1')).rejects.toThrow('timeout exceeded');
  held.release();
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  expect([pool.totalCount, pool.waitingCount]).toEqual([1, 0]);
  await pool.end();
});
