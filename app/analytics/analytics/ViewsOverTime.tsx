import { useState } from 'react';
import { counted } from '#app/frame/counted.ts';
import type { RangeAnalytics } from '#shared/analytics/analytics.ts';
import { capitalize } from '#shared/formats/capitalize.ts';
import { axisTop } from './figures.ts';
import { nameSteps } from './step-names.ts';

type ShownRange = Pick<RangeAnalytics, 'steps' | 'stepDays' | 'views' | 'before'>;
type Step = RangeAnalytics['steps'][number];

/**
 * The views of a range as bars from zero, with a hairline where they were one range earlier; hovering a bar shows its
 * figure, and a table gives them to screen readers. No chart library: it would be about as heavy as the whole app, draw
 * text that ignores the reader's text size, and leave the table to us.
 */
export function ViewsOverTime({ range, within }: { range: ShownRange; within: string }) {
  const [pointed, setPointed] = useState<Step | null>(null);
  const { steps, views } = range;
  const { step, long } = nameSteps(range);
  return (
    <figure>
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4 pb-5">
        <h2 className="font-display text-xl">Views by {capitalize(step)}</h2>
        <p className="text-sm text-ink-2 tabular-nums">
          {pointed ? (
            <>
              {long(pointed.day)}:{' '}
              <strong className="font-medium text-ink">{counted(pointed.views, 'view')}</strong>
              {pointed.before !== null && `, ${pointed.before.toLocaleString()} before`}
            </>
          ) : (
            `${counted(views, 'view')} ${within}`
          )}
        </p>
      </figcaption>
      <Chart range={range} onPoint={setPointed} />
      <p className="pt-3 text-sm text-ink-2">
        Days are in UTC{range.before && `; a line marks the same ${step} of the period before`}.
      </p>
      {/* In a box, because width and height of a table are only minimums, and Firefox draws a caption beyond them. */}
      <div className="sr-only">
        <table>
          <caption>Views by {step}</caption>
          <thead>
            <tr>
              <th scope="col">{step}</th>
              <th scope="col">Views</th>
              {range.before && <th scope="col">Before</th>}
            </tr>
          </thead>
          <tbody>
            {steps.map(({ day, views: count, before }) => (
              <tr key={day}>
                <th scope="row">{long(day)}</th>
                <td>{count}</td>
                {before !== null && <td>{before}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

function Chart({ range, onPoint }: { range: ShownRange; onPoint: (step: Step | null) => void }) {
  const { steps } = range;
  const { short } = nameSteps(range);
  const top = axisTop(Math.max(...steps.map(({ views, before }) => Math.max(views, before ?? 0))));
  const middle = steps[Math.floor(steps.length / 2)];
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
          {steps.map((step) => (
            <div
              key={step.day}
              className="group relative flex flex-1 items-end justify-center"
              onPointerEnter={() => onPoint(step)}
            >
              <div
                className="bar w-3/5 max-w-4 min-w-px rounded-t-[3px] bg-ink-2 transition-colors group-last:bg-gold group-hover:bg-ink"
                style={{ height: `${(step.views / top) * 100}%`, minHeight: step.views > 0 ? 2 : 0 }}
              />
              {step.before !== null && step.before > 0 && (
                <div
                  className="absolute inset-x-0 border-t border-control"
                  style={{ bottom: `${(step.before / top) * 100}%` }}
                />
              )}
            </div>
          ))}
        </div>
      </div>
      <div className="flex justify-between pt-2 pl-9">
        <span>{steps[0] && short(steps[0].day)}</span>
        <span>{steps.length > 2 && middle && short(middle.day)}</span>
        <span>Today</span>
      </div>
    </div>
  );
}
