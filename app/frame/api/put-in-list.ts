import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Puts what the server answered in its place of a list that is loaded whole, or before all others. */
export function putInList<Row extends { id: string }>(
  client: QueryClient,
  key: QueryKey,
  changed: Row,
): void {
  client.setQueryData<Row[]>(key, (rows = []) =>
    rows.some(({ id }) => id === changed.id)
      ? rows.map((row) => (row.id === changed.id ? changed : row))
      : [changed, ...rows],
  );
}
