import { useState } from 'react';
import type { DashboardAnalytics } from '#shared/analytics/analytics.ts';
import { dayFormat } from '#shared/formats/time.ts';
import { axisTop } from './figures.ts';

type Days = DashboardAnalytics['viewsByDay'];

/** Days are counted in UTC, so they are formatted in UTC too. */
const formatOf = (options: Intl.DateTimeFormatOptions) => {
  const format = dayFormat(undefined, options, null);
  return (day: string) => format(new Date(`${day}T00:00:00Z`));
};
const longDay = formatOf({ weekday: 'short', day: 'numeric', month: 'long' });
const shortDay = formatOf({ day: 'numeric', month: 'short' });

const viewsOf = (views: number) => `${views.toLocaleString()} ${views === 1 ? 'view' : 'views'}`;

/**
 * The last 30 days as bars from zero; hovering a day shows its figure, and a table gives them to screen readers. No
 * chart library: it would be about as heavy as the whole app, draw text that ignores the reader's text size, and leave
 * the table to us.
 */
export function ViewsByDay({ days }: { days: Days }) {
  const [pointed, setPointed] = useState<Days[number] | null>(null);
  const total = days.reduce((sum, { views }) => sum + views, 0);
  return (
    <figure>
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4 pb-5">
        <h2 className="font-display text-xl">Views by Day</h2>
        <p className="text-sm text-ink-2 tabular-nums">
          {pointed ? (
            <>
              {longDay(pointed.day)}:{' '}
              <strong className="font-medium text-ink">{viewsOf(pointed.views)}</strong>
            </>
          ) : (
            `${viewsOf(total)} in the last ${days.length} days`
          )}
        </p>
      </figcaption>
      <Chart days={days} onPoint={setPointed} />
      {/* In a box, because width and height of a table are only minimums, and Firefox draws a caption beyond them. */}
      <div className="sr-only">
        <table>
          <caption>Views by day</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Views</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, views }) => (
              <tr key={day}>
                <th scope="row">{longDay(day)}</th>
                <td>{views}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

function Chart({ days, onPoint }: { days: Days; onPoint: (day: Days[number] | null) => void }) {
  const top = axisTop(Math.max(...days.map(({ views }) => views)));
  const middle = days[Math.floor(days.length / 2)];
  return (
    <div aria-hidden="true" className="text-sm text-ink-2 tabular-nums">
      <div className="relative h-44 sm:h-52" onPointerLeave={() => onPoint(null)}>
        {[top, top / 2, 0].map((value) => (
          <div
            key={value}
            className="absolute inset-x-0 border-t border-line"
            style={{ bottom: `${(value / top) * 100}%` }}
          >
            <span className="absolute top-0.5 left-0">{value > 0 && value.toLocaleString()}</span>
          </div>
        ))}
        <div className="absolute inset-y-0 right-0 left-9 flex">
          {days.map((day) => (
            <div
              key={day.day}
              className="group flex flex-1 items-end justify-center"
              onPointerEnter={() => onPoint(day)}
            >
              <div
                className="bar w-3/5 max-w-4 min-w-[3px] rounded-t-[3px] bg-ink-2 transition-colors group-last:bg-gold group-hover:bg-ink"
                style={{ height: `${(day.views / top) * 100}%`, minHeight: day.views > 0 ? 2 : 0 }}
              />
            </div>
          ))}
        </div>
      </div>
      <div className="flex justify-between pt-2 pl-9">
        <span>{days[0] && shortDay(days[0].day)}</span>
        <span>{middle && shortDay(middle.day)}</span>
        <span>Today</span>
      </div>
    </div>
  );
}
