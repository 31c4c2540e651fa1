import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Db, databaseAt, openDb, openPool } from '#server/db/open.ts';
import { z } from '#shared/contract/zod.ts';
import { createTestDatabase } from '#test/database.ts';
import { type App, defineJob, type Job, Unreachable } from './define-job.ts';
import { lookForJobs } from './next-jobs.ts';
import { createQueue } from './queue.ts';

const schema = z.object({ text: z.string() });
const log = pino({ level: 'silent' });
const within = { timeout: 15_000, interval: 20 };

let connection: pg.ClientConfig;
let pool: pg.Pool;
let db: Db;
let drop: () => Promise<void>;
const queues: { stop(): Promise<void> }[] = [];

beforeAll(async () => {
  const database = await createTestDatabase();
  connection = databaseAt(database.url);
  // A pool can end before its connections are gone: dropping the database then cuts them, which is no failure.
  pool = openPool(connection, () => {});
  db = openDb(pool);
  drop = database.drop;
});

afterAll(async () => {
  await Promise.all(queues.map((queue) => queue.stop()));
  await pool.end();
  await drop();
});

/** A queue with these jobs, which need no app. */
async function startQueue<Kind extends Job>(jobs: Kind[], options = {}) {
  const queue = createQueue<{ jobs: Kind[] }>(connection, log, options);
  queues.push(queue);
  queue.register({} as App, jobs);
  await queue.start();
  return queue;
}

