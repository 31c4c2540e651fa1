import { pathTo } from '#shared/api.ts';

/** Every address the app links to, once. */
export const paths = {
  home: '/',
  signIn: '/auth/login',
  register: '/auth/register',
  checkout: '/checkout',
  subscribe: '/subscribe',
  dashboard: '/dashboard',
  dashboardTab: (tab: string) => `/dashboard?tab=${tab}`,
  createCard: '/create',
  editCard: (id: string) => pathTo('/edit-card/{id}', { id }),
  cards: '/cards',
  contacts: '/contacts',
  analytics: '/analytics',
  admin: '/admin',
  /** Pages of the server: link to them with `<a>`, not `<Link>`. */
  publicCard: (id: string) => pathTo('/card/{id}', { id }),
  portfolio: (username: string) => pathTo('/portfolio/{username}', { username }),
};
