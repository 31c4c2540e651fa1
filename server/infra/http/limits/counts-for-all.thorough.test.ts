import { createHash, randomInt } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { openDb, openPool } from '#server/db/open.ts';
import { createClosingLimit } from '#server/infra/http/limits/closing-limit.ts';
import { createCountsForAll, type SharedLimit } from '#server/infra/http/limits/counts-for-all.ts';
import { deleteOldCounts } from '#server/operations/upkeep/old-limit-counts.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/formats/time.ts';
import { createTestDatabase } from '#test/database.ts';
import { firstOf } from '#test/thorough.ts';

const HOURLY = { points: 10, windowMs: HOUR_MS };
const GROWING = { points: 3, windowMs: HOUR_MS, firstWaitMs: MINUTE_MS };

const clock = { now: Date.parse('2026-11-26T12:00:00Z') };
const now = () => new Date(clock.now);
const keyedHash = (purpose: string, text: string) =>
  createHash('sha256').update(`${purpose} ${text}`).digest();

let database: Awaited<ReturnType<typeof createTestDatabase>>;
const pools: pg.Pool[] = [];
const newKey = () => `key ${randomInt(2 ** 47)}`;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(() => void vi.restoreAllMocks());
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  await database.drop();
});

/** A process on the database. */
function startProcess({ newKeysMax }: { newKeysMax?: number } = {}) {
  const pool = openPool({ connectionString: database.url, max: 8 }, () => {});
  pools.push(pool);
  const db = openDb(pool);
  const said: string[] = [];
  const log = pino({ level: 'info' }, { write: (line) => void said.push(JSON.parse(line).msg) });
  const open = createCountsForAll({ db, keyedHash, log, now, ...(newKeysMax && { newKeysMax }) });
  return { db, said, open };
}

const takeMany = async (limits: SharedLimit[], key: string, times: number) => {
  const waits = await Promise.all(
    limits.flatMap((limit) => Array.from({ length: times }, () => limit.take(key))),
  );
  return waits.filter((wait) => wait === 0).length;
};

it('Of calls that come together in three processes, exactly as many pass as there are points', async () => {
  const limits = [startProcess(), startProcess(), startProcess()].map(({ open }) => open('a', HOURLY));
  for (let round = 0; round < 5; round += 1) {
    const key = newKey();
    expect(await takeMany(limits, key, 30)).toBe(10);
    for (const limit of limits) expect(await limit.take(key)).toBe(HOUR_MS);
    for (const limit of limits) expect(await limit.look(key)).toBe(HOUR_MS);
  }
});

it('Waits double whichever process is asked, and of calls that come when one ends, one passes', async () => {
  const limits = [startProcess(), startProcess()].map(({ open }) => open('growing', GROWING));
  const key = newKey();
  expect(await takeMany(limits, key, 10)).toBe(3);
  for (const wait of [1, 2, 4, 8, 16]) {
    for (const limit of limits) expect(await limit.take(key)).toBe(wait * MINUTE_MS);
    clock.now += wait * MINUTE_MS;
    expect(await takeMany(limits, key, 5)).toBe(1);
  }
});

it.each([
  ['a window', HOURLY],
  ['growing waits', GROWING],
])('With %s, the database counts as a process does by itself', async (_of, closing) => {
  const shared = startProcess().open(`twin ${_of}`, closing);
  const alone = createClosingLimit(closing, () => clock.now);
  const key = newKey();
  const took: [number, number][] = [];
  for (let step = 0; step < 300; step += 1) {
    const dice = randomInt(20);
    if (dice < 12) took.push([await shared.take(key), alone.take(key)]);
    else if (dice < 15) clock.now += randomInt(30 * MINUTE_MS);
    else if (dice < 17) expect(await shared.look(key)).toBe(alone.look(key));
    else if (dice < 19) await Promise.all([shared.giveBack(key), alone.giveBack(key)]);
    else await Promise.all([shared.clear(key), alone.clear(key)]);
  }
  expect(took.map(([one]) => one)).toEqual(took.map(([, other]) => other));
});

it('A point that is given back, and a key that is cleared, count in no process', async () => {
  const [here, there] = [startProcess(), startProcess()].map(({ open }) => open('back', HOURLY));
  if (!here || !there) throw new Error('There are two.');
  const key = newKey();
  for (let time = 0; time < 15; time += 1) {
    expect(await here.take(key)).toBe(0);
    await there.giveBack(key);
  }
  expect(await takeMany([here, there], key, 15)).toBe(10);
  await here.clear(key);
  expect(await here.take(key)).toBe(0);
  // It remembers for a minute that it refused.
  clock.now += MINUTE_MS;
  expect(await takeMany([here, there], key, 15)).toBe(9);
});

