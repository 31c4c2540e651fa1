import type { ReactNode } from 'react';
import { NextStep } from '#app/cards/cards/NextStep.tsx';
import { LoadFailed } from '#app/frame/LoadFailed.tsx';
import { TurnOnLink } from '#app/frame/TurnOnLink.tsx';
import type { DashboardAnalytics, RangeAnalytics } from '#shared/analytics/analytics.ts';
import { sayMonths } from '#shared/analytics/ranges.ts';
import { Button } from '#ui/Button.tsx';
import { Surface } from '#ui/Page.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { EmptyState } from '#ui/States.tsx';
import { useAnalytics, useIsTracking } from './analytics.queries.ts';
import { CardPerformance } from './CardPerformance.tsx';
import { listShares } from './figures.ts';
import { RangeToolbar } from './RangeToolbar.tsx';
import { RecentActivity } from './RecentActivity.tsx';
import { sayRange, useWanted, type WantedFigures } from './range.ts';
import { ShareTable } from './ShareTable.tsx';
import { TOTALS, Totals } from './Totals.tsx';
import { ViewsOverTime } from './ViewsOverTime.tsx';

/** The figures and panels of section 2, on their own screen and, with less activity, in the dashboard's tab. */
export function AnalyticsPanels({ activityShown }: { activityShown: number }) {
  const [wanted, choose] = useWanted();
  const { data, error, isFetching, isPlaceholderData, refetch } = useAnalytics(wanted);
  const isTracking = useIsTracking();
  if (data) {
    return (
      <div className="space-y-6" aria-busy={isPlaceholderData}>
        {error && <NotRefreshed isRetrying={isFetching} onRetry={() => void refetch()} />}
        {data.totalViews > 0 && (
          <>
            {!isTracking && (
              <p className="text-ink-2">
                <NotTracking />
              </p>
            )}
            <RangeToolbar wanted={wanted} cards={data.cardAnalytics} onChoose={choose} />
            <Totals analytics={data} wanted={wanted} />
          </>
        )}
        {!data.isComplete && <p className="text-sm text-ink-2">Older views are still being added.</p>}
        {data.totalViews === 0 || !data.range ? (
          <NoViews isTracking={isTracking} />
        ) : (
          <Panels analytics={data} range={data.range} wanted={wanted} activityShown={activityShown} />
        )}
      </div>
    );
  }
  // A card in the address may be gone.
  const retry = () => (wanted.card ? choose({ card: '' }) : void refetch());
  if (error) return <LoadFailed error={error} retry={retry} />;
  return <LoadingPanels />;
}

interface PanelsProps {
  analytics: DashboardAnalytics;
  range: RangeAnalytics;
  wanted: WantedFigures;
  activityShown: number;
}

function Panels({ analytics, range, wanted, activityShown }: PanelsProps) {
  const { recentViews, cardAnalytics, viewsKept } = analytics;
  const within = wanted.days === 'all' ? 'in total' : `in ${sayRange(wanted.days)}`;
  return (
    <>
      <Surface>
        <ViewsOverTime range={range} within={within} />
      </Surface>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div className="grid gap-6">
          <Panel title="Card Performance">
            <CardPerformance cards={cardAnalytics} />
          </Panel>
          <Panel title="Recent Activity">
            <RecentActivity views={recentViews.slice(0, activityShown)} />
            {viewsKept && (
              <p className="border-t border-line pt-3 text-sm text-ink-2">
                {recentViews.length === 0 && 'No views lately. '}
                Views are kept for {sayMonths(viewsKept.months)}; totals, charts, and tables count all of
                them.
              </p>
            )}
          </Panel>
        </div>
        <div className="grid gap-6">
          {listShares(analytics, range, wanted).map(({ title, heading, shares, total, text }) => (
            <Panel key={title} title={title} text={text}>
              <ShareTable heading={heading} shares={shares} total={total} />
            </Panel>
          ))}
        </div>
      </div>
    </>
  );
}

function Panel({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <Surface>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 pb-3">
        <h2 className="font-display text-xl">{title}</h2>
        {text && <p className="text-sm text-ink-2">{text}</p>}
      </div>
      {children}
    </Surface>
  );
}

/** The last refresh failed and the figures on screen are older; the next refresh may succeed by itself. */
function NotRefreshed({ isRetrying, onRetry }: { isRetrying: boolean; onRetry: () => void }) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-3 rounded-surface border border-danger/40 px-5 py-3"
    >
      <p>We couldn’t refresh this. You’re seeing the last update.</p>
      <Button variant="secondary" size="small" isPending={isRetrying} onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}

const NotTracking = () => (
  <>
    Analytics tracking is off, so new views aren’t counted. <TurnOnLink />
  </>
);

function NoViews({ isTracking }: { isTracking: boolean }) {
  return (
    <EmptyState
      title="No Analytics Data Yet"
      text={isTracking ? 'Share your card and views will appear here in seconds.' : <NotTracking />}
      action={isTracking && <NextStep />}
    />
  );
}

const ROWS = ['first', 'second', 'third'];

function LoadingPanels() {
  return (
    <div role="status" className="space-y-6">
      <span className="sr-only">Loading your analytics</span>
      <Skeleton className="h-12 w-48" />
      <div className={TOTALS}>
        {ROWS.map((row) => (
          <div key={row} className="bg-surface px-5 py-4 sm:p-6">
            <Skeleton className="h-5 w-28" />
            <Skeleton className="mt-2 hidden h-9 w-20 sm:block" />
            <Skeleton className="mt-2 h-4 w-36" />
            <Skeleton className="mt-1 h-4 w-44" />
          </div>
        ))}
      </div>
      <Skeleton className="h-[23rem] rounded-surface!" />
      <div className="grid gap-6 lg:grid-cols-2">
        <Skeleton className="h-96 rounded-surface!" />
        <Skeleton className="h-96 rounded-surface!" />
      </div>
    </div>
  );
}
