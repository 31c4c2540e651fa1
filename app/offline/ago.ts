import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/formats/time.ts';

const AGO = new Intl.RelativeTimeFormat(undefined);

/** "5 minutes ago", "3 hours ago", "2 days ago"; "less than a minute ago" before that. */
export function sayAgo(time: number, now: number): string {
  const ms = now - time;
  if (ms < MINUTE_MS) return 'less than a minute ago';
  if (ms < HOUR_MS) return AGO.format(-Math.floor(ms / MINUTE_MS), 'minute');
  if (ms < DAY_MS) return AGO.format(-Math.floor(ms / HOUR_MS), 'hour');
  return AGO.format(-Math.floor(ms / DAY_MS), 'day');
}
