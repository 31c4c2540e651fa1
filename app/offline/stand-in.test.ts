import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call, setStandIn, urlOf } from '#app/frame/api/call.ts';
import { queryClient } from '#app/frame/api/query-client.ts';
import { COPY_FORMAT } from './device-copy.ts';
import { shownCopy } from './shown-copy.ts';
import { standIn } from './stand-in.ts';

const ROUTES = [
  'GET /api/auth/me',
  'GET /api/cards',
  'GET /api/contacts/summary',
  'GET /api/contacts',
] as const;
const user = {
  id: 'ada',
  username: 'ada',
  fullName: 'Ada',
  email: 'a@x.example',
  subscriptionStatus: 'trial',
};
const KEPT = { account: { user }, cards: [], summary: { contacts: 1 }, latest: [], people: [] };
const copy = { format: COPY_FORMAT, madeAt: 1, ...KEPT };

/** The requests, and what comes of each. */
let asked: string[];
let answer: (address: string) => Promise<Response>;
let stops: (() => void)[];

const request = (result: unknown) => {
  const opened: { result: unknown; onsuccess?: () => void } = { result };
  queueMicrotask(() => opened.onsuccess?.());
  return opened;
};
const after = (ms: number, make: () => Response) =>
  new Promise<Response>((resolve) => setTimeout(() => resolve(make()), ms));

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  const stored: Record<string, string> = { user: JSON.stringify(user), 'offline-copy:ada': '1' };
  vi.stubGlobal('localStorage', { getItem: (name: string) => stored[name] ?? null });
  vi.stubGlobal('location', new URL('https://goldleaf.example/dashboard'));
  const store = { get: () => request(copy) };
  const database = { transaction: () => ({ objectStore: () => store }), close() {} };
  vi.stubGlobal('indexedDB', { open: () => request(database) });
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(address);
    return answer(address);
  });
  setStandIn(standIn);
  stops = [];
});
afterEach(() => {
  for (const stop of stops) stop();
  setStandIn(undefined);
  queryClient.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const watch = (queryKey: unknown[], queryFn: () => Promise<unknown>) => {
  const observer = new QueryObserver<unknown>(queryClient, { queryKey, queryFn });
  stops.push(observer.subscribe(() => {}));
};
const open = () => {
  for (const route of ROUTES) watch([urlOf(route)], () => call(route));
};
const shown = () => queryClient.getQueryData([urlOf('GET /api/contacts/summary')]);
const FRESH = { contacts: 2 };

describe('A device with a copy', () => {
  it('shows each answer that comes late, and asks once', async () => {
    answer = () => after(4_000, () => Response.json(FRESH));
    open();
    await vi.advanceTimersByTimeAsync(3_500);
    expect(shown()).toEqual(copy.summary);
    expect(shownCopy()).toBe(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(shown()).toEqual(FRESH);
    expect(shownCopy()).toBeNull();
    expect(asked).toHaveLength(ROUTES.length);
  });

  it('keeps addresses apart that differ only in what they ask', async () => {
    vi.stubGlobal('location', new URL('https://goldleaf.example/cards?account=all'));
    const query = { account: 'all' };
    answer = (address) => after(4_000, () => Response.json([address]));
    watch([urlOf('GET /api/cards')], () => call('GET /api/cards'));
    watch([urlOf('GET /api/cards', { query })], () => call('GET /api/cards', { query }));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toEqual(['/api/cards', '/api/cards?account=all']);
    for (const address of asked) expect(queryClient.getQueryData([address])).toEqual([address]);
  });

  it('shows the late answers to a list that is searched, and on a screen of a team', async () => {
    const search = { q: 'ada', tag: undefined };
    const key = [urlOf('GET /api/contacts/people'), 'pages', search] as const;
    answer = () => after(4_000, () => Response.json([FRESH]));
    watch([...key], () => call('GET /api/contacts/people', { query: { ...search, limit: 100 } }));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(queryClient.getQueryData(key)).toEqual([FRESH]);
    vi.stubGlobal('location', new URL('https://goldleaf.example/cards?account=team1'));
    watch([urlOf('GET /api/cards')], () => call('GET /api/cards'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(queryClient.getQueryData([urlOf('GET /api/cards')])).toEqual([FRESH]);
    expect(asked).toEqual(['/api/contacts/people?q=ada&limit=100', '/api/cards?account=team1']);
  });

  it('asks again for what had no answer once another one comes', async () => {
    const fail = () => Promise.reject(new TypeError('Failed to fetch'));
    answer = (address) => (address === '/api/cards' ? after(5_000, () => Response.json([])) : fail());
    open();
    await vi.advanceTimersByTimeAsync(4_000);
    expect(shown()).toEqual(copy.summary);
    answer = async () => Response.json(FRESH);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(shown()).toEqual(FRESH);
    expect(asked).toHaveLength(2 * ROUTES.length - 1);
  });

  it('takes no late answer from before a change', async () => {
    answer = () => after(4_000, () => Response.json({ contacts: asked.length }));
    open();
    await vi.advanceTimersByTimeAsync(3_500);
    await queryClient
      .getMutationCache()
      .build(queryClient, { mutationFn: async () => {} })
      .execute(undefined);
    answer = async () => Response.json(FRESH);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(shown()).toEqual(FRESH);
    expect(asked).toHaveLength(2 * ROUTES.length);
  });
});
