/**
 * The screens of the React app, as named in the specification's route table; any other path is a page of the server.
 */
export const screens = {
  signIn: '/auth/login',
  register: '/auth/register',
  linkSignIn: '/auth/link',
  suspended: '/auth/suspended',
  checkout: '/checkout',
  subscribe: '/subscribe',
  dashboard: '/dashboard',
  createCard: '/create',
  editCard: '/edit-card/{id}',
  shareCard: '/share-card/{id}',
  cards: '/cards',
  /** A card's code to hold up, also without a network. */
  code: '/qr',
  contacts: '/contacts',
  contact: '/contacts/{id}',
  importContacts: '/contacts/import',
  analytics: '/analytics',
  team: '/teams/{id}',
  /** Claiming a card by the invite that was mailed. */
  claim: '/teams/{id}/claim/{token}',
  admin: '/admin',
} as const;

const ANY_ORIGIN = 'https://origin.invalid';

/**
 * Where to go after signing in: the requested path, if it belongs to this site. It is parsed as browsers parse it,
 * which drop tabs and resolve dots: "/\t/evil.example" and "/.//evil.example" lead to other sites.
 */
export function destinationAfter(next: string | null, fallback: string): string {
  if (!next?.startsWith('/')) return fallback;
  let url: URL;
  try {
    url = new URL(next, ANY_ORIGIN);
  } catch {
    return fallback;
  }
  const isHere = url.origin === ANY_ORIGIN && !url.pathname.startsWith('//');
  return isHere ? url.pathname + url.search + url.hash : fallback;
}
