import type { RangeAnalytics } from '#shared/analytics/analytics.ts';
import { DAY_MS, dayFormat, formatUtcDay } from '#shared/formats/time.ts';

/** Days are counted in UTC, so they are formatted in UTC too. */
const formatOf = (options: Intl.DateTimeFormatOptions) => {
  const format = dayFormat(undefined, options, null);
  return (day: string) => format(new Date(`${day}T00:00:00Z`));
};
const addDays = (day: string, count: number) => formatUtcDay(new Date(Date.parse(day) + count * DAY_MS));
const longDay = formatOf({ weekday: 'short', day: 'numeric', month: 'long' });
const shortDay = formatOf({ day: 'numeric', month: 'short' });
const longMonth = formatOf({ month: 'long', year: 'numeric' });
const shortMonth = formatOf({ month: 'short', year: 'numeric' });

/** The first week of a range may be short: it is called by the days it covers. */
function nameWeeks([first, second]: readonly { day: string }[]) {
  const end = second && addDays(second.day, -1);
  const isShort = first && end && addDays(first.day, 6) > end;
  return (day: string) => {
    if (!isShort || day !== first.day) return `Week of ${shortDay(day)}`;
    return end === day ? shortDay(day) : `${shortDay(day)} to ${shortDay(end)}`;
  };
}

/** How steps of a day, a week and a month are called. */
export const nameSteps = ({
  stepDays,
  steps,
}: Pick<RangeAnalytics, 'stepDays'> & { steps: readonly { day: string }[] }) =>
  stepDays === 1
    ? { step: 'day', long: longDay, short: shortDay }
    : stepDays === 7
      ? { step: 'week', long: nameWeeks(steps), short: shortDay }
      : { step: 'month', long: longMonth, short: shortMonth };
