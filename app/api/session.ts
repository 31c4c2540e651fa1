import type { User } from '#shared/account.ts';

/** The stored copy of the signed-in user, for the first paint only: GET /api/auth/me is the truth. */

const KEY = 'user';
/** Whether the session ended on its own, was ended by its user, or never existed. */
type Ending = 'expired' | 'chosen' | 'none';
const listeners = new Set<(ending: Ending) => void>();

/** Calls the listener when the stored user is cleared (a 401, a sign-out); returns a function that stops listening. */
export function onUserCleared(listener: (ending: Ending) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The stored user, or null if there is none or the stored value is not ours. */
export function recallUser(): User | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    return isUser(stored) ? stored : null;
  } catch {
    return null;
  }
}

/** Checks only what the first paint shows; the contract's schema is too heavy to load for a cache. */
function isUser(stored: unknown): stored is User {
  if (typeof stored !== 'object' || stored === null) return false;
  return ['id', 'username', 'fullName', 'email', 'subscriptionStatus'].every(
    (field) => typeof Reflect.get(stored, field) === 'string',
  );
}

export function rememberUser(current: User): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(current));
  } catch {
    // Storage is off or full: the next visit asks the server first.
  }
}

export function clearUser({ isChosen }: { isChosen: boolean }): void {
  const ending = isChosen ? 'chosen' : recallUser() ? 'expired' : 'none';
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Storage is off: nothing was stored.
  }
  for (const listener of listeners) listener(ending);
}
