import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import { callPage, type PagedRoute, type PageOf, peekPage, type RowIn, urlOf } from './call.ts';

/** Lists that are read page by page, as far as the user scrolls. */

export interface Pages<Row> {
  /** The rows read so far; undefined until the first page has arrived. */
  rows: Row[] | undefined;
  pageCount: number;
  error: Error | null;
  /** True if `rows` still belong to the previous search or filter. */
  isOutdated: boolean;
  hasNext: boolean;
  isFetching: boolean;
  isFetchingNext: boolean;
  fetchNext: () => void;
  refetch: () => void;
}

/** Reads a list from its start, again whenever a screen opens; responses to an outdated request are dropped. */
export function usePages<Name extends PagedRoute>(
  route: Name,
  query: Record<string, string | undefined> = {},
  limit = 50,
  params?: Record<string, string>,
  enabled = true,
): Pages<RowIn<Name>> {
  const result = useInfiniteQuery({
    queryKey: [urlOf(route, { params }), 'pages', query, limit],
    queryFn: ({ pageParam, signal }) =>
      callPage(route, { ...query, limit, cursor: pageParam ?? undefined }, signal, params),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    initialData() {
      const first = peekPage(route, { ...query, limit }, params);
      return first && { pages: [first], pageParams: [null] };
    },
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    staleTime: 0,
    enabled,
  });
  const { data, hasNextPage, isFetching, fetchNextPage, refetch } = result;
  const rows = useMemo(() => data?.pages.flatMap((page) => page.rows), [data]);
  return {
    rows,
    pageCount: data?.pages.length ?? 0,
    error: result.error,
    isOutdated: result.isPlaceholderData,
    hasNext: hasNextPage,
    isFetching,
    isFetchingNext: result.isFetchingNextPage,
    fetchNext: () => void fetchNextPage({ cancelRefetch: false }),
    refetch: () => void refetch(),
  };
}

/** The key of all lists of an endpoint, whatever was searched for. */
export const pagesKey = (route: PagedRoute): QueryKey => [urlOf(route), 'pages'];

/** Changes rows in place, in every page that was read, of each account; nothing is fetched. */
export function patchPages<Name extends PagedRoute>(
  client: QueryClient,
  route: Name,
  change: (rows: RowIn<Name>[]) => RowIn<Name>[],
): void {
  // By its key, a list is only found on a screen of its account.
  for (const query of client.getQueryCache().findAll({ queryKey: pagesKey(route) })) {
    const data = query.state.data as InfiniteData<PageOf<Name>, string | null> | undefined;
    if (!data) continue;
    const pages = data.pages.map((page) => ({ ...page, rows: change(page.rows) }));
    query.setData({ ...data, pages }, { manual: true });
  }
}
