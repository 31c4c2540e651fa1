import Fastify from 'fastify';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPool } from '#server/db/open.ts';
import { createReadiness, serveHealth } from '#server/infra/http/health.ts';
import { createTestDatabase } from '#test/database.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: pg.Pool;
let now = 0;
let isLeaving = false;
const server = Fastify();

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool({ connectionString: database.url }, () => {});
  serveHealth(
    server,
    createReadiness(pool, () => now),
    () => isLeaving,
  );
});
afterAll(async () => {
  await server.close();
  await pool.end();
  await database.drop();
});

const ask = async (path: string) => {
  const { statusCode, body } = await server.inject(path);
  return [statusCode, JSON.parse(body)];
};
/** The transaction that last wrote the test row. */
const lastWrite = async () =>
  (await pool.query("select xmin::text from secrets where name = 'readiness test'")).rows[0]?.xmin;

it('writes once in five seconds, however many requests check readiness', async () => {
  const asked = await Promise.all(Array.from({ length: 20 }, () => ask('/readyz')));
  expect(asked).toEqual(Array(20).fill([200, { status: 'ok' }]));
  const first = await lastWrite();
  now = 4_999;
  await ask('/readyz');
  expect(await lastWrite()).toBe(first);
  now = 5_000;
  await ask('/readyz');
  expect(await lastWrite()).not.toBe(first);
});

it('is not ready while reads work but writes fail, and gives no details', async () => {
  await pool.query(`
    create function refuse_write() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file' using errcode = '53100'; end $$;
    create trigger refuse_write before insert or update on secrets execute function refuse_write()`);
  now += 5_000;
  expect(await ask('/readyz')).toEqual([503, { status: 'not ready' }]);
  expect(await ask('/healthz')).toEqual([200, { status: 'ok' }]);
  await pool.query('drop trigger refuse_write on secrets');
  expect(await ask('/readyz')).toEqual([503, { status: 'not ready' }]);
  now += 5_000;
  expect(await ask('/readyz')).toEqual([200, { status: 'ok' }]);
});

it('answers 503 on /healthz once the process is to stop, so that a proxy asks another', async () => {
  expect(await ask('/healthz')).toEqual([200, { status: 'ok' }]);
  isLeaving = true;
  expect(await ask('/healthz')).toEqual([503, { status: 'stopping' }]);
  expect(await ask('/readyz')).toEqual([200, { status: 'ok' }]);
});