describe('The job queue', () => {
  it('notices a connection that was lost without a word', async () => {
    const connect = vi.spyOn(Socket.prototype, 'connect');
    const keep = vi.spyOn(Socket.prototype, 'setKeepAlive');
    const kind = defineJob('over-connections', schema, async () => {});
    const queue = await startQueue([kind]);
    await queue.send(db, 'over-connections', { text: 'one' });
    const [opened, kept] = [connect, keep].map((spy) => spy.mock.contexts as Socket[]);
    for (const spy of [connect, keep]) spy.mockRestore();
    expect(opened?.length).toBeGreaterThan(1);
    expect(opened?.filter((socket) => !socket.connecting && !kept?.includes(socket)).length).toBe(0);
  });

  it('runs a job if and only if the transaction that added it commits', async () => {
    const done: string[] = [];
    const kind = defineJob('with-transaction', schema, async (_app, { text }) => done.push(text));
    const queue = await startQueue([kind]);
    const undone = db.transaction(async (tx) => {
      await queue.send(tx, 'with-transaction', { text: 'rolled back' });
      throw new Error('changed our mind');
    });
    await expect(undone).rejects.toThrow('changed our mind');
    await db.transaction((tx) => queue.send(tx, 'with-transaction', { text: 'committed' }));
    await vi.waitFor(() => expect(done).toEqual(['committed']), within);
  });

  it('takes a job of a new kind before it has started', async () => {
    const done: string[] = [];
    const queue = createQueue<{ jobs: Job<'early', { text: string }>[] }>(connection, log);
    queues.push(queue);
    queue.register({} as App, [defineJob('early', schema, async (_app, { text }) => done.push(text))]);
    await Promise.all([queue.send(db, 'early', { text: 'x' }), queue.start()]);
    await vi.waitFor(() => expect(done).toEqual(['x']), within);
  });

  it('asks for jobs of a kind only once there is one', async () => {
    const done: string[] = [];
    const names = ['quiet', 'waiting', 'heard'];
    const kinds = names.map((name) => defineJob(name, schema, async () => done.push(name)));
    const first = await startQueue(kinds, { runs: false });
    await first.send(db, 'waiting', { text: 'x' });
    const work = vi.spyOn(PgBoss.prototype, 'work');
    const queue = await startQueue(kinds, { lookMs: 60_000 });
    await vi.waitFor(() => expect(done).toEqual(['waiting']), within);
    await queue.send(db, 'heard', { text: 'x' });
    await vi.waitFor(() => expect(done).toEqual(['waiting', 'heard']), within);
    expect(work.mock.calls.map(([name]) => name)).toEqual(['waiting', 'heard']);
    work.mockRestore();
  });

  it('runs a job once per key, however often it is added, also after it is done', async () => {
    const done: string[] = [];
    const kind = defineJob('once', schema, async (_app, { text }) => done.push(text));
    const queue = await startQueue([kind]);
    const add = (text: string, key: string) => queue.send(db, 'once', { text }, { key });
    await Promise.all([add('a', 'first'), add('a', 'first'), add('a', 'first')]);
    await vi.waitFor(() => expect(done).toEqual(['a']), within);
    await add('a', 'first');
    await add('b', 'second');
    await vi.waitFor(() => expect(done).toEqual(['a', 'b']), within);
  });

  it('retries a failed job, waiting longer each time', async () => {
    const fail = () => Promise.reject(new Error('The mail server is away'));
    const queue = await startQueue([defineJob('patient', schema, fail, { retries: 3 })]);
    await queue.send(db, 'patient', { text: 'x' });
    await vi.waitFor(async () => {
      const { rows } = await pool.query(
        "select state, retry_limit, start_after > now() as waits, output->>'message' as error from pgboss.job where name = 'patient'",
      );
      expect(rows).toEqual([
        { state: 'retry', retry_limit: 3, waits: true, error: 'The mail server is away' },
      ]);
    }, within);
    expect(await queue.listFailed(db, 10, null)).toEqual([]);
  });

  it('leaves jobs untried while none of them reaches what they need', { tags: ['thorough'] }, async () => {
    const [failed, done] = [new Set<string>(), new Set<string>()];
    let isAway = true;
    const kind = defineJob('unreachable', schema, async (_app, { text }) => {
      (isAway ? failed : done).add(text);
      if (isAway) throw new Unreachable('The mail server is away');
    });
    const queue = await startQueue([kind]);
    for (let n = 0; n < 100; n += 1) await queue.send(db, 'unreachable', { text: String(n) });
    await vi.waitFor(() => expect(failed.size).toBeGreaterThan(5), within);
    await sleep(1_000);
    isAway = false;
    await vi.waitFor(() => expect([done.size, failed.size < 50]).toEqual([100, true]), within);
  });

  it('runs a job when it is due, and a failed one again after its delay, without polling for it', {
    tags: ['thorough'],
  }, async () => {
    const tries: string[] = [];
    const kind = defineJob('later', schema, async (_app, { text }) => {
      tries.push(text);
      if (tries.length === 1) throw new Error('Not yet');
    });
    const queue = await startQueue([kind]);
    const startAfter = new Date(Date.now() + 2_000);
    await queue.send(db, 'later', { text: 'x' }, { startAfter });
    await vi.waitFor(() => expect(tries).toHaveLength(1), { ...within, timeout: 6_000 });
    expect(Date.now()).toBeGreaterThanOrEqual(startAfter.getTime() - 100);
    await vi.waitFor(() => expect(tries).toHaveLength(2), within);
  });

  it('retries a failed job in time though another of its batch takes longer', {
    tags: ['thorough'],
  }, async () => {
    const tries: string[] = [];
    const kind = defineJob('mixed', schema, async (_app, { text }) => {
      tries.push(text);
      if (text === 'slow') await sleep(2_500);
      else if (tries.length < 3) throw new Error('Not yet');
    });
    const queue = await startQueue([kind], { lookMs: 14_000 });
    await queue.stop();
    await pool.query(
      `insert into pgboss.job (name, data, retry_limit, retry_delay) values ('mixed', '{"text":"slow"}', 3, 5), ('mixed', '{"text":"fails"}', 3, 5)`,
    );
    await startQueue([kind], { lookMs: 60_000 });
    await vi.waitFor(() => expect(tries.toSorted()).toEqual(['fails', 'fails', 'slow']), within);
  });

  it('runs what another process adds for later, without being notified', { tags: ['thorough'] }, async () => {
    const done: string[] = [];
    const kind = defineJob('elsewhere', schema, async (_app, { text }) => done.push(text));
    await startQueue([kind], { lookMs: 1_000 });
    await pool.query(
      `insert into pgboss.job (name, data, start_after) values ('elsewhere', '{"text":"x"}', now() + interval '2 s')`,
    );
    await vi.waitFor(() => expect(done).toEqual(['x']), within);
  });

  it('knows when the next job is due while others of its kind wait for their turn', async () => {
    const queue = await startQueue([defineJob('busy', schema, async () => {})]);
    await queue.stop();
    await pool.query(`
      insert into pgboss.job (name, start_after)
      values ('busy', now()), ('busy', now() + interval '1 hour')`);
    const boss = {
      getDb: () => ({ executeSql: (...of: [string, unknown[]]) => pool.query(...of) }),
      supervise: vi.fn(),
    };
    const take = vi.fn();
    const hour = 3_600_000;
    const wait = await lookForJobs(boss, () => ['busy'], take, 2 * hour)();
    expect(take).toHaveBeenCalledExactlyOnceWith('busy');
    expect(wait).toBeLessThanOrEqual(hour);
    expect(boss.supervise).not.toHaveBeenCalled();
  });

  it('shares its jobs with a process of the release before, which polls', {
    tags: ['thorough'],
  }, async () => {
    const done: string[] = [];
    const kind = defineJob('shared', schema, async (_app, { text }) => done.push(text));
    const queue = await startQueue([kind]);
    const earlier = new PgBoss({
      connectionString: String(connection.connectionString),
      useListenNotify: true,
    });
    await earlier.start();
    const options = { pollingIntervalSeconds: 0.5, notifyPollingIntervalSeconds: 2, batchSize: 5 };
    await earlier.work<{ text: string }>('shared', options, async (jobs) => {
      for (const { data } of jobs) done.push(data.text);
    });
    const texts = Array.from({ length: 40 }, (_, index) => String(index));
    for (const text of texts) await queue.send(db, 'shared', { text });
    await vi.waitFor(() => expect(done).toHaveLength(40), within);
    expect([...done].sort()).toEqual(texts.sort());
    await earlier.stop({ graceful: true });
  });

  it('changes only the queues that differ when it starts again', async () => {
    const changedAt = async () =>
      (await pool.query("select updated_on from pgboss.queue where name = 'steady'")).rows[0].updated_on;
    const start = (retries: number) => startQueue([defineJob('steady', schema, async () => {}, { retries })]);
    await start(3);
    const first = await changedAt();
    await start(3);
    expect(await changedAt()).toEqual(first);
    await start(4);
    expect(await changedAt()).not.toEqual(first);
  });

  it('lists a job that was given up, and runs it when asked to retry', { tags: ['thorough'] }, async () => {
    let isBroken = true;
    const done: string[] = [];
    const wasLast: boolean[] = [];
    const deliver: Job<'given-up', { text: string }>['run'] = async (_app, { text }, _id, _at, isLastTry) => {
      wasLast.push(isLastTry);
      if (isBroken) throw new Error('No such mailbox');
      done.push(text);
    };
    const queue = await startQueue([defineJob('given-up', schema, deliver, { retries: 0 })]);
    await queue.send(db, 'given-up', { text: 'hello' });
    const failed = await vi.waitFor(async () => {
      const [first] = await queue.listFailed(db, 10, null);
      expect(first).toMatchObject({ kind: 'given-up', error: 'No such mailbox', tries: 1 });
      return first;
    }, within);
    expect(wasLast).toEqual([true]);
    isBroken = false;
    expect(await queue.retry(db, failed?.id ?? '')).toBe(true);
    await vi.waitFor(() => expect(done).toEqual(['hello']), within);
    expect(await queue.listFailed(db, 10, null)).toEqual([]);
    expect(await queue.retry(db, failed?.id ?? '')).toBe(false);
  });

  it('leaves to others a job that is not on here', async () => {
    const run = vi.fn();
    const isOn = () => false;
    await startQueue([defineJob('elsewhere-on', schema, run), defineJob('not-here', schema, run, { isOn })]);
    const { rows } = await pool.query(
      "select name from pgboss.queue where name in ('elsewhere-on', 'not-here')",
    );
    expect(rows).toEqual([{ name: 'elsewhere-on' }]);
  });

  it('refuses a job whose data does not match its kind', async () => {
    const handler = vi.fn();
    const kind = defineJob('strict', schema, handler, { retries: 0 });
    const queue = await startQueue([kind], { lookMs: 1_000 });
    await pool.query("insert into pgboss.job (name, data, retry_limit) values ('strict', '{\"text\":1}', 0)");
    await vi.waitFor(
      async () => expect((await queue.listFailed(db, 10, null)).map((job) => job.kind)).toEqual(['strict']),
      within,
    );
    expect(handler).not.toHaveBeenCalled();
  });

  it('finishes the running job before it stops', async () => {
    let finish = () => {};
    const started = vi.fn();
    const kind = defineJob('drained', schema, async () => {
      started();
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
    });
    const queue = await startQueue([kind]);
    await queue.send(db, 'drained', { text: 'x' });
    await vi.waitFor(() => expect(started).toHaveBeenCalledOnce(), within);
    const stopped = queue.stop();
    finish();
    await stopped;
    const { rows } = await pool.query("select state from pgboss.job where name = 'drained'");
    expect(rows).toEqual([{ state: 'completed' }]);
  });
});
