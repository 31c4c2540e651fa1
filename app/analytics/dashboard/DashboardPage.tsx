import { lazy, Suspense } from 'react';
import { useAccount, useUser } from '#app/accounts/auth/auth.queries.ts';
import { lazyAddition } from '#app/frame/lazy-addition.ts';
import { useSearchParams } from '#app/frame/navigation/router.tsx';
import { RouteError } from '#app/frame/RouteError.tsx';
import type { User } from '#shared/accounts/account.ts';
import { PageHeader } from '#ui/Page.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Tabs } from '#ui/Tabs.tsx';
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

const TABS = [
  { value: 'overview', label: 'Overview', Content: OverviewTab },
  { value: 'cards', label: 'My Cards', Content: CardsTab },
  { value: 'contacts', label: 'Contacts', Content: ContactsTab },
  { value: 'analytics', label: 'Analytics', Content: AnalyticsTab },
  { value: 'settings', label: 'Settings', Content: SettingsTab },
].map(({ Content, ...tab }) => ({
  ...tab,
  content: (
    <RouteError>
      <Suspense fallback={<Skeleton className="h-96" />}>
        <Content />
      </Suspense>
    </RouteError>
  ),
}));

/** The dashboard; the open tab is in the URL, so that Back and links work. */
export function DashboardPage() {
  const user = useUser();
  const { data: account } = useAccount();
  const [search, setSearch] = useSearchParams();
  const asked = search.get('tab');
  const tab = TABS.some(({ value }) => value === asked) ? (asked ?? 'overview') : 'overview';
  if (!user) return null;
  return (
    <>
      <title>Dashboard · Goldleaf</title>
      <PageHeader title={`Welcome back, ${user.isAdmin ? 'Admin' : user.fullName}`} />
      <SubscriptionBanner user={user} />
      <Suspense>{needsAddress(user) && <AddressNotice />}</Suspense>
      <Suspense>
        {account && (account.emailRefusedAt || !account.settings.timeZone) && (
          <AccountNotices account={account} />
        )}
      </Suspense>
      <Tabs
        label="Dashboard"
        tabs={TABS}
        value={tab}
        onChange={(value) => setSearch({ tab: value }, { preventScrollReset: true })}
      />
    </>
  );
}
