import { type ComponentType, lazy, Suspense, useState } from 'react';
import { screens } from '#shared/contract/screens.ts';
import { matchPath } from './frame/navigation/match-path.ts';
import { Outlet, RouteContext, useLocation } from './frame/navigation/router.tsx';
import { paths } from './frame/paths.ts';
import { PageNotFound, RouteError } from './frame/RouteError.tsx';
import { Shell } from './frame/shell/Shell.tsx';

interface Screen {
  path: string;
  load: () => Promise<ComponentType>;
}

/** Every screen is its own chunk. */
const SIGNED_OUT: Screen[] = [
  { path: paths.signIn, load: async () => (await import('./accounts/auth/SignInPage.tsx')).SignInPage },
  { path: paths.linkSignIn, load: async () => (await import('./accounts/auth/LinkPage.tsx')).LinkPage },
  { path: paths.register, load: async () => (await import('./accounts/auth/RegisterPage.tsx')).RegisterPage },
  {
    path: paths.suspended,
    load: async () => (await import('./accounts/suspended/SuspendedPage.tsx')).SuspendedPage,
  },
];
/** Screens without the frame: of people who are signed in, and of those who may not be. */
const FULL: Screen[] = [
  { path: screens.claim, load: async () => (await import('./teams/claim/ClaimPage.tsx')).ClaimPage },
  { path: paths.code, load: async () => (await import('./sharing/code/CodePage.tsx')).CodePage },
];
const SIGNED_IN: Screen[] = [
  {
    path: paths.dashboard,
    load: async () => (await import('./analytics/dashboard/DashboardPage.tsx')).DashboardPage,
  },
  { path: paths.cards, load: async () => (await import('./cards/cards/CardsPage.tsx')).CardsPage },
  { path: paths.createCard, load: async () => (await import('./cards/editor/CreatePage.tsx')).CreatePage },
  {
    path: screens.editCard,
    load: async () => (await import('./cards/editor/EditPage.tsx')).EditPage,
  },
  {
    path: screens.shareCard,
    load: async () => (await import('./sharing/screen/SharingPage.tsx')).SharingPage,
  },
  // Before the screen of one contact, whose path it fits, too.
  {
    path: paths.importContacts,
    load: async () => (await import('./people/import/ImportPage.tsx')).ImportPage,
  },
  {
    path: screens.contact,
    load: async () => (await import('./people/contacts/person/PersonPage.tsx')).PersonPage,
  },
  {
    path: paths.contacts,
    load: async () => (await import('./people/contacts/ContactsPage.tsx')).ContactsPage,
  },
  {
    path: paths.analytics,
    load: async () => (await import('./analytics/analytics/AnalyticsPage.tsx')).AnalyticsPage,
  },
  { path: screens.team, load: async () => (await import('./teams/page/TeamPage.tsx')).TeamPage },
  { path: paths.admin, load: async () => (await import('./operations/admin/AdminPage.tsx')).AdminPage },
  { path: paths.checkout, load: async () => (await import('./money/billing/CheckoutPage.tsx')).CheckoutPage },
  {
    path: paths.subscribe,
    load: async () => (await import('./money/billing/SubscribePage.tsx')).SubscribePage,
  },
];

interface ScreenRoute {
  path: string;
  match: ReturnType<typeof matchPath>;
  isFramed: boolean;
  load: () => Promise<ComponentType>;
  loaded?: ComponentType;
  Late: ComponentType;
}

function toRoutes(list: Screen[], isFramed: boolean): ScreenRoute[] {
  return list.map(({ path, load }) => {
    const route: ScreenRoute = {
      path,
      match: matchPath(path),
      isFramed,
      async load() {
        route.loaded ??= await load();
        return route.loaded;
      },
      Late: lazy(async () => ({ default: await route.load() })),
    };
    return route;
  });
}

const ROUTES = [...toRoutes(SIGNED_OUT, false), ...toRoutes(FULL, false), ...toRoutes(SIGNED_IN, true)];

/** Loads the screen for an address before it is known who is signed in. */
export async function prepareScreen(pathname: string): Promise<void> {
  const route = ROUTES.find(({ match }) => match(pathname));
  // A failure here happens again, and is reported, when the screen is rendered.
  await route?.load().catch(() => {});
}

/** A screen that is loaded is drawn at once: behind a fallback, React would hold it back for a third of a second. */
function Drawn({ route }: { route: ScreenRoute }) {
  const [Screen] = useState(() => route.loaded ?? route.Late);
  return <Screen />;
}

/** The screen of the address; the frame stays while the screens in it change. */
function Route() {
  const { pathname } = useLocation();
  for (const route of ROUTES) {
    const params = route.match(pathname);
    if (!params) continue;
    const outlet = <Drawn key={route.path} route={route} />;
    return <RouteContext value={{ params, outlet }}>{route.isFramed ? <Shell /> : <Outlet />}</RouteContext>;
  }
  // For any other path the server returns its 404 page; this one is for links within the app.
  return <PageNotFound />;
}

export function Screens() {
  return (
    <RouteError>
      <Suspense>
        <Route />
      </Suspense>
    </RouteError>
  );
}
