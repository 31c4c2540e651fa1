import { InfiniteQueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { callPage } from '#app/frame/api/call.ts';
import { pagesKey } from '#app/frame/api/pages.ts';
import { queryClient } from '#app/frame/api/query-client.ts';
import { callOutside } from '#test/call-outside.ts';
import { PEOPLE_ROUTE, useSaveContacts, useToggleFavorite } from './contacts.queries.ts';

const ADA = { id: 'ada', isFavorite: false };
const KEY = [...pagesKey(PEOPLE_ROUTE), {}];
/** The rows of the server, and the reads that it has not answered. */
let rows: (typeof ADA)[];
let reads: ((response: Response) => void)[];
let stops: (() => void)[];
/** False while answers are lost. */
let isAnswered: boolean;

const openAt = (address: string) => vi.stubGlobal('location', new URL(address, 'https://goldleaf.example'));
const settle = () => vi.waitFor(() => expect(queryClient.isMutating()).toBe(0));
const answer = () => reads.shift()?.(Response.json(rows));

beforeEach(() => {
  rows = [ADA];
  reads = [];
  stops = [];
  openAt('/contacts');
  isAnswered = true;
  vi.stubGlobal('fetch', async (_address: string, { method, body }: RequestInit) => {
    if (method === 'GET') return new Promise<Response>((resolve) => reads.push(resolve));
    const { isFavorite } = body ? JSON.parse(String(body)) : {};
    rows = rows.map((row) => ({ ...row, isFavorite: isFavorite ?? !row.isFavorite }));
    if (!isAnswered) throw new TypeError('Failed to fetch');
    return Response.json(rows[0]);
  });
});
afterEach(() => {
  for (const stop of stops) stop();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const open = () => {
  const observer = new InfiniteQueryObserver(queryClient, {
    queryKey: KEY,
    queryFn: ({ signal }) => callPage(PEOPLE_ROUTE, {}, signal),
    initialPageParam: null,
    getNextPageParam: () => null,
  });
  stops.push(observer.subscribe(() => {}));
  return () => observer.getCurrentResult().data?.pages.flatMap((page) => page.rows);
};

describe('A star', () => {
  it('is shown at once, and a list that was being read is read again', async () => {
    const shown = open();
    answer();
    await vi.waitFor(() => expect(shown()).toEqual([ADA]));
    void queryClient.refetchQueries({ queryKey: KEY });
    expect(reads).toHaveLength(1);
    const grace = { id: 'grace', isFavorite: false };
    callOutside(() => useToggleFavorite(ADA.id)).mutate(ADA);
    await settle();
    expect(shown()).toEqual([{ ...ADA, isFavorite: true }]);
    rows.push(grace);
    await vi.waitFor(() => expect(reads).toHaveLength(2));
    reads.shift();
    answer();
    await vi.waitFor(() => expect(shown()).toEqual([{ ...ADA, isFavorite: true }, grace]));
  });

  it('is the same in the lists of all accounts, once each', async () => {
    const lists: (() => unknown)[] = [];
    for (const address of ['/contacts?account=all', '/contacts']) {
      openAt(address);
      lists.push(open());
      answer();
    }
    await vi.waitFor(() => expect(lists.map((shown) => shown())).toEqual([[ADA], [ADA]]));
    callOutside(() => useToggleFavorite(ADA.id)).mutate(ADA);
    await settle();
    const starred = [{ ...ADA, isFavorite: true }];
    expect(lists.map((shown) => shown())).toEqual([starred, starred]);
  });

  it('stays when it is pressed again because the answer was lost', async () => {
    const shown = open();
    answer();
    await vi.waitFor(() => expect(shown()).toEqual([ADA]));
    const { mutateAsync } = callOutside(() => useToggleFavorite(ADA.id));
    isAnswered = false;
    await expect(mutateAsync(ADA)).rejects.toThrow();
    expect(shown()).toEqual([ADA]);
    isAnswered = true;
    await mutateAsync(ADA);
    const starred = [{ ...ADA, isFavorite: true }];
    expect([rows, shown()]).toEqual([starred, starred]);
  });

  it('ends as it was last pressed, one press after the other', async () => {
    const { mutateAsync } = callOutside(() => useToggleFavorite(ADA.id));
    const ask = fetch;
    let arrive = () => {};
    const way = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const late = vi.fn(ask).mockImplementationOnce((...call) => way.then(() => ask(...call)));
    vi.stubGlobal('fetch', late);
    const presses = [ADA, { ...ADA, isFavorite: true }].map((person) => mutateAsync(person));
    await vi.waitFor(() => expect(late).toHaveBeenCalled());
    arrive();
    await Promise.all(presses);
    expect(rows).toEqual([ADA]);
  });
});

describe('An export of contacts', () => {
  it.each([
    ['/contacts', undefined, '/api/contacts/summary'],
    ['/contacts?account=team1', undefined, '/api/contacts/summary?account=team1'],
    ['/contacts?account=all', undefined, '/api/contacts/summary'],
    ['/contacts?account=all', 'team1', '/api/contacts/summary?account=team1'],
  ])('on %s of %s is refused if %s says that there is none', async (here, account, summary) => {
    openAt(here);
    const asked: string[] = [];
    vi.stubGlobal('fetch', async (address: string) => {
      asked.push(address);
      return Response.json({ contacts: 0 });
    });
    expect(await callOutside(useSaveContacts).mutateAsync(account)).toBeNull();
    expect(asked).toEqual([summary]);
  });
});
