import type { ReactNode } from 'react';
import { NextStep } from '#app/cards/cards/NextStep.tsx';
import { LOAD_FAILED, messageOf } from '#app/frame/api/call.ts';
import type { DashboardAnalytics } from '#shared/analytics/analytics.ts';
import { Button } from '#ui/Button.tsx';
import { Surface } from '#ui/Page.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/States.tsx';
import { useAnalytics } from './analytics.queries.ts';
import { CardPerformance } from './CardPerformance.tsx';
import { countDevices, engagementRate, namedChannels, type Share, topSources } from './figures.ts';
import { RecentActivity } from './RecentActivity.tsx';
import { ShareTable } from './ShareTable.tsx';
import { ViewsByDay } from './ViewsByDay.tsx';

/** The figures and panels of section 2, on their own screen and, with less activity, in the dashboard's tab. */
export function AnalyticsPanels({ activityShown }: { activityShown: number }) {
  const { data, error, isFetching, refetch } = useAnalytics();
  if (data) {
    return (
      <div className="space-y-6">
        {error && <NotRefreshed isRetrying={isFetching} onRetry={() => void refetch()} />}
        {data.totalViews > 0 && <Totals analytics={data} />}
        {!data.isComplete && <p className="text-sm text-ink-2">Older views are still being added.</p>}
        {data.recentViews.length === 0 ? (
          <NoViews />
        ) : (
          <Panels analytics={data} activityShown={activityShown} />
        )}
      </div>
    );
  }
  if (error) return <ErrorState message={messageOf(error, LOAD_FAILED)} onRetry={() => void refetch()} />;
  return <LoadingPanels />;
}

const TOTALS = 'grid gap-px overflow-hidden rounded-surface border border-line bg-line sm:grid-cols-3';

function Totals({ analytics }: { analytics: DashboardAnalytics }) {
  const { totalViews, totalUniqueViews, cardAnalytics } = analytics;
  const cards = cardAnalytics.length === 1 ? '1 card' : `${cardAnalytics.length} cards`;
  return (
    <dl className={TOTALS}>
      <Total label="Total Views" value={totalViews.toLocaleString()} hint={`Across ${cards}`} />
      <Total label="Unique Visitors" value={totalUniqueViews.toLocaleString()} hint="Counted once per card" />
      <Total label="Engagement Rate" value={`${engagementRate(analytics)}%`} hint="Return visitor rate" />
    </dl>
  );
}

function Total({ label, value, hint }: { label: string; value: string; hint: string }) {
  return (
    <div className="grid grid-cols-[1fr_auto] items-center bg-surface px-5 py-4 sm:block sm:p-6">
      <dt className="text-ink-2">{label}</dt>
      {/* A figure that changes while it is on screen is animated in again. */}
      <dd
        key={value}
        className="animate-appear row-span-2 font-display text-2xl font-light tabular-nums sm:mt-1 sm:text-3xl"
      >
        {value}
      </dd>
      <dd className="text-sm text-ink-2 sm:mt-1">{hint}</dd>
    </div>
  );
}

function Panels({ analytics, activityShown }: { analytics: DashboardAnalytics; activityShown: number }) {
  const { recentViews, cardAnalytics, viewsByDay, breakdowns } = analytics;
  const channels = namedChannels(breakdowns.channels);
  const latest = recentViews.length === 1 ? 'The latest view' : `The latest ${recentViews.length} views`;
  return (
    <>
      <Surface>
        <ViewsByDay days={viewsByDay} />
      </Surface>
      <Panel title="Card Performance">
        <CardPerformance cards={cardAnalytics} />
      </Panel>
      <div className="grid gap-6 lg:grid-cols-2">
        <Panel title="Recent Activity">
          <RecentActivity views={recentViews.slice(0, activityShown)} />
        </Panel>
        <div className="grid gap-6">
          <Panel title="Device Types" text={latest}>
            <ShareTable heading="Device" shares={countDevices(recentViews)} total={recentViews.length} />
          </Panel>
          <Panel title="Traffic Sources" text={latest}>
            <ShareTable heading="Source" shares={topSources(recentViews)} total={recentViews.length} />
          </Panel>
          {channels.length > 0 && (
            <Panel title="Channels" text="The last 30 days">
              <ShareTable heading="Channel" shares={channels} total={sumOf(channels)} />
            </Panel>
          )}
        </div>
      </div>
    </>
  );
}

const sumOf = (shares: Share[]) => shares.reduce((sum, { views }) => sum + views, 0);

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

function NoViews() {
  return (
    <EmptyState
      title="No Analytics Data Yet"
      text="Share your card and views will appear here in seconds."
      action={<NextStep />}
    />
  );
}

const ROWS = ['first', 'second', 'third'];

function LoadingPanels() {
  return (
    <div role="status" className="space-y-6">
      <span className="sr-only">Loading your analytics</span>
      <div className={TOTALS}>
        {ROWS.map((row) => (
          <div key={row} className="bg-surface px-5 py-4 sm:p-6">
            <Skeleton className="h-5 w-28" />
            <Skeleton className="mt-2 hidden h-9 w-20 sm:block" />
            <Skeleton className="mt-2 h-4 w-36" />
          </div>
        ))}
      </div>
      <Skeleton className="h-72 rounded-surface!" />
      <div className="grid gap-6 lg:grid-cols-2">
        <Skeleton className="h-96 rounded-surface!" />
        <Skeleton className="h-96 rounded-surface!" />
      </div>
    </div>
  );
}
