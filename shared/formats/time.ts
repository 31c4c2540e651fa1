/** 24 hours in milliseconds. Calendar days are longer or shorter at a clock change: do not count days with it. */
export const DAY_MS = 24 * 60 * 60 * 1000;

export const HOUR_MS = 60 * 60 * 1000;

export const MINUTE_MS = 60 * 1000;

/** The UTC day of a moment, like 2026-05-13. */
export const formatUtcDay = (moment: Date): string => moment.toISOString().slice(0, 10);

/** Some months earlier at that time of day, in UTC; in a shorter month at the latest on its last day. */
export function monthsBefore(months: number, moment: Date): Date {
  const before = new Date(moment);
  before.setUTCMonth(moment.getUTCMonth() - months);
  if (before.getUTCDate() !== moment.getUTCDate()) before.setUTCDate(0);
  return before;
}

/**
 * A formatter of the platform, made once it is needed: the first takes some 20 ms, on a phone 150, which neither a start nor a
 * first draw waits for.
 */
export function lateFormat<Format>(make: () => Format): () => Format {
  let made: Format | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/**
 * Formats days in a language (`undefined`: the reader's own), as the calendar of a time zone (IANA) counts them; without
 * a zone, in UTC.
 */
export function dayFormat(
  language: string | undefined,
  options: Intl.DateTimeFormatOptions,
  timeZone: string | null,
): (day: Date) => string {
  const format = lateFormat(
    () => new Intl.DateTimeFormat(language, { ...options, timeZone: timeZone ?? 'UTC' }),
  );
  return (day) => format().format(day);
}
