import { ChartColumn, Contact, CreditCard, LayoutDashboard, ShieldCheck } from 'lucide-react';
import { Suspense } from 'react';
import { useAccount, useSignOut } from '#app/accounts/auth/auth.queries.ts';
import { LOAD_FAILED, messageOf } from '#app/frame/api/call.ts';
import { owesSignOut, recallUser } from '#app/frame/api/session.ts';
import { Logo } from '#app/frame/Logo.tsx';
import { lazyAddition } from '#app/frame/lazy-addition.ts';
import { Link, Navigate, NavLink, Outlet, useLocation } from '#app/frame/navigation/router.tsx';
import { ScrollMemory } from '#app/frame/navigation/ScrollMemory.tsx';
import { paths } from '#app/frame/paths.ts';
import { RouteError } from '#app/frame/RouteError.tsx';
import { keepsOnDevice } from '#app/offline/choice.ts';
import { loadOnDevice } from '#app/offline/late.ts';
import type { User } from '#shared/accounts/account.ts';
import { Button } from '#ui/Button.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { ErrorState } from '#ui/States.tsx';
import { AccountMenu } from './AccountMenu.tsx';

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
        <div className="mx-auto flex min-h-16 max-w-[1216px] items-center gap-x-6 px-6 py-2 lg:px-12">
          <Link to={paths.dashboard} aria-label="Goldleaf, dashboard" className="flex rounded-control py-1">
            <Logo />
          </Link>
          <Navigation isAdmin={signedIn?.isAdmin ?? false} />
          <div className="-mr-1 ml-auto flex items-center gap-1">
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

const ICON = { size: 18, strokeWidth: 1.5, 'aria-hidden': true } as const;

const LINKS = [
  { to: paths.dashboard, label: 'Dashboard', Icon: LayoutDashboard },
  { to: paths.cards, label: 'My Cards', Icon: CreditCard },
  { to: paths.contacts, label: 'Contacts', Icon: Contact },
  { to: paths.analytics, label: 'Analytics', Icon: ChartColumn },
];
const ADMIN_LINK = { to: paths.admin, label: 'Admin', Icon: ShieldCheck };

/** Links next to the logo; on a phone a dock under the thumb, `--dock` high. */
function Navigation({ isAdmin }: { isAdmin: User['isAdmin'] }) {
  const links = isAdmin ? [...LINKS, ADMIN_LINK] : LINKS;
  return (
    <nav
      aria-label="Main"
      className="dock fixed inset-x-0 bottom-0 z-30 flex h-(--dock) border-t border-line bg-surface md:static md:h-auto md:gap-4 lg:ml-3 lg:gap-5 md:border-0 md:bg-transparent"
    >
      {links.map(({ to, label, Icon }) => (
        <NavLink
          key={to}
          to={to}
          className="flex min-w-0 flex-1 flex-col items-center justify-center gap-0.5 text-[0.6875rem] text-ink-2 -outline-offset-2 hover:text-ink aria-[current=page]:font-medium aria-[current=page]:text-ink md:min-h-10 md:flex-none md:text-base"
        >
          <Icon {...ICON} size={22} className="md:hidden" />
          <span className="whitespace-nowrap">{label}</span>
        </NavLink>
      ))}
    </nav>
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
