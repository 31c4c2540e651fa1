import { type SQL, sql } from 'drizzle-orm';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Db, isOutOfTime, openDb, openPool, sqlState } from '#server/db/open.ts';
import { connectionTimes, limitTimes, timingsOf } from '#server/db/statement-times.ts';
import { createTestDatabase } from '#test/database.ts';

const direct = { databaseUrl: 'postgres://one.example', databaseDirectUrl: 'postgres://one.example' };
const pooled = { ...direct, databaseDirectUrl: 'postgres://other.example' };

const readTimes = async (db: Db) => {
  const { rows } = await db.execute<{ statement: string; lock: string }>(
    sql`select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock where ${1}::int = 1`,
  );
  return rows[0];
};

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe.each([
  ['without a pooler', direct],
  ['behind a pooler', pooled],
])('The times of a role, %s,', (_place, config) => {
  const timings = timingsOf(config);
  let pool: pg.Pool;
  beforeAll(() => {
    const connection = { connectionString: database.url, max: 1, ...connectionTimes(timings.signedIn) };
    pool = openPool(connection, () => {});
  });
  afterAll(() => pool.end());

  it.each([
    ['visitors', '1s'],
    ['signedIn', '10s'],
    ['jobs', '5min'],
  ] as const)('bind each statement and each transaction of %s: %s', async (role, statement) => {
    const db = openDb(limitTimes(pool, timings[role]));
    const expected = { statement, lock: '5s' };
    expect(await readTimes(db)).toEqual(expected);
    expect(await db.transaction(readTimes, { isolationLevel: 'repeatable read' })).toEqual(expected);
    expect(await db.transaction((tx) => tx.transaction(readTimes))).toEqual(expected);
  });

  it('end with the statement: a connection keeps none that is not its own', {
    tags: ['thorough'],
  }, async () => {
    await readTimes(openDb(limitTimes(pool, timings.visitors)));
    await openDb(limitTimes(pool, timings.jobs)).transaction(readTimes);
    expect(await readTimes(openDb(pool))).toEqual(
      config === direct ? { statement: '10s', lock: '5s' } : { statement: '0', lock: '0' },
    );
  });

  const sleep = sql`select pg_sleep(60)`;
  const shortly = { ...timings.visitors, statementMs: 50 };
  it.each([
    ['a statement', (db: Db, statement: SQL) => db.execute(statement)],
    ['one with values', (db: Db, statement: SQL) => db.execute(sql`${statement} where ${1}::int = 1`)],
    ['one in a transaction', (db: Db, statement: SQL) => db.transaction((tx) => tx.execute(statement))],
  ])('end %s, and the next one on the connection runs', async (_kind, run) => {
    const db = openDb(limitTimes(pool, shortly));
    const error = await run(db, sleep).catch((thrown: unknown) => thrown);
    expect(sqlState(error)).toBe('57014');
    expect(isOutOfTime(error)).toBe(true);
    expect(await readTimes(openDb(limitTimes(pool, timings.jobs)))).toEqual({
      statement: '5min',
      lock: '5s',
    });
  });

  it('end a wait for a lock before that', { tags: ['thorough'] }, async () => {
    const holder = openPool({ connectionString: database.url, max: 1 }, () => {});
    const held = await holder.connect();
    await held.query('begin; lock table users in access exclusive mode');
    const db = openDb(limitTimes(pool, { ...timings.visitors, statementMs: 60_000, lockMs: 50 }));
    const error = await db.execute(sql`select from users`).catch((thrown: unknown) => thrown);
    held.release(true);
    await holder.end();
    expect(sqlState(error)).toBe('55P03');
    expect(isOutOfTime(error)).toBe(true);
  });

  it('end the first statement of a connection, which runs when it comes again', {
    tags: ['thorough'],
  }, async () => {
    const holder = openPool({ connectionString: database.url, max: 1 }, () => {});
    const held = await holder.connect();
    await held.query('begin; lock table users in access exclusive mode');
    const connection = { connectionString: database.url, max: 1, ...connectionTimes(timings.signedIn) };
    const fresh = openPool(connection, () => {});
    // Long enough for the second one on a busy machine.
    const view = limitTimes(fresh, { ...shortly, statementMs: 500 });
    const named = {
      ...(config === direct ? { name: 'users' } : {}),
      text: 'select from users where id = $1',
    };
    await expect(view.query({ ...named, values: ['none'] })).rejects.toMatchObject({ code: '57014' });
    await held.query('rollback');
    held.release();
    await holder.end();
    expect((await view.query({ ...named, values: ['none'] })).rows).toEqual([]);
    await fresh.end();
  });

  it('leave rows, errors and named statements as they are', { tags: ['thorough'] }, async () => {
    const view = limitTimes(pool, timings.visitors);
    const named = { name: 'two rows', text: 'select n from generate_series(1, $1::int) n' };
    for (const most of [2, 3]) {
      expect((await view.query({ ...named, values: [most] })).rowCount).toBe(most);
    }
    await expect(openDb(view).execute(sql`select 1 / ${0}::int`)).rejects.toMatchObject({
      cause: { code: '22012' },
    });
  });
});
