import type { ReactNode } from 'react';
import type { Pages } from '#app/frame/api/pages.ts';
import { LoadFailed } from '#app/frame/LoadFailed.tsx';
import { LoadingTable } from './LoadingTable.tsx';
import { TablePages } from './TablePages.tsx';
import { sayRowRange, type useTablePages } from './use-table-pages.ts';

interface PagedTableProps<Row> {
  pages: Pages<Row>;
  table: ReturnType<typeof useTablePages<Row>>;
  /** The name of one row. */
  noun: string;
  /** The search. */
  filters: ReactNode;
  onPage: (page: number) => void;
  children: (rows: Row[]) => ReactNode;
}

/** A table that the server searches and pages, with its search above and its pages below. */
export function PagedTable<Row>({ pages, table, noun, filters, onPage, children }: PagedTableProps<Row>) {
  const { rows, error } = pages;
  const { page, isShort, known, shown } = table;
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2 pb-3">
        {filters}
        <p role="status" className="text-sm text-ink-2 tabular-nums">
          {rows && !(isShort && error) && sayRowRange(page, rows.length, known, noun)}
        </p>
      </div>
      {error && (!rows || isShort) ? (
        <LoadFailed error={error} retry={rows ? pages.fetchNext : pages.refetch} />
      ) : shown ? (
        children(shown)
      ) : (
        <LoadingTable label={`Loading ${noun}s`} />
      )}
      {rows && (
        <TablePages
          label={`Pages of ${noun}s`}
          page={page}
          pages={table.pageCount}
          hasNext={table.hasFurther}
          onPage={onPage}
        />
      )}
    </>
  );
}
