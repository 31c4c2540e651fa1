import { Suspense } from 'react';
import { useAccount, useSignOut } from '#app/accounts/auth/auth.queries.ts';
import { accountHere } from '#app/frame/api/account-here.ts';
import { owesSignOut, recallUser } from '#app/frame/api/session.ts';
import { LoadFailed } from '#app/frame/LoadFailed.tsx';
import { Logo } from '#app/frame/Logo.tsx';
import { lazyAddition } from '#app/frame/lazy-addition.ts';
import { matchPath } from '#app/frame/navigation/match-path.ts';
import { Link, Navigate, Outlet, useLocation } from '#app/frame/navigation/router.tsx';
import { ScrollMemory } from '#app/frame/navigation/ScrollMemory.tsx';
import type { NoticePlace } from '#app/frame/notices/list-notices.ts';
import { NoticeSlot } from '#app/frame/notices/NoticeSlot.tsx';
import { paths } from '#app/frame/paths.ts';
import { RouteError } from '#app/frame/RouteError.tsx';
import { keepsOnDevice } from '#app/offline/choice.ts';
import { loadOnDevice } from '#app/offline/late.ts';
import { screens } from '#shared/contract/screens.ts';
import { Button } from '#ui/Button.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import { CodeButton } from './CodeButton.tsx';
import { readTab } from './five-words.ts';
import { MainRow } from './MainRow.tsx';

const ProviderProblem = lazyAddition(
  async () => (await import('#app/accounts/auth/ProviderProblem.tsx')).ProviderProblem,
);
const Offline = lazyAddition(async () => (await loadOnDevice()).Offline);

/** The frame of every signed-in screen; visitors who are not signed in go to the sign-in page and then return here. */
export function Shell() {
  const { pathname, search } = useLocation();
  const { data, error, refetch } = useAccount();
  const signedIn = data?.user ?? recallUser();
  if (!signedIn && error) {
    const isSignedOut = owesSignOut() || ('status' in error && error.status === 401);
    if (!isSignedOut) return <LoadFailed error={error} retry={refetch} />;
    return <Navigate to={`${paths.signIn}?next=${encodeURIComponent(pathname + search)}`} />;
  }
  const place = placeOf(pathname, search);
  return (
    <div className={`with-dock min-h-window ${isEditor(pathname) ? 'in-editor' : ''}`}>
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <header className="border-b border-line">
        <div className="frame-bar">
          <Link to={paths.dashboard} aria-label="Goldleaf, dashboard" className="frame-home">
            <Logo />
          </Link>
          <MainRow />
          <div className="frame-tools">
            {pathname === paths.dashboard && <SignOutButton />}
            {signedIn && (
              <CodeButton
                isRound={!isForm(pathname, search) && !isTeam(pathname) && pathname !== paths.checkout}
              />
            )}
            {signedIn && <AccountMenu user={signedIn} />}
          </div>
        </div>
      </header>
      {signedIn && place && <NoticeSlot place={place} screen={place + pathname} />}
      {signedIn && keepsOnDevice() && (
        <Suspense>
          <Offline key={signedIn.id} />
        </Suspense>
      )}
      <main id="main" className="frame-content">
        {signedIn && (
          <RouteError>
            <Suspense fallback={<LoadingScreen />}>
              {search.includes('problem=') && <ProviderProblem />}
              <Outlet />
              <ScrollMemory />
            </Suspense>
          </RouteError>
        )}
      </main>
    </div>
  );
}

/** Where notices are read: the editor and the pages of the payment have none, and neither have the settings. */
function placeOf(pathname: string, search: string): NoticePlace | null {
  if (isForm(pathname, search) || pathname === paths.subscribe || pathname === paths.checkout) return null;
  if (pathname === paths.contacts && !accountHere()) return 'contacts';
  if (isTeam(pathname)) return 'team';
  if (pathname !== paths.dashboard) return 'elsewhere';
  return readTab(new URLSearchParams(search)) === 'contacts' ? 'contacts tab' : 'dashboard';
}

/** It has a bar of its own, which is the header on a phone. */
const isEditor = (pathname: string) =>
  [paths.createCard, screens.editCard].some((path) => matchPath(path)(pathname));

/** Its rows end in menus and switches at the right edge, too. */
const isTeam = matchPath(screens.team);

/** The editor and the settings: their fields and switches reach to the right edge of a phone. */
const isForm = (pathname: string, search: string) =>
  isEditor(pathname) || (pathname === paths.dashboard && readTab(new URLSearchParams(search)) === 'settings');

/** Shown in the frame until the first screen has loaded: a title and its surface. */
function LoadingScreen() {
  return (
    <div role="status">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-10 max-w-80" />
      <Skeleton className="mt-8 h-96 rounded-surface!" />
    </div>
  );
}

/** On the dashboard only; elsewhere, signing out is in the account menu. */
function SignOutButton() {
  const signOut = useSignOut();
  return (
    <Button
      variant="quiet"
      size="small"
      className="sign-out"
      isPending={signOut.isPending}
      onClick={() => signOut.mutate()}
    >
      Sign Out
    </Button>
  );
}
