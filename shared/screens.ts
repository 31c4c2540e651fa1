/** The screens of the React app, as the specification's route table names them; any other path is a page of the server. */
export const screens = {
  signIn: '/auth/login',
  register: '/auth/register',
  checkout: '/checkout',
  subscribe: '/subscribe',
  dashboard: '/dashboard',
  createCard: '/create',
  editCard: '/edit-card/{id}',
  cards: '/cards',
  contacts: '/contacts',
  analytics: '/analytics',
  admin: '/admin',
} as const;
