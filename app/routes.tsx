import { createBrowserRouter } from 'react-router';
import { screens } from '#shared/screens.ts';
import { paths } from './paths.ts';
import { RouteError } from './RouteError.tsx';
import { Shell } from './Shell.tsx';

/** Every screen is its own chunk. Any other path is the server's, which answers it with its 404 page. */
export const router = createBrowserRouter([
  {
    ErrorBoundary: RouteError,
    HydrateFallback: () => null,
    children: [
      {
        path: paths.signIn,
        lazy: { Component: async () => (await import('./auth/SignInPage.tsx')).SignInPage },
      },
      {
        path: paths.register,
        lazy: { Component: async () => (await import('./auth/RegisterPage.tsx')).RegisterPage },
      },
      {
        Component: Shell,
        children: [
          {
            ErrorBoundary: RouteError,
            children: [
              {
                path: paths.dashboard,
                lazy: {
                  Component: async () => (await import('./dashboard/DashboardPage.tsx')).DashboardPage,
                },
              },
              {
                path: paths.cards,
                lazy: { Component: async () => (await import('./cards/CardsPage.tsx')).CardsPage },
              },
              {
                path: paths.createCard,
                lazy: { Component: async () => (await import('./cards/editor/CreatePage.tsx')).CreatePage },
              },
              {
                path: screens.editCard.replace('{id}', ':id'),
                lazy: { Component: async () => (await import('./cards/editor/EditPage.tsx')).EditPage },
              },
              {
                path: paths.contacts,
                lazy: { Component: async () => (await import('./contacts/ContactsPage.tsx')).ContactsPage },
              },
              {
                path: paths.analytics,
                lazy: {
                  Component: async () => (await import('./analytics/AnalyticsPage.tsx')).AnalyticsPage,
                },
              },
              {
                path: paths.admin,
                lazy: { Component: async () => (await import('./admin/AdminPage.tsx')).AdminPage },
              },
              {
                path: paths.checkout,
                lazy: { Component: async () => (await import('./billing/CheckoutPage.tsx')).CheckoutPage },
              },
              {
                path: paths.subscribe,
                lazy: { Component: async () => (await import('./billing/SubscribePage.tsx')).SubscribePage },
              },
            ],
          },
        ],
      },
    ],
  },
]);
