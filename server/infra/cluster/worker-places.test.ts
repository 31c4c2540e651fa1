import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type LaunchedWorker, type ProcessEnd, WorkerEnded } from './launch-worker.ts';
import { createWorkerPlaces } from './worker-places.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

interface FakeWorker extends LaunchedWorker {
  serve(): void;
  die(end: ProcessEnd): void;
  wasReplaced?: boolean;
}

/** A worker that serves and ends when the test says so; told to end, it does so at once. */
function launchFake(number: number): FakeWorker {
  let isEnding = false;
  let serve = () => {};
  let die = (_end: ProcessEnd) => {};
  const ended = new Promise<ProcessEnd>((resolve) => {
    die = resolve;
  });
  const ready = new Promise<void>((resolve, reject) => {
    serve = resolve;
    void ended.then((end) => reject(new WorkerEnded(end)));
  });
  ready.catch(() => {});
  const worker: FakeWorker = {
    ...{ number, pid: 1, ready, ended, serve, die, send: () => {}, onMessage: () => {} },
    isEnding: () => isEnding,
    async end(isReplaced) {
      isEnding = true;
      worker.wasReplaced = isReplaced;
      die({ code: 0, signal: null });
    },
  };
  return worker;
}

const KILLED = { code: null, signal: 'SIGKILL' };

function openPlaces(count = 2) {
  const launched: FakeWorker[] = [];
  const warnings: string[] = [];
  const onHopeless = vi.fn();
  const places = createWorkerPlaces({
    ...{ count, onHopeless },
    launch(number) {
      const worker = launchFake(number);
      launched.push(worker);
      return worker;
    },
    log: { info: () => {}, warn: (_facts: object, text?: string) => void warnings.push(text ?? '') },
  });
  const serveAll = async () => {
    for (const worker of launched) worker.serve();
    await pass(0);
  };
  return {
    places,
    launched,
    warnings,
    onHopeless,
    serveAll,
    numbers: () => launched.map((one) => one.number),
  };
}

async function startPlaces(count?: number) {
  const opened = openPlaces(count);
  const started = opened.places.start();
  await opened.serveAll();
  await opened.serveAll();
  await started;
  return opened;
}

it('starts the first worker alone, so that what is wrong with the settings is said once', async () => {
  const { places, launched, serveAll, numbers } = openPlaces(3);
  const started = places.start();
  await pass(0);
  expect(numbers()).toEqual([1]);
  await serveAll();
  expect(numbers()).toEqual([1, 2, 3]);
  await serveAll();
  await started;
  expect(launched.every((worker) => !worker.isEnding())).toBe(true);
});

it('ends all when one of them refuses to start, with the code of that one', async () => {
  const { places, launched, serveAll } = openPlaces();
  const started = places.start();
  const failed = expect(started).rejects.toMatchObject({ code: 1 });
  await serveAll();
  launched[1]?.die({ code: 1, signal: null });
  await failed;
  expect([launched[0]?.isEnding(), places.list()]).toEqual([true, []]);
});

it('puts another in the place of one that dies, after a second and then after twice as long each time', async () => {
  const { launched, numbers, warnings } = await startPlaces();
  launched[1]?.die(KILLED);
  await pass(999);
  expect(numbers()).toEqual([1, 2]);
  await pass(1);
  expect(numbers()).toEqual([1, 2, 2]);
  launched[2]?.die(KILLED);
  await pass(1_999);
  expect(numbers()).toHaveLength(3);
  await pass(1);
  expect(numbers()).toEqual([1, 2, 2, 2]);
  launched[3]?.serve();
  await pass(61_000);
  launched[3]?.die(KILLED);
  await pass(1_000);
  expect(numbers()).toHaveLength(5);
  expect(warnings[0]).toBe('A worker ended unexpectedly, and another starts in 1 s');
});

it('gives up only once none is left and five have died within a minute', async () => {
  const { launched, onHopeless } = await startPlaces();
  for (const wait of [1_000, 2_000, 4_000, 8_000]) {
    launched.at(-1)?.die(KILLED);
    await pass(wait);
  }
  launched.at(-1)?.die(KILLED);
  await pass(0);
  expect(onHopeless).not.toHaveBeenCalled();
  launched[0]?.die(KILLED);
  await pass(0);
  expect(onHopeless).toHaveBeenCalledTimes(1);
});

it('ends a worker only once another serves in its place, one place after the other', async () => {
  const { places, launched, serveAll } = await startPlaces();
  const replaced = places.replaceAll();
  await pass(0);
  expect(launched.map((one) => one.isEnding())).toEqual([false, false, false]);
  await serveAll();
  expect(launched.map((one) => one.isEnding())).toEqual([true, false, false, false]);
  await serveAll();
  await replaced;
  expect(launched.map((one) => one.wasReplaced)).toEqual([true, true, undefined, undefined]);
  expect(places.list()).toEqual(launched.slice(2));
});

it('leaves a worker where it is if the one that was to replace it does not start', async () => {
  const { places, launched, numbers } = await startPlaces();
  const replaced = expect(places.replaceAll()).rejects.toThrow('A worker ended before it served (code 1).');
  await pass(0);
  launched[2]?.die({ code: 1, signal: null });
  await replaced;
  await pass(60_000);
  expect(launched.slice(0, 2).map((one) => one.isEnding())).toEqual([false, false]);
  expect(numbers()).toEqual([1, 2, 1]);
});

it('ends a new worker that hangs at its start, so that a later one may replace the old', async () => {
  const { places, launched, warnings, serveAll } = await startPlaces();
  const replaced = expect(places.replaceAll()).rejects.toThrow('A worker ended before it served');
  await pass(600_000);
  await replaced;
  expect(warnings).toEqual(['A new worker did not start in time, and is ended']);
  const again = places.replaceAll();
  await pass(0);
  await serveAll();
  await serveAll();
  await again;
  expect(launched.map((one) => one.isEnding())).toEqual([true, true, true, false, false]);
});

it('puts another in the place of one that hangs at its start after a death', async () => {
  const { launched, numbers, warnings } = await startPlaces();
  launched[1]?.die(KILLED);
  await pass(1_000);
  await pass(600_000);
  expect(launched[2]?.isEnding()).toBe(true);
  await pass(1_000);
  expect(numbers()).toEqual([1, 2, 2, 2]);
  expect(warnings[1]).toBe('A new worker did not start in time, and is ended');
});

it('has all of them end when it stops, also those that are starting, and starts none anymore', async () => {
  const { places, launched, numbers } = await startPlaces();
  launched[1]?.die(KILLED);
  await pass(1_000);
  launched[0]?.die(KILLED);
  await places.stop();
  await pass(60_000);
  expect([numbers(), places.list()]).toEqual([[1, 2, 2], []]);
});
