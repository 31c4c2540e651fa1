import { formatDay } from './dates.ts';

/** Rows by the day they are of, in words, in their order. */
export function groupByDay<Row extends { createdAt: string }>(rows: readonly Row[]): [string, Row[]][] {
  const days = new Map<string, Row[]>();
  for (const row of rows) {
    const day = formatDay(row.createdAt);
    const ofDay = days.get(day);
    if (ofDay) ofDay.push(row);
    else days.set(day, [row]);
  }
  return [...days];
}
