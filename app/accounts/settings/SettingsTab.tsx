import { type ComponentType, lazy, Suspense, useEffect, useRef } from 'react';
import { useAccount } from '#app/accounts/auth/auth.queries.ts';
import { LoadFailed } from '#app/frame/LoadFailed.tsx';
import { useSearchParams } from '#app/frame/navigation/router.tsx';
import { RouteError } from '#app/frame/RouteError.tsx';
import type { Account } from '#shared/accounts/account.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { SettingsIndex } from './SettingsIndex.tsx';
import { readPage, SETTINGS_PAGES, type SettingsPage } from './settings-pages.ts';

/** Each page is loaded when it is opened. */
const PAGES: Record<SettingsPage, ComponentType<{ account: Account }>> = {
  general: lazy(async () => ({ default: (await import('./GeneralPage.tsx')).GeneralPage })),
  security: lazy(async () => ({ default: (await import('./SecurityPage.tsx')).SecurityPage })),
  notifications: lazy(async () => ({ default: (await import('./NotificationsPage.tsx')).NotificationsPage })),
  'follow-ups': lazy(async () => ({ default: (await import('./FollowUpsPage.tsx')).FollowUpsPage })),
  contacts: lazy(async () => ({ default: (await import('./ContactRulesPage.tsx')).ContactRulesPage })),
  teams: lazy(async () => ({ default: (await import('./TeamsPage.tsx')).TeamsPage })),
  device: lazy(async () => ({ default: (await import('./DevicePage.tsx')).DevicePage })),
};

/** Everything users can change about their account, in seven pages; the open one is in the URL. */
export function SettingsTab() {
  const [search] = useSearchParams();
  const page = readPage(search);
  const label = SETTINGS_PAGES.find((one) => one.page === page)?.label;
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(page);
  useEffect(() => {
    // The scroll position belongs to the history.
    if (shown.current !== page) heading.current?.focus({ preventScroll: true });
    shown.current = page;
  }, [page]);
  return (
    <>
      <title>{`${label} · Settings · Goldleaf`}</title>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 md:grid-cols-[200px_minmax(0,640px)] lg:gap-x-20">
        <SettingsIndex
          page={page}
          heading={
            <h2 ref={heading} tabIndex={-1} className="font-medium outline-none">
              {label}
            </h2>
          }
        />
        <Suspense fallback={<Skeleton className="h-96" />}>
          <RouteError key={page}>
            <OpenPage page={page} />
          </RouteError>
        </Suspense>
      </div>
    </>
  );
}

function OpenPage({ page }: { page: SettingsPage }) {
  const { data: account, error, refetch } = useAccount();
  const Page = PAGES[page];
  if (!account && error) return <LoadFailed error={error} retry={refetch} />;
  if (!account) return <Skeleton className="h-96" />;
  return (
    <div className="space-y-10">
      <Page account={account} />
    </div>
  );
}
