import { counted } from '#app/frame/counted.ts';
import type { DashboardAnalytics, RangeAnalytics } from '#shared/analytics/analytics.ts';
import { engagementRate } from './figures.ts';
import { sayChange, sayRange, type WantedFigures } from './range.ts';

export const TOTALS = 'grid gap-px overflow-hidden rounded-surface border border-line bg-line sm:grid-cols-3';

/** The totals of all cards or of the chosen one, and of the chosen days against those before. */
export function Totals({ analytics, wanted }: { analytics: DashboardAnalytics; wanted: WantedFigures }) {
  const cards = analytics.cardAnalytics.filter(({ cardId }) => !wanted.card || cardId === wanted.card);
  const views = cards.reduce((sum, card) => sum + card.views, 0);
  const uniqueViews = cards.reduce((sum, card) => sum + card.uniqueViews, 0);
  const across = wanted.card ? (cards[0]?.cardName ?? '') : counted(cards.length, 'card');
  const { range } = analytics;
  return (
    <dl className={TOTALS}>
      <Total
        label="Total Views"
        value={views.toLocaleString()}
        hint={wanted.card ? across : `Across ${across}`}
        more={range && sayRangeOf(range, 'views', wanted)}
      />
      <Total
        label="Unique Visitors"
        value={uniqueViews.toLocaleString()}
        hint="Each counted once per card"
        more={range && sayRangeOf(range, 'visitors', wanted)}
      />
      <Total
        label="Engagement Rate"
        value={`${engagementRate({ totalViews: views, totalUniqueViews: uniqueViews })}%`}
        hint="Return visitor rate"
        more={`${uniqueViews.toLocaleString()} of ${views.toLocaleString()} views were first visits`}
      />
    </dl>
  );
}

/** "214 in the last 30 days, up 12%"; visitors of a range are those who came for the first time. */
function sayRangeOf(
  range: RangeAnalytics,
  name: 'views' | 'visitors',
  { days }: WantedFigures,
): string | undefined {
  if (!range.before) return undefined;
  const change = sayChange(range.before[name], range[name]);
  const seen = name === 'visitors' ? ' first seen' : '';
  return `${range[name].toLocaleString()}${seen} in ${sayRange(days)}${change ? `, ${change}` : ''}`;
}

interface TotalProps {
  label: string;
  value: string;
  hint: string;
  more: string | undefined;
}

function Total({ label, value, hint, more }: TotalProps) {
  return (
    <div className="grid grid-cols-[1fr_auto] items-center gap-x-4 bg-surface px-5 py-4 sm:block sm:p-6">
      <dt className="text-ink-2">{label}</dt>
      {/* A figure that changes while it is on screen is animated in again. */}
      <dd
        key={value}
        className="animate-appear row-span-2 font-display text-2xl tabular-nums sm:mt-1 sm:text-3xl"
      >
        {value}
      </dd>
      <dd className="text-sm text-ink-2 wrap-anywhere sm:mt-1">{hint}</dd>
      {more && <dd className="col-span-2 text-sm text-ink-2 tabular-nums">{more}</dd>}
    </div>
  );
}
