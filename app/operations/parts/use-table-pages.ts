import { useEffect } from 'react';
import type { Pages } from '#app/frame/api/pages.ts';

/** A table whose rows are read page by page. */

/** How many rows one page of a table shows. */
export const PAGE_SIZE = 25;

const pagesOf = (rows: number) => Math.max(1, Math.ceil(rows / PAGE_SIZE));

/**
 * The page that is shown, as far as it is known. `asked`: the page that was asked for, from 1. `total`: how many rows there
 * are, if that is known before they are read.
 */
export function useTablePages<Row>(pages: Pages<Row>, asked: number, total?: number) {
  const { rows, hasNext } = pages;
  // Quick clicks may ask for a page beyond the end before the end is known.
  const page = rows && !hasNext ? Math.min(asked, pagesOf(rows.length)) : asked;
  const isShort = useFilledPage(pages, page);
  const known = rows && !hasNext ? rows.length : total;
  return {
    page,
    isShort,
    known,
    pageCount: known === undefined ? undefined : pagesOf(known),
    shown: rows?.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
    hasFurther: rows !== undefined && (rows.length > page * PAGE_SIZE || hasNext),
  };
}

/** A page of search results may come back short: the next ones fill it. Returns whether it is still short. */
function useFilledPage<Row>({ rows, hasNext, isFetching, error, fetchNext }: Pages<Row>, page: number) {
  const isShort = rows !== undefined && rows.length < page * PAGE_SIZE && hasNext;
  const isWanted = isShort && !isFetching && !error;
  // biome-ignore lint/correctness/useExhaustiveDependencies: fetching depends on what is missing, not on the function's identity
  useEffect(() => {
    if (isWanted) fetchNext();
  }, [isWanted]);
  return isShort;
}

/** "1–25 of 31 users", or "1–25 of 50+ users" until the end has been read. `noun`: of one row. */
export function sayRowRange(page: number, read: number, known: number | undefined, noun: string): string {
  if (read === 0) return `0 ${noun}s`;
  const first = (page - 1) * PAGE_SIZE + 1;
  const last = Math.max(first, Math.min(page * PAGE_SIZE, read));
  const all = known?.toLocaleString() ?? `${read.toLocaleString()}+`;
  return `${first.toLocaleString()}–${last.toLocaleString()} of ${all} ${known === 1 ? noun : `${noun}s`}`;
}
