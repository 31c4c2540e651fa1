import { BackLink } from '#app/frame/BackLink.tsx';
import { RECENT_ACTIVITY_ON_SCREEN } from '#shared/contract/constants.ts';
import { ExportButton, LiveBadge } from './AnalyticsActions.tsx';
import { AnalyticsPanels } from './AnalyticsPanels.tsx';

/** Who viewed the cards, and what led them there. */
export function AnalyticsPage() {
  return (
    <>
      <title>Analytics Dashboard · Goldleaf</title>
      <BackLink />
      <header className="flex flex-wrap items-center justify-between gap-4 pb-8">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h1 className="font-display text-2xl sm:text-3xl">Analytics Dashboard</h1>
          <LiveBadge />
        </div>
        <ExportButton />
      </header>
      <AnalyticsPanels activityShown={RECENT_ACTIVITY_ON_SCREEN} />
    </>
  );
}
