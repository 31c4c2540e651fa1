/** A day of 24 hours, in milliseconds. Calendar days of a clock change are longer or shorter: do not count those with it. */
export const DAY_MS = 24 * 60 * 60 * 1000;

/** The day of UTC that a moment belongs to, like 2026-05-13. */
export const utcDayOf = (moment: Date): string => moment.toISOString().slice(0, 10);

/** Writes days of UTC in a language (`undefined`: the reader's own), whatever time zone the reader is in. */
export function utcDayFormat(
  language: string | undefined,
  options: Intl.DateTimeFormatOptions,
): (day: Date) => string {
  const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
  return (day) => format.format(day);
}
