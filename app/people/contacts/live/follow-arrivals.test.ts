import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { followArrivals } from './follow-arrivals.ts';

/** Answers to the calls for a stream, in order; a stream stays open until its text has ended. */
let answers: (() => Response)[] = [];
let calls = 0;
let controllers: ReadableStreamDefaultController<Uint8Array>[] = [];
const view = new EventTarget() as EventTarget & { visibilityState: string };

/** No other tab is open. */
class LoneChannel extends EventTarget {
  postMessage() {}
  close() {}
}

const stream = (): Response => {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controllers.push(controller);
      controller.enqueue(new TextEncoder().encode(':\n\n'));
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
};
const refusal = (status: number) => () => new Response('{}', { status });

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(view, { visibilityState: 'visible' });
  calls = 0;
  controllers = [];
  vi.stubGlobal('document', view);
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('BroadcastChannel', LoneChannel);
  vi.stubGlobal('fetch', async (_url: string, { signal }: RequestInit) => {
    calls += 1;
    const response = (answers.shift() ?? stream)();
    const controller = controllers.at(-1);
    signal?.addEventListener('abort', () => controller?.error(new DOMException('', 'AbortError')));
    return response;
  });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

let stop = () => {};
const follow = async (...given: (() => Response)[]) => {
  answers = given;
  const onArrival = vi.fn();
  stop = followArrivals(onArrival);
  await vi.advanceTimersByTimeAsync(10);
  return onArrival;
};
const say = async (text: string) => {
  controllers.at(-1)?.enqueue(new TextEncoder().encode(text));
  await vi.advanceTimersByTimeAsync(10);
};
const show = async (visibilityState: string) => {
  Object.assign(view, { visibilityState });
  view.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(10);
};

describe('A screen that waits for new contacts', () => {
  it('hears of each arrival, and asks for nothing at the beginning', async () => {
    const onArrival = await follow();
    expect(onArrival).not.toHaveBeenCalled();
    await say('event: arrived\ndata: {}\n\n');
    expect(onArrival).toHaveBeenCalledTimes(1);
  });

  it('asks once after a break, and after a silence', async () => {
    const onArrival = await follow();
    controllers.at(-1)?.close();
    await vi.advanceTimersByTimeAsync(5_000);
    expect([calls, onArrival.mock.calls.length]).toEqual([2, 1]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([calls, onArrival.mock.calls.length]).toEqual([3, 2]);
  });

  it('asks every minute where there is no place', async () => {
    const onArrival = await follow(refusal(429), refusal(429), refusal(429));
    expect(onArrival).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([calls, onArrival.mock.calls.length]).toEqual([2, 1]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([calls, onArrival.mock.calls.length]).toEqual([3, 2]);
  });

  it('ends with the session', async () => {
    await follow(refusal(401));
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(calls).toBe(1);
  });

  it('tries again while the server is away, less and less often', async () => {
    const away = () => {
      throw new TypeError('Failed to fetch');
    };
    const onArrival = await follow(...Array.from({ length: 1_000 }, () => away));
    await vi.advanceTimersByTimeAsync(60 * 60_000);
    expect(calls).toBeGreaterThan(60);
    expect(calls).toBeLessThan(400);
    expect(onArrival).not.toHaveBeenCalled();
  });

  it('gives its place up after a minute out of sight, and asks once when it is seen again', async () => {
    const onArrival = await follow();
    await show('hidden');
    await vi.advanceTimersByTimeAsync(15_000);
    await show('visible');
    expect([calls, onArrival.mock.calls.length]).toEqual([1, 0]);
    await say(':\n\n');
    await show('hidden');
    await vi.advanceTimersByTimeAsync(40_000);
    await say(':\n\n');
    await vi.advanceTimersByTimeAsync(30_000);
    await expect(say('event: arrived\ndata: {}\n\n')).rejects.toThrow();
    expect(calls).toBe(1);
    await show('visible');
    expect([calls, onArrival.mock.calls.length]).toEqual([2, 1]);
  });
});
