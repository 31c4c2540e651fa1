import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { type Db, openDb, openPool } from '#server/db/open.ts';
import { z } from '#shared/contract/zod.ts';
import { createTestDatabase } from '#test/database.ts';
import { type App, defineJob, defineRepeated, type Job } from './define-job.ts';
import { createQueue } from './queue.ts';

const log = pino({ level: 'silent' });
const within = { timeout: 15_000, interval: 20 };

let connection: pg.ClientConfig;
let pool: pg.Pool;
let db: Db;
let drop: () => Promise<void>;
const queues: { stop(): Promise<void> }[] = [];

beforeAll(async () => {
  const database = await createTestDatabase();
  connection = { connectionString: database.url };
  pool = openPool(connection, () => {});
  db = openDb(pool);
  drop = database.drop;
});

afterEach(() => void vi.restoreAllMocks());

afterAll(async () => {
  await Promise.all(queues.map((queue) => queue.stop()));
  await pool.end();
  await drop();
});

function newGate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open: () => open(), opened };
}

const queueOf = async (name: string) =>
  (await pool.query('select policy, expire_seconds as seconds from pgboss.queue where name = $1', [name]))
    .rows;

/** A queue with these jobs, which need no app; it is not started yet. */
function openQueue<Kind extends Job>(jobs: Kind[], options = {}) {
  const queue = createQueue<{ jobs: Kind[] }>(connection, log, options);
  queues.push(queue);
  queue.register({} as App, jobs);
  return queue;
}

it('repeats what it does not know as long as no release has retired it: a newer one may run beside it', {
  tags: ['thorough'],
}, async () => {
  await openQueue([defineRepeated('formerly-repeated', '0 0 1 1 *', async () => {})]).start();
  const names = async () => (await pool.query('select name from pgboss.schedule')).rows;
  await openQueue([]).start();
  expect(await names()).toEqual([{ name: 'formerly-repeated' }]);
  await openQueue([], { retired: ['formerly-repeated'] }).start();
  expect(await names()).toEqual([]);
});

it('leaves a pass that comes by time six hours, in which it is not begun again beside itself', {
  tags: ['thorough'],
}, async () => {
  const begun: (() => void)[] = [];
  const queue = openQueue([
    defineRepeated('long-pass', '0 0 1 1 *', () => new Promise<void>((resolve) => begun.push(resolve))),
  ]);
  await queue.start();
  await queue.send(db, 'long-pass', {});
  await vi.waitFor(() => expect(begun).toHaveLength(1), within);
  const kept = await pool.query(
    "select state, expire_seconds as seconds from pgboss.job where name = 'long-pass' order by created_on",
  );
  expect(kept.rows).toEqual([{ state: 'active', seconds: 6 * 3_600 }]);
  for (const end of begun) end();
});

it('puts back a schedule that an older release removed', { tags: ['thorough'] }, async () => {
  const nothing = async () => {};
  const sleepFor = setTimeout;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((act, ms) => sleepFor(act, ms === 60_000 ? 500 : ms));
  await openQueue([defineRepeated('unknown-before', '0 0 1 1 *', nothing)]).start();
  const count = async () =>
    (await pool.query("select from pgboss.schedule where name = 'unknown-before'")).rowCount;
  await pool.query("delete from pgboss.schedule where name = 'unknown-before'");
  await vi.waitFor(async () => expect(await count()).toBe(1), within);
});

it('runs a repeated job alone in all processes, however often it is due meanwhile, and again once it is', {
  tags: ['thorough'],
}, async () => {
  let [running, most, runs] = [0, 0, 0];
  const gate = newGate();
  const run = async () => {
    running += 1;
    runs += 1;
    most = Math.max(most, running);
    await gate.opened;
    running -= 1;
  };
  const kinds = [defineRepeated('alone', '0 0 1 1 *', run)];
  const [one, two] = [openQueue(kinds), openQueue(kinds)];
  await one.start();
  for (let n = 0; n < 4; n += 1) await one.send(db, 'alone', {});
  await vi.waitFor(() => expect(running).toBe(1), within);
  await two.start();
  for (let n = 0; n < 4; n += 1) await two.send(db, 'alone', {});
  await sleep(1_500);
  expect([running, most, runs]).toEqual([1, 1, 1]);
  gate.open();
  await vi.waitFor(async () => {
    await two.send(db, 'alone', {});
    expect(runs).toBeGreaterThan(1);
  }, within);
  expect(most).toBe(1);
});

