import { Worker } from 'node:worker_threads';
import { afterEach, expect, it } from 'vitest';
import { createThreadPool, type ThreadPool } from '#server/infra/thread-pool.ts';

/** Doubles each number, fails at "bad", and dies at "deadly", or at "weak" the first time it runs anywhere. */
const THREAD = `
  const { parentPort, workerData } = require('node:worker_threads');
  const deaths = new Int32Array(workerData.deaths);
  parentPort.on('message', (work) => {
    if (work === 'deadly') { Atomics.add(deaths, 0, 1); process.exit(1); }
    if (work === 'weak' && Atomics.add(deaths, 0, 1) === 0) throw new Error('out of memory');
    parentPort.postMessage(work === 'bad' ? { error: 'cannot' } : { value: work + work });
  });`;

let pool: ThreadPool<string, string>;
let started = 0;
/** Of starts to come, at these places the system has no thread. */
let unstarted: number[] = [];
let deaths: Int32Array<SharedArrayBuffer>;

function open(threadsMax = 1, waitingMax = 100): void {
  started = 0;
  deaths = new Int32Array(new SharedArrayBuffer(4));
  const start = () => {
    started += 1;
    if (unstarted.includes(started)) throw new Error('ERR_WORKER_INIT_FAILED');
    return new Worker(THREAD, { eval: true, workerData: { deaths: deaths.buffer } });
  };
  pool = createThreadPool({ start, threadsMax, waitingMax, refusal: () => new Error('full') });
}
afterEach(async () => {
  unstarted = [];
  await pool.close();
});

const stranger = { lane: 'unknown', address: 'a' } as const;

/** The order in which these jobs finished, after one that ran at once. */
async function orderOf(jobs: [string, typeof stranger | { lane: 'known'; address: string }][]) {
  const order: string[] = [];
  const note = (name: string) => () => void order.push(name);
  const all = [pool.run('first', stranger).then(note('first'))];
  for (const [name, turn] of jobs) all.push(pool.run(name, turn).then(note(name), note(`${name} refused`)));
  await Promise.all(all);
  return order;
}

it('No thread starts before there is work, and no more than allowed', async () => {
  open(2);
  expect(started).toBe(0);
  const values = await Promise.all(['a', 'b', 'c', 'd'].map((work) => pool.run(work, stranger)));
  expect(values).toEqual(['aa', 'bb', 'cc', 'dd']);
  expect(started).toBe(2);
  expect(await pool.run('e', stranger)).toBe('ee');
  expect(started).toBe(2);
});

it('Known requesters do not wait behind strangers, and strangers wait behind them for one turn at most', async () => {
  open();
  const known = { lane: 'known', address: 'a' } as const;
  const order = await orderOf([
    ['s1', stranger],
    ['s2', stranger],
    ['s3', stranger],
    ['k1', known],
    ['k2', known],
  ]);
  expect(order.indexOf('k1')).toBeLessThanOrEqual(2);
  expect(order.indexOf('s2')).toBeLessThan(order.indexOf('s3'));
  expect(order.indexOf('k2')).toBeLessThan(order.indexOf('s3'));
});

it('A full queue refuses strangers, but never known requesters', async () => {
  open(1, 1);
  const order = await orderOf([
    ['s1', stranger],
    ['s2', stranger],
    ['k1', { lane: 'known', address: 'a' }],
  ]);
  expect(order).toContain('s2 refused');
  expect(order).toContain('s1');
  expect(order).toContain('k1');
});

it('A failed job reports why, and the next one runs', async () => {
  open();
  await expect(pool.run('bad', stranger)).rejects.toThrow('cannot');
  expect(await pool.run('a', stranger)).toBe('aa');
  expect(started).toBe(1);
});

it('A thread that dies affects only its own job, which is retried', async () => {
  open();
  const answers = await Promise.all(['a', 'weak', 'b'].map((work) => pool.run(work, stranger)));
  expect(answers).toEqual(['aa', 'weakweak', 'bb']);
  expect(started).toBe(2);
});

it('A job that kills its thread is refused after the second time, and those behind it run', async () => {
  open();
  const deadly = pool.run('deadly', stranger);
  const next = pool.run('a', stranger);
  await expect(deadly).rejects.toThrow('full');
  expect(await next).toBe('aa');
  expect(deaths[0]).toBe(2);
});

it.each([
  ['at first', [1]],
  ['after one has died, twice', [2, 3]],
])('Jobs wait while the system has no thread for them: %s', { tags: ['thorough'] }, async (_when, places) => {
  unstarted = places;
  open();
  const answers = await Promise.all(['weak', 'a', 'b'].map((work) => pool.run(work, stranger)));
  expect(answers).toEqual(['weakweak', 'aa', 'bb']);
});

it('As many threads as there may be start once the system has some again', async () => {
  unstarted = [1, 2];
  open(2);
  const answers = await Promise.all(['a', 'b'].map((work) => pool.run(work, stranger)));
  expect(answers).toEqual(['aa', 'bb']);
  expect(started).toBe(4);
});

it('When the pool closes, waiting jobs are refused, and so are new ones', async () => {
  open();
  const waiting = ['a', 'b', 'c'].map((work) => pool.run(work, stranger));
  const refused = Promise.allSettled(waiting);
  await pool.close();
  expect((await refused).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  await expect(pool.run('d', stranger)).rejects.toThrow('full');
});
