import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { followArrivals } from './follow-arrivals.ts';

/** Answers to the calls for a stream, in order; a stream stays open until its text has ended. */
let answers: (() => Response)[] = [];
let calls = 0;
let controllers: ReadableStreamDefaultController<Uint8Array>[] = [];
const view = new EventTarget() as EventTarget & { visibilityState: string };

/** No other tab is open; `messages` are those for others. */
let messages: string[] = [];
class LoneChannel extends EventTarget {
  postMessage(message: string) {
    messages.push(message);
  }
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
  messages = [];
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
  const heard = { onArrival: vi.fn(), onOpen: vi.fn() };
  stop = followArrivals(heard);
  await vi.advanceTimersByTimeAsync(10);
  return heard;
};
const countOf = ({ onArrival, onOpen }: Awaited<ReturnType<typeof follow>>) => ({
  calls,
  opened: onOpen.mock.calls.length,
  arrived: onArrival.mock.calls.length,
});
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
  it('asks once it hears, hears of each arrival, and tells other tabs', async () => {
    const heard = await follow();
    expect(countOf(heard)).toEqual({ calls: 1, opened: 1, arrived: 0 });
    await say(':\n\n');
    await say('event: arrived\ndata: {}\n\n');
    expect(countOf(heard)).toEqual({ calls: 1, opened: 1, arrived: 1 });
    expect(messages).toEqual(['onOpen', 'onArrival']);
  });

  it('asks at once where another tab listens, and again when its turn comes', async () => {
    let giveTurn = () => {};
    const request = async (name: string, options: LockOptions, work: (lock: Lock | null) => unknown) => {
      if (options.ifAvailable) return work(null);
      await new Promise<void>((resolve) => {
        giveTurn = resolve;
      });
      return work({ name: name, mode: 'exclusive' });
    };
    vi.stubGlobal('navigator', { locks: { request } });
    const heard = await follow();
    expect(countOf(heard)).toEqual({ calls: 0, opened: 1, arrived: 0 });
    giveTurn();
    await vi.advanceTimersByTimeAsync(10);
    expect(countOf(heard)).toEqual({ calls: 1, opened: 2, arrived: 0 });
  });

  it('asks again after a break, and after a silence', async () => {
    const heard = await follow();
    controllers.at(-1)?.close();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(countOf(heard)).toEqual({ calls: 2, opened: 2, arrived: 0 });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(countOf(heard)).toEqual({ calls: 3, opened: 3, arrived: 0 });
  });

  it('asks every minute where there is no place', async () => {
    const heard = await follow(refusal(429), refusal(429), refusal(429));
    expect(countOf(heard)).toEqual({ calls: 1, opened: 1, arrived: 0 });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(countOf(heard)).toEqual({ calls: 2, opened: 2, arrived: 0 });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(countOf(heard)).toEqual({ calls: 3, opened: 3, arrived: 0 });
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
    const heard = await follow(...Array.from({ length: 1_000 }, () => away));
    await vi.advanceTimersByTimeAsync(60 * 60_000);
    expect(calls).toBeGreaterThan(60);
    expect(calls).toBeLessThan(400);
    expect(countOf(heard)).toMatchObject({ opened: 0, arrived: 0 });
  });

  it('gives its place up after a minute out of sight, and asks once when it is seen again', async () => {
    const heard = await follow();
    await show('hidden');
    await vi.advanceTimersByTimeAsync(15_000);
    await show('visible');
    expect(countOf(heard)).toEqual({ calls: 1, opened: 1, arrived: 0 });
    await say(':\n\n');
    await show('hidden');
    await vi.advanceTimersByTimeAsync(40_000);
    await say(':\n\n');
    await vi.advanceTimersByTimeAsync(30_000);
    await expect(say('event: arrived\ndata: {}\n\n')).rejects.toThrow();
    expect(calls).toBe(1);
    await show('visible');
    expect(countOf(heard)).toEqual({ calls: 2, opened: 2, arrived: 0 });
  });
});
