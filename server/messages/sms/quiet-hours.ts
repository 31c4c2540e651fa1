import { MINUTE_MS } from '#shared/formats/time.ts';

/**
 * When nobody in a country is to be woken by a text, whatever part of it they live in. Texts to the United States go
 * out between 18:00 and 1:00 UTC, since Hawaii sleeps longest.
 */

const WAKES_AT = 8;
const SLEEPS_AT = 21;
const STEP_MS = 15 * MINUTE_MS;
/** Two days are enough to find an hour at which all of Russia is awake; beyond that there is none. */
const STEPS_MAX = 4 * 48;

/** Countries of telephone numbers that ICU has no zones for. */
const OTHER_ZONES: Readonly<Record<string, string[]>> = {
  AC: ['Atlantic/St_Helena'],
  TA: ['Atlantic/St_Helena'],
  XK: ['Europe/Belgrade'],
};

/** ECMA-402, "Intl Locale Info": a property in older engines, a method in newer ones. */
type LocaleInfo = Intl.Locale & { timeZones?: string[]; getTimeZones?: () => string[] | undefined };

/** IANA names of the time zones of a country (ISO 3166-1 alpha-2), as ICU knows them from zone.tab. */
export function zonesOf(country: string): string[] {
  const locale: LocaleInfo = new Intl.Locale(`und-${country}`);
  const zones = locale.getTimeZones?.() ?? locale.timeZones ?? [];
  return zones.length > 0 ? zones : (OTHER_ZONES[country] ?? []);
}

/**
 * The first moment from `at` on, in steps of a quarter of an hour, at which it is from 8:00 to 21:00 everywhere in a
 * country; `at` itself if it is now, null if it never is or nothing is known about the country.
 */
export function wakingMoment(country: string, at: Date): Date | null {
  const clocks = zonesOf(country).map(
    (timeZone) => new Intl.DateTimeFormat('en-US', { timeZone, hour: '2-digit', hourCycle: 'h23' }),
  );
  if (clocks.length === 0) return null;
  const isAwake = (moment: Date) =>
    clocks.every((clock) => {
      const hour = Number(clock.format(moment));
      return hour >= WAKES_AT && hour < SLEEPS_AT;
    });
  if (isAwake(at)) return at;
  const first = Math.ceil(at.getTime() / STEP_MS);
  for (let step = first; step < first + STEPS_MAX; step += 1) {
    const moment = new Date(step * STEP_MS);
    if (isAwake(moment)) return moment;
  }
  return null;
}
