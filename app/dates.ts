const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' });
const AGO = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

/** "5 December 2026", in the reader's language and time zone. */
export const formatDay = (iso: string): string => DAY.format(new Date(iso));

const midnight = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();

/** "today", "yesterday", "12 days ago"; the day itself after a month. */
export function formatAgo(iso: string, now = new Date()): string {
  // Rounded, since a day of a clock change has 23 or 25 hours.
  const days = Math.round((midnight(now) - midnight(new Date(iso))) / (24 * 60 * 60 * 1000));
  return days > 30 ? formatDay(iso) : AGO.format(-Math.max(days, 0), 'day');
}
