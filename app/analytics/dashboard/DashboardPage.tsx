import { lazy, Suspense } from 'react';
import { TellTimeZone } from '#app/accounts/account/TellTimeZone.tsx';
import { useAccount, useUser } from '#app/accounts/auth/auth.queries.ts';
import { Everywhere } from '#app/cards/everywhere/Everywhere.tsx';
import { useSearchParams } from '#app/frame/navigation/router.tsx';
import { RouteError } from '#app/frame/RouteError.tsx';
import { panelId, readTab, tabId } from '#app/frame/shell/five-words.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Greeting } from './Greeting.tsx';
import { OverviewTab } from './OverviewTab.tsx';

/** Only Overview loads with the screen: the others contain dialogs, charts and forms. */
const CardsTab = lazy(async () => ({ default: (await import('./CardsTab.tsx')).CardsTab }));
const ContactsTab = lazy(async () => ({ default: (await import('./ContactsTab.tsx')).ContactsTab }));
const AnalyticsTab = lazy(async () => ({
  default: (await import('#app/analytics/analytics/AnalyticsTab.tsx')).AnalyticsTab,
}));
const SettingsTab = lazy(async () => ({
  default: (await import('#app/accounts/settings/SettingsTab.tsx')).SettingsTab,
}));

const PANELS = {
  overview: OverviewTab,
  cards: CardsTab,
  contacts: ContactsTab,
  analytics: AnalyticsTab,
  settings: SettingsTab,
};

/** The dashboard; its tabs are the row of the frame, and the open one is in the URL, so that Back and links work. */
export function DashboardPage() {
  const user = useUser();
  const { data: account } = useAccount();
  const [search] = useSearchParams();
  const tab = readTab(search);
  const Panel = PANELS[tab];
  if (!user) return null;
  return (
    <>
      {tab !== 'settings' && <title>Dashboard · Goldleaf</title>}
      {tab !== 'overview' && (
        <div className="pb-4 lg:pb-6">
          <Greeting look="quiet" />
        </div>
      )}
      <Everywhere />
      {account?.settings.timeZone === null && <TellTimeZone />}
      <div
        key={tab}
        role="tabpanel"
        id={panelId(tab)}
        aria-labelledby={tabId(tab)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel without controls must still be reachable (ARIA practices)
        tabIndex={0}
      >
        <RouteError>
          <Suspense fallback={<Skeleton className="h-96" />}>
            <Panel />
          </Suspense>
        </RouteError>
      </div>
    </>
  );
}
