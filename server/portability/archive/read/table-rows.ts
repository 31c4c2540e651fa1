import { getTableColumns } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/** Rows of a table from what the export wrote of them; names that are no column of it are left out. */
export function rowsOf<Table extends PgTable>(
  table: Table,
  rows: readonly Record<string, unknown>[],
  fixed: Partial<Table['$inferInsert']>,
): Table['$inferInsert'][] {
  const columns = Object.entries(getTableColumns(table));
  return rows.map((row) => ({
    ...Object.fromEntries(
      columns.flatMap(([name, { dataType }]) => {
        const value = row[name];
        if (value === undefined) return [];
        return [[name, dataType === 'date' && typeof value === 'string' ? new Date(value) : value]];
      }),
    ),
    ...fixed,
  })) as Table['$inferInsert'][];
}
