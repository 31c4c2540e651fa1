import { type ComponentType, lazy, Suspense } from 'react';
import { matchPath, useRoutes } from 'react-router';
import { screens } from '#shared/screens.ts';
import { paths } from './paths.ts';
import { PageNotFound, RouteError } from './RouteError.tsx';
import { Shell } from './Shell.tsx';

interface Screen {
  path: string;
  load: () => Promise<ComponentType>;
}

/** Every screen is its own chunk. */
const SIGNED_OUT: Screen[] = [
  { path: paths.signIn, load: async () => (await import('./auth/SignInPage.tsx')).SignInPage },
  { path: paths.register, load: async () => (await import('./auth/RegisterPage.tsx')).RegisterPage },
];
const SIGNED_IN: Screen[] = [
  {
    path: paths.dashboard,
    load: async () => (await import('./dashboard/DashboardPage.tsx')).DashboardPage,
  },
  { path: paths.cards, load: async () => (await import('./cards/CardsPage.tsx')).CardsPage },
  { path: paths.createCard, load: async () => (await import('./cards/editor/CreatePage.tsx')).CreatePage },
  {
    path: screens.editCard.replace('{id}', ':id'),
    load: async () => (await import('./cards/editor/EditPage.tsx')).EditPage,
  },
  { path: paths.contacts, load: async () => (await import('./contacts/ContactsPage.tsx')).ContactsPage },
  {
    path: paths.analytics,
    load: async () => (await import('./analytics/AnalyticsPage.tsx')).AnalyticsPage,
  },
  { path: paths.admin, load: async () => (await import('./admin/AdminPage.tsx')).AdminPage },
  { path: paths.checkout, load: async () => (await import('./billing/CheckoutPage.tsx')).CheckoutPage },
  { path: paths.subscribe, load: async () => (await import('./billing/SubscribePage.tsx')).SubscribePage },
];

function toRoute({ path, load }: Screen) {
  return { path, Component: lazy(async () => ({ default: await load() })) };
}

const ROUTES = [
  ...SIGNED_OUT.map(toRoute),
  { Component: Shell, children: SIGNED_IN.map(toRoute) },
  // The server answers any other path with its 404 page; this is for links that stay in the app.
  { path: '*', Component: PageNotFound },
];

/** The screen at an address is fetched while it is still asked who is signed in. */
export function prepareScreen(pathname: string): void {
  const screen = [...SIGNED_OUT, ...SIGNED_IN].find(({ path }) => matchPath(path, pathname));
  // What fails here fails again, and is told, when the screen is drawn.
  void screen?.load().catch(() => {});
}

export function Screens() {
  return (
    <RouteError>
      <Suspense>{useRoutes(ROUTES)}</Suspense>
    </RouteError>
  );
}
