import { lazy, Suspense } from 'react';
import { useAccount, useUser } from '#app/accounts/auth/auth.queries.ts';
import { Everywhere } from '#app/cards/everywhere/Everywhere.tsx';
import { lazyAddition } from '#app/frame/lazy-addition.ts';
import { useSearchParams } from '#app/frame/navigation/router.tsx';
import { RouteError } from '#app/frame/RouteError.tsx';
import { panelId, readTab, tabId } from '#app/frame/shell/five-words.ts';
import type { User } from '#shared/accounts/account.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Greeting } from './Greeting.tsx';
import { OverviewTab } from './OverviewTab.tsx';
import { SubscriptionBanner } from './SubscriptionBanner.tsx';

/** Only Overview loads with the screen: the others contain dialogs, charts and forms. */
const CardsTab = lazy(async () => ({ default: (await import('./CardsTab.tsx')).CardsTab }));
const ContactsTab = lazy(async () => ({ default: (await import('./ContactsTab.tsx')).ContactsTab }));
const AnalyticsTab = lazy(async () => ({
  default: (await import('#app/analytics/analytics/AnalyticsTab.tsx')).AnalyticsTab,
}));
const SettingsTab = lazy(async () => ({
  default: (await import('#app/accounts/account/SettingsTab.tsx')).SettingsTab,
}));

const AddressNotice = lazyAddition(
  async () => (await import('#app/accounts/account/AddressNotice.tsx')).AddressNotice,
);

const needsAddress = ({ isEmailConfirmed, pendingEmail }: User) => !isEmailConfirmed || pendingEmail !== null;

/** Most people have nothing to be told. */
const AccountNotices = lazyAddition(
  async () => (await import('#app/accounts/account/AccountNotices.tsx')).AccountNotices,
);

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
      <title>Dashboard · Goldleaf</title>
      {tab !== 'overview' && (
        <div className="pb-4 lg:pb-6">
          <Greeting look="quiet" />
        </div>
      )}
      <Everywhere />
      <SubscriptionBanner user={user} />
      <Suspense>{needsAddress(user) && <AddressNotice />}</Suspense>
      <Suspense>
        {account && (account.emailRefusedAt || !account.settings.timeZone) && (
          <AccountNotices account={account} />
        )}
      </Suspense>
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
