import { DAY_MS, HOUR_MS, lateFormat, MINUTE_MS } from '#shared/formats/time.ts';

/** In the reader's language and time zone. */
const dates = (options: Intl.DateTimeFormatOptions) =>
  lateFormat(() => new Intl.DateTimeFormat(undefined, options));
const relative = (options?: Intl.RelativeTimeFormatOptions) =>
  lateFormat(() => new Intl.RelativeTimeFormat(undefined, options));

const DAY = dates({ dateStyle: 'long' });
const TIME = dates({ hour: 'numeric', minute: '2-digit' });
const AGO = relative({ numeric: 'auto' });

/** "5 December 2026", in the reader's language and time zone. */
export const formatDay = (iso: string): string => DAY().format(new Date(iso));

const isThisYear = (date: Date) => date.getFullYear() === new Date().getFullYear();
const byYear = (ofThis: typeof DAY, ofOthers: typeof DAY) => (iso: string) => {
  const date = new Date(iso);
  return (isThisYear(date) ? ofThis() : ofOthers()).format(date);
};

/** "5 Dec, 14:30", with its year if that is another one, in the reader's language and time zone. */
export const formatMoment = byYear(
  dates({ day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' }),
  dates({ dateStyle: 'medium', timeStyle: 'short' }),
);

/** "Nov 20", with its year if that is another one. */
export const formatShortDay = byYear(
  dates({ month: 'short', day: 'numeric' }),
  dates({ dateStyle: 'medium' }),
);

/** "14:30", in the reader's language and time zone. */
export const formatTime = (iso: string): string => TIME().format(new Date(iso));

/** The day as a field for dates holds it, "2026-12-05", in the reader's time zone. */
export function toDayField(iso: string): string {
  const date = new Date(iso);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Noon of the day in such a field, so that it is the same day in the time zones around. */
export const fromDayField = (day: string): string => new Date(`${day}T12:00`).toISOString();

const toMidnight = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
/** Rounded, because days with a clock change have 23 or 25 hours. */
const daysSince = (date: Date) => Math.round((toMidnight(new Date()) - toMidnight(date)) / DAY_MS);

/** "today", "yesterday", "12 days ago"; the day itself after a month. */
export function formatAgo(iso: string): string {
  const days = daysSince(new Date(iso));
  return days > 30 ? formatDay(iso) : AGO().format(-Math.max(days, 0), 'day');
}

const RECENT = dates({ month: 'long', day: 'numeric' });

/** "Today", "Yesterday" or "November 20", with its year if that is another one. */
export function formatRecentDay(iso: string): string {
  const date = new Date(iso);
  const days = daysSince(date);
  if (days < 2) {
    const words = AGO().format(-Math.max(days, 0), 'day');
    return words.charAt(0).toLocaleUpperCase() + words.slice(1);
  }
  return isThisYear(date) ? RECENT().format(date) : DAY().format(date);
}

const SINCE = relative();

/** "5 minutes ago", "3 hours ago", "2 days ago"; "less than a minute ago" before that. */
export function sayAgo(time: number, now: number): string {
  const ms = now - time;
  if (ms < MINUTE_MS) return 'less than a minute ago';
  if (ms < HOUR_MS) return SINCE().format(-Math.floor(ms / MINUTE_MS), 'minute');
  if (ms < DAY_MS) return SINCE().format(-Math.floor(ms / HOUR_MS), 'hour');
  return SINCE().format(-Math.floor(ms / DAY_MS), 'day');
}