it('runs a repeated job alone from now on that an earlier release ran beside itself', {
  tags: ['thorough'],
}, async () => {
  let [running, most, done] = [0, 0, 0];
  const run = async () => {
    running += 1;
    most = Math.max(most, running);
    await sleep(50);
    running -= 1;
    done += 1;
  };
  const earlier = openQueue([
    { ...defineRepeated('formerly-beside', '0 0 1 1 *', run), isAlone: false, seconds: 60 },
  ]);
  // Adding a job prepares the queue.
  for (let n = 0; n < 3; n += 1) await earlier.send(db, 'formerly-beside', {});
  expect(await queueOf('formerly-beside')).toEqual([{ policy: 'standard', seconds: 60 }]);
  const queue = openQueue([defineRepeated('formerly-beside', '0 0 1 1 *', run)], { lookMs: 100 });
  await queue.start();
  expect(await queueOf('formerly-beside')).toEqual([{ policy: 'exclusive', seconds: 6 * 3_600 }]);
  await vi.waitFor(() => expect(done).toBe(3), within);
  // The earlier release adds jobs by the rule that holds now.
  for (let n = 0; n < 3; n += 1) await earlier.send(db, 'formerly-beside', {});
  await vi.waitFor(() => expect(done).toBe(4), within);
  expect(most).toBe(1);
});

it('gives up a repeated job that sends after 15 minutes, as any other, since the next waits for it', {
  tags: ['thorough'],
}, async () => {
  const nothing = async () => {};
  const kinds: Job[] = [
    defineRepeated('brief', '0 0 1 1 *', nothing, { isBrief: true }),
    defineJob('any', z.object({}), nothing),
  ];
  await openQueue(kinds).start();
  expect(await queueOf('brief')).toEqual([{ policy: 'exclusive', seconds: 900 }]);
  expect(await queueOf('any')).toEqual([{ policy: 'standard', seconds: 900 }]);
});

it('tries a repeated job again that failed, and takes a further one for the retry of one that was given up', {
  tags: ['thorough'],
}, async () => {
  let tries = 0;
  let isBroken = true;
  const gate = newGate();
  const run = async () => {
    tries += 1;
    if (isBroken) throw new Error('broken');
    await gate.opened;
  };
  const queue = openQueue([{ ...defineRepeated('failing', '0 0 1 1 *', run), retries: 1 }]);
  await queue.start();
  await queue.send(db, 'failing', {});
  const givenUp = async () => (await queue.listFailed(db, 10, null)).filter(({ kind }) => kind === 'failing');
  await vi.waitFor(async () => expect(await givenUp()).toHaveLength(1), { timeout: 30_000, interval: 50 });
  expect(tries).toBe(2);
  isBroken = false;
  await queue.send(db, 'failing', {});
  await vi.waitFor(() => expect(tries).toBe(3), within);
  expect(await queue.retry(db, (await givenUp())[0]?.id ?? '')).toBe(true);
  expect(await givenUp()).toEqual([]);
  gate.open();
});

it('tells a repeated job that its process stops, which it survives without another try', {
  tags: ['thorough'],
}, async () => {
  const told = newGate();
  const taken = newGate();
  const run = async (_app: App, stopping: AbortSignal) => {
    stopping.addEventListener('abort', () => told.open());
    taken.open();
    await told.opened;
  };
  const queue = openQueue([defineRepeated('stopped', '0 0 1 1 *', run)]);
  await queue.start();
  await queue.send(db, 'stopped', {});
  await taken.opened;
  await queue.stop();
  const { rows } = await pool.query("select state, retry_count from pgboss.job where name = 'stopped'");
  expect(rows).toEqual([{ state: 'completed', retry_count: 0 }]);
});

it('does only what stays inside the house until the release, and then the rest', async () => {
  const done: string[] = [];
  const note = (name: string) => async () => void done.push(name);
  const acts: (() => Promise<void>)[] = [];
  const hold = { isOn: true, atRelease: (act: () => Promise<void>) => void acts.push(act) };
  const any = z.object({});
  const jobs: Job<'staying' | 'leaving' | 'unsaid', object>[] = [
    defineJob('staying', any, note('staying'), { sends: 'nothing' }),
    defineJob('leaving', any, note('leaving'), { sends: 'mails' }),
    defineJob('unsaid', any, note('unsaid')),
  ];
  const queue = openQueue(jobs, { hold });
  queue.whenDue(
    'due inside',
    async () => {
      done.push('due inside');
      return null;
    },
    { sends: 'nothing' },
  );
  queue.whenDue('due', async () => {
    done.push('due');
    return null;
  });
  await queue.start();
  for (const name of ['leaving', 'unsaid', 'staying'] as const) await queue.send(db, name, {});
  queue.wake('due');
  await vi.waitFor(() => expect(done.toSorted()).toEqual(['due inside', 'staying']), within);
  await sleep(1_000);
  expect(done).toHaveLength(2);
  for (const act of acts) await act();
  await vi.waitFor(
    () => expect(done.toSorted()).toEqual(['due', 'due inside', 'leaving', 'staying', 'unsaid']),
    within,
  );
});
