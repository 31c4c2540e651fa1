/** The screens of the React app, as the specification's route table names them; any other path is the server's. */
export const APP_SCREENS = [
  '/auth/login',
  '/auth/register',
  '/checkout',
  '/subscribe',
  '/dashboard',
  '/create',
  '/edit-card/{id}',
  '/cards',
  '/contacts',
  '/analytics',
  '/admin',
] as const;
