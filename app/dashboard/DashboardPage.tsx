import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { useUser } from '#app/auth/auth.queries.ts';
import { PageHeader } from '#ui/Page.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import { ContactsTab } from './ContactsTab.tsx';
import { OverviewTab } from './OverviewTab.tsx';
import { SubscriptionBanner } from './SubscriptionBanner.tsx';

/** Carries the dialog and the popover, which nobody needs before this tab is open. */
const CardsTab = lazy(async () => ({ default: (await import('./CardsTab.tsx')).CardsTab }));

/** Carries forms and their schemas. */
const SettingsTab = lazy(async () => ({
  default: (await import('#app/settings/SettingsTab.tsx')).SettingsTab,
}));

const cardsTab = (
  <Suspense fallback={<Skeleton className="h-64 max-w-sm" />}>
    <CardsTab />
  </Suspense>
);

const settingsTab = (
  <Suspense fallback={<Skeleton className="h-96" />}>
    <SettingsTab />
  </Suspense>
);

const TABS = [
  { value: 'overview', label: 'Overview', content: <OverviewTab /> },
  { value: 'cards', label: 'My Cards', content: cardsTab },
  { value: 'contacts', label: 'Contacts', content: <ContactsTab /> },
  { value: 'settings', label: 'Settings', content: settingsTab },
];

/** The desk; the open tab stands in the URL, so that Back and links work. */
export function DashboardPage() {
  const user = useUser();
  const [search, setSearch] = useSearchParams();
  const asked = search.get('tab');
  const tab = TABS.some(({ value }) => value === asked) ? (asked ?? 'overview') : 'overview';
  if (!user) return null;
  return (
    <>
      <title>Dashboard · Goldleaf</title>
      <PageHeader title={`Welcome back, ${user.isAdmin ? 'Admin' : user.fullName}`} />
      <SubscriptionBanner user={user} />
      <Tabs
        label="Dashboard"
        tabs={TABS}
        value={tab}
        onChange={(value) => setSearch({ tab: value }, { preventScrollReset: true })}
      />
    </>
  );
}
