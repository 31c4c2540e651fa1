import { LogOut, Monitor, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { Link, Navigate, NavLink, Outlet, ScrollRestoration, useLocation } from 'react-router';
import { Button } from '#ui/Button.tsx';
import { ErrorState } from '#ui/States.tsx';
import { LOAD_FAILED, messageOf } from './api/call.ts';
import { useAccount, useSignOut } from './auth/auth.queries.ts';
import { recallUser } from './auth/session.ts';
import { Logo } from './Logo.tsx';
import { paths } from './paths.ts';
import { chooseTheme, nextTheme, readTheme } from './theme.ts';

/** The frame of every signed-in screen; who is not signed in is sent to sign in and then back here. */
export function Shell() {
  const { pathname, search } = useLocation();
  const { data, error, refetch } = useAccount();
  const signedIn = data?.user ?? recallUser();
  if (!signedIn && error) {
    const isSignedOut = 'status' in error && error.status === 401;
    if (!isSignedOut) {
      return <ErrorState message={messageOf(error, LOAD_FAILED)} onRetry={() => void refetch()} />;
    }
    return <Navigate to={`${paths.signIn}?next=${encodeURIComponent(pathname + search)}`} replace />;
  }
  return (
    <div className="min-h-dvh">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-control focus:bg-surface focus:p-3"
      >
        Skip to content
      </a>
      <header className="border-b border-line">
        <div className="mx-auto flex min-h-16 max-w-[1216px] flex-wrap items-center gap-x-6 px-6 py-2 lg:px-12">
          <Link to={paths.dashboard} aria-label="Goldleaf, dashboard" className="rounded-control py-1">
            <Logo />
          </Link>
          <Navigation />
          <div className="ml-auto flex items-center gap-1">
            <ThemeButton />
            <SignOutButton />
          </div>
        </div>
      </header>
      <main id="main" className="mx-auto max-w-[1216px] px-6 py-8 lg:px-12 lg:py-12">
        {signedIn && <Outlet />}
      </main>
      <ScrollRestoration />
    </div>
  );
}

const LINKS = [
  { to: paths.dashboard, label: 'Dashboard' },
  { to: paths.cards, label: 'My Cards' },
  { to: paths.contacts, label: 'Contacts' },
  { to: paths.analytics, label: 'Analytics' },
];

function Navigation() {
  return (
    <nav aria-label="Main" className="order-last flex w-full gap-5 overflow-x-auto md:order-none md:w-auto">
      {LINKS.map(({ to, label }) => (
        <NavLink
          key={to}
          to={to}
          className="inline-flex min-h-10 items-center whitespace-nowrap text-ink-2 -outline-offset-2 hover:text-ink aria-[current=page]:font-medium aria-[current=page]:text-ink"
        >
          {label}
        </NavLink>
      ))}
    </nav>
  );
}

const THEME_ICONS = { system: Monitor, light: Sun, dark: Moon };

function ThemeButton() {
  const [theme, setTheme] = useState(readTheme);
  const Icon = THEME_ICONS[theme];
  const change = () => {
    const next = nextTheme(theme);
    chooseTheme(next);
    setTheme(next);
  };
  return (
    <Button
      variant="quiet"
      size="small"
      aria-label={`Theme: ${theme}. Change theme`}
      title={`Theme: ${theme}`}
      onClick={change}
    >
      <Icon size={18} strokeWidth={1.5} />
    </Button>
  );
}

function SignOutButton() {
  const signOut = useSignOut();
  return (
    <Button variant="quiet" size="small" isPending={signOut.isPending} onClick={() => signOut.mutate()}>
      <LogOut size={18} strokeWidth={1.5} aria-hidden="true" />
      Sign Out
    </Button>
  );
}
