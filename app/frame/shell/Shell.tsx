import { Suspense } from 'react';
import { useAccount, useSignOut } from '#app/accounts/auth/auth.queries.ts';
import { LOAD_FAILED, messageOf } from '#app/frame/api/call.ts';
import { owesSignOut, recallUser } from '#app/frame/api/session.ts';
import { Logo } from '#app/frame/Logo.tsx';
import { lazyAddition } from '#app/frame/lazy-addition.ts';
import { Link, Navigate, Outlet, useLocation } from '#app/frame/navigation/router.tsx';
import { ScrollMemory } from '#app/frame/navigation/ScrollMemory.tsx';
import { paths } from '#app/frame/paths.ts';
import { RouteError } from '#app/frame/RouteError.tsx';
import { keepsOnDevice } from '#app/offline/choice.ts';
import { loadOnDevice } from '#app/offline/late.ts';
import { Button } from '#ui/Button.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { ErrorState } from '#ui/States.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import { MainRow } from './MainRow.tsx';

const Offline = lazyAddition(async () => (await loadOnDevice()).Offline);

/** The frame of every signed-in screen; visitors who are not signed in go to the sign-in page and then return here. */
export function Shell() {
  const { pathname, search } = useLocation();
  const { data, error, refetch } = useAccount();
  const signedIn = data?.user ?? recallUser();
  if (!signedIn && error) {
    const isSignedOut = owesSignOut() || ('status' in error && error.status === 401);
    if (!isSignedOut) {
      return <ErrorState message={messageOf(error, LOAD_FAILED)} onRetry={() => void refetch()} />;
    }
    return <Navigate to={`${paths.signIn}?next=${encodeURIComponent(pathname + search)}`} replace />;
  }
  return (
    <div className="with-dock min-h-window">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-control focus:bg-surface focus:p-3"
      >
        Skip to content
      </a>
      <header className="border-b border-line">
        <div className="mx-auto flex min-h-14 max-w-[1216px] items-center gap-x-6 px-6 md:min-h-16 lg:gap-x-10 lg:px-12">
          <Link to={paths.dashboard} aria-label="Goldleaf, dashboard" className="flex rounded-control py-1">
            <Logo />
          </Link>
          <MainRow />
          <div className="-mr-1 ml-auto flex items-center gap-1 py-1.5">
            {pathname === paths.dashboard && <SignOutButton />}
            {signedIn && <AccountMenu user={signedIn} />}
          </div>
        </div>
      </header>
      {signedIn && keepsOnDevice() && (
        <Suspense>
          <Offline key={signedIn.id} />
        </Suspense>
      )}
      <main
        id="main"
        className="mx-auto max-w-[1216px] px-6 pt-8 pb-[calc(3rem+var(--dock))] lg:px-12 lg:pt-12"
      >
        {signedIn && (
          <RouteError>
            <Suspense fallback={<LoadingScreen />}>
              <Outlet />
              <ScrollMemory />
            </Suspense>
          </RouteError>
        )}
      </main>
    </div>
  );
}

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
    <Button variant="quiet" size="small" isPending={signOut.isPending} onClick={() => signOut.mutate()}>
      Sign Out
    </Button>
  );
}
