import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query';
import { callPage, type PageOf } from '#app/frame/api/call.ts';
import { pagesKey } from '#app/frame/api/pages.ts';
import type { ContactSummary, Person } from '#shared/people/contacts.ts';
import { latestKey, PEOPLE_A_PAGE, PEOPLE_ROUTE, summaryKey } from '../contacts.queries.ts';
import { countKey } from '../review/unreviewed.queries.ts';
import { arriving } from './arriving.ts';

type Read = InfiniteData<PageOf<typeof PEOPLE_ROUTE>, string | null>;

/** Asks again how many there are, and for what shows only the latest; resolves to true once that is known. */
export async function askCounts(client: QueryClient): Promise<boolean> {
  await Promise.all(
    [summaryKey, latestKey, countKey].map((queryKey) => client.invalidateQueries({ queryKey })),
  );
  return client.getQueryState(summaryKey)?.status === 'success';
}

/** Reads what is new for the lists on screen, and shows it once `untilFree` resolves; resolves to the people who came. */
export async function readArrivals(
  client: QueryClient,
  untilFree: () => Promise<void>,
  signal: AbortSignal,
): Promise<Person[]> {
  const lists = client.getQueryCache().findAll({ queryKey: pagesKey(PEOPLE_ROUTE), type: 'active' });
  const found = await Promise.all(
    lists.map(({ queryKey }) => readNewRows(client, queryKey, untilFree, signal)),
  );
  return found.flat();
}

/** Resolves to true if there are more or fewer people than this screen knew of when it read its list. */
export async function hasChanged(client: QueryClient): Promise<boolean> {
  const count = () => {
    const counts = client.getQueryData<ContactSummary>(summaryKey);
    return counts && counts.contacts + counts.leads;
  };
  const before = count();
  // The list is read after the counts.
  if (before === undefined) return false;
  await client.refetchQueries({ queryKey: summaryKey });
  return count() !== before;
}

/** Puts people who came before those already read; the pages read so far stay. */
async function readNewRows(
  client: QueryClient,
  queryKey: readonly unknown[],
  untilFree: () => Promise<void>,
  signal: AbortSignal,
): Promise<Person[]> {
  const query = queryKey[2] as Record<string, string | undefined>;
  const { rows } = await callPage(PEOPLE_ROUTE, { ...query, limit: PEOPLE_A_PAGE }, signal);
  const list = client.getQueryCache().find<Read>({ queryKey });
  do {
    // A list that is on its way would replace what is put here.
    if (list) await isRead(client, list);
    await untilFree();
  } while (list && list.state.fetchStatus !== 'idle');
  const read = list?.state.data;
  const [first, ...others] = read?.pages ?? [];
  if (!read || !first) return [];
  const known = new Set(read.pages.flatMap((page) => page.rows.map(({ id }) => id)));
  const end = rows.findIndex(({ id }) => known.has(id));
  if (end === 0 || rows.length === 0) return [];
  if (end < 0) {
    // None that is known: there may be more before the first, or pages after this one.
    await client.invalidateQueries({ queryKey });
    return rows;
  }
  // Rows beyond may be older ones that moved up.
  const fresh = rows.slice(0, end);
  for (const { id } of fresh) arriving.add(id);
  client.setQueryData<Read>(queryKey, {
    ...read,
    pages: [{ ...first, rows: [...fresh, ...first.rows] }, ...others],
  });
  return fresh;
}

/** Resolves once nothing more of a list is on its way. */
const isRead = (client: QueryClient, list: Query<Read>): Promise<void> =>
  new Promise((resolve) => {
    const check = () => {
      if (list.state.fetchStatus !== 'idle') return;
      stop();
      resolve();
    };
    const stop = client.getQueryCache().subscribe(check);
    check();
  });