it('A refusal that arrives after its key was cleared is not remembered', async () => {
  const { db, open } = startProcess();
  const limit = open('late', HOURLY);
  const key = newKey();
  await takeMany([limit], key, 10);
  const execute = db.execute.bind(db);
  vi.spyOn(db, 'execute').mockImplementationOnce((async (query: Parameters<typeof execute>[0]) => {
    const answer = await execute(query);
    await limit.clear(key);
    return answer;
  }) as unknown as typeof db.execute);
  expect(await limit.take(key)).toBe(HOUR_MS);
  expect(await limit.take(key)).toBe(0);
});

it('A refused key costs a process one statement a minute', async () => {
  const { db, open } = startProcess();
  const limit = open('flood', HOURLY);
  const key = newKey();
  await takeMany([limit], key, 11);
  const ask = vi.spyOn(db, 'execute');
  for (let time = 0; time < 1_000; time += 1) expect(await limit.take(key)).toBeGreaterThan(0);
  expect(ask).not.toHaveBeenCalled();
  clock.now += MINUTE_MS;
  for (let time = 0; time < 1_000; time += 1) expect(await limit.take(key)).toBeGreaterThan(0);
  expect(ask).toHaveBeenCalledTimes(1);
});

it.each(firstOf(['25006', '53100', '57P03', '0A000']))(
  'While the database cannot count (%s), each process does, and says so once',
  async (state) => {
    const { db, said, open } = startProcess();
    const limit = open(`away ${state}`, HOURLY);
    const key = newKey();
    let time = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => {
      time += 5_000;
      return time;
    });
    await db.execute(
      sql.raw(`create or replace function refuse_count() returns trigger language plpgsql as $$
        begin raise exception 'cannot count' using errcode = '${state}'; end $$;
        create trigger refuse_count before insert or update on limit_counts execute function refuse_count()`),
    );
    expect(await takeMany([limit], key, 15)).toBe(10);
    expect(await limit.take(key)).toBe(HOUR_MS);
    await limit.giveBack(key);
    expect(await limit.take(key)).toBe(0);
    await db.execute(sql.raw('drop trigger refuse_count on limit_counts'));
    expect(await takeMany([limit], newKey(), 15)).toBe(10);
    expect(said).toEqual([
      'Limits that guard secrets are counted by each process alone until the database is back',
      'Limits that guard secrets are counted in the database again',
    ]);
  },
);

it('A crash of the database empties the counts, which begin anew', async () => {
  const { db, open } = startProcess();
  const limit = open('crash', HOURLY);
  const { rows } = await db.execute<{ kept: string }>(
    sql`select relpersistence as kept from pg_class where relname = 'limit_counts'`,
  );
  expect(rows).toEqual([{ kept: 'u' }]);
  const key = newKey();
  expect(await takeMany([limit], key, 8)).toBe(8);
  await db.execute(sql`truncate limit_counts`);
  expect(await takeMany([limit], key, 15)).toBe(10);
});

it('Of more new keys in a minute than a process adds, it counts the others by itself', async () => {
  const { db, open } = startProcess({ newKeysMax: 20 });
  const limit = open('many', HOURLY);
  const known = newKey();
  await limit.take(known);
  for (let nth = 0; nth < 50; nth += 1) await limit.take(newKey());
  const countRows = async () =>
    Number((await db.execute(sql`select count(*) as rows from limit_counts`)).rows[0]?.rows);
  const rows = await countRows();
  const unknown = newKey();
  expect(await takeMany([limit], unknown, 15)).toBe(10);
  expect(await countRows()).toBe(rows);
  expect(await takeMany([limit, startProcess().open('many', HOURLY)], known, 15)).toBe(9);
  clock.now += MINUTE_MS;
  await limit.take(newKey());
  expect(await countRows()).toBe(rows + 1);
});

it('Counts whose time is over are deleted, and no others', async () => {
  const { db, open } = startProcess();
  await open('old', HOURLY).take(newKey());
  clock.now += 2 * HOUR_MS;
  const key = newKey();
  const limit = open('new', HOURLY);
  await takeMany([limit], key, 4);
  await deleteOldCounts({ db, now });
  const { rows } = await db.execute(sql`select points from limit_counts`);
  expect(rows).toEqual([{ points: 4 }]);
  expect(await takeMany([limit], key, 10)).toBe(6);
});
