import { RECENT_ACTIVITY_ON_DASHBOARD } from '#shared/contract/constants.ts';
import { ExportButton, LiveBadge } from './AnalyticsActions.tsx';
import { AnalyticsPanels } from './AnalyticsPanels.tsx';

/** The analytics as a tab of the dashboard. */
export function AnalyticsTab() {
  return (
    <>
      <header className="flex flex-wrap items-center justify-between gap-4 pb-6">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h2 className="font-display text-xl">Analytics Dashboard</h2>
          <LiveBadge />
        </div>
        <ExportButton />
      </header>
      <AnalyticsPanels activityShown={RECENT_ACTIVITY_ON_DASHBOARD} />
    </>
  );
}
