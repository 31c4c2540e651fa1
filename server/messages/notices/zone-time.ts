import { DAY_MS, MINUTE_MS } from '#shared/formats/time.ts';

/** Times of day in an owner's zone (IANA; null: UTC), through the zone data of the runtime. */

/** Milliseconds that the clocks of the zone are ahead of UTC at a moment. */
function offsetAt(at: number, zone: string | null): number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone ?? 'UTC',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000;
}

/** The local time in the zone, as milliseconds of the same time in UTC. */
const shownAt = (at: Date, zone: string | null): number => at.getTime() + offsetAt(at.getTime(), zone);

/**
 * The moment at which the clocks of the zone show this time (as milliseconds of the same time in UTC). Of two, the
 * first; in the hour that summer time skips, as much later as was skipped.
 */
export function toMoment(shown: number, zone: string | null): Date {
  const before = shown - offsetAt(shown - DAY_MS, zone);
  const after = shown - offsetAt(shown + DAY_MS, zone);
  const found = [before, after].find((at) => at + offsetAt(at, zone) === shown);
  return new Date(found ?? before);
}

/** Minutes after midnight, in the zone. */
export function minuteOfDay(at: Date, zone: string | null): number {
  const shown = shownAt(at, zone);
  return Math.floor((shown - Math.floor(shown / DAY_MS) * DAY_MS) / MINUTE_MS);
}

/** The next moment, after `at`, at which the clocks of the zone show this minute of the day. */
export function nextAt(at: Date, minute: number, zone: string | null): Date {
  const midnight = Math.floor(shownAt(at, zone) / DAY_MS) * DAY_MS;
  for (let day = 0; ; day += 1) {
    const moment = toMoment(midnight + day * DAY_MS + minute * MINUTE_MS, zone);
    if (moment > at) return moment;
  }
}
