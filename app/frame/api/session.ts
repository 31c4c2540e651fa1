import type { Account, User } from '#shared/accounts/account.ts';
import { SIGN_OUT_OWED, STORED_USER } from '#shared/contract/constants.ts';

/** The stored copy of the signed-in user, for the first paint only: GET /api/auth/me is the truth. */

/** In `localStorage`, before the id: an encrypted draft that waits for the server. */
export const WAITING_DRAFT = 'waiting-draft:';
/** In `localStorage`, before its key: an encrypted contact that was noted down without a network. */
export const WAITING_CONTACT = 'waiting-contact:';
/** An event of the window: a contact began or ceased to wait. */
export const WAITING_CHANGED = 'waiting-contacts';
/** The stored user's value for a moment, so that other tabs tell a sign-out from a session that expired. */
export const SIGNED_OUT = 'signed-out';
/** True if the session ended on its own, was ended by its user, or never existed. */
type Ending = 'expired' | 'chosen' | 'none';
const listeners = new Set<(ending: Ending, why?: string) => void>();

/** Calls the listener when the stored user is cleared (a 401, a sign-out); returns a function that stops listening. */
export function onUserCleared(listener: (ending: Ending, why?: string) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** True if this is where people sign in or register: nobody is signed in yet. */
export const isEntrance = (): boolean => !!globalThis.location?.pathname.startsWith('/auth/');

/** The kept part of the account: the user, and what was due, which earlier releases did not keep. */
type Kept = User & Partial<Pick<Account, 'due' | 'emailRefusedAt'>>;

/** The stored user, or null if there is none or the stored value is not ours. */
export function recallUser(): Kept | null {
  try {
    return readUser(localStorage.getItem(STORED_USER));
  } catch {
    return null;
  }
}

function readUser(text: string | null): Kept | null {
  try {
    const stored: unknown = JSON.parse(text ?? 'null');
    return isUser(stored) ? stored : null;
  } catch {
    return null;
  }
}

/** Checks only what the first paint shows; the contract's schema is too heavy to load for a cache. */
function isUser(stored: unknown): stored is Kept {
  if (typeof stored !== 'object' || stored === null) return false;
  return ['id', 'username', 'fullName', 'email', 'subscriptionStatus'].every(
    (field) => typeof Reflect.get(stored, field) === 'string',
  );
}

export function storeAccount({ user, due, emailRefusedAt }: Account): void {
  try {
    localStorage.setItem(STORED_USER, JSON.stringify({ ...user, due, emailRefusedAt }));
  } catch {
    // Storage is off or full: the next visit asks the server first.
  }
}

/** `why`: the server's sentence about the end of the session. */
export function clearUser({ isChosen, why }: { isChosen: boolean; why?: string | undefined }): void {
  const ending = isChosen ? 'chosen' : recallUser() ? 'expired' : 'none';
  try {
    if (isChosen) localStorage.setItem(STORED_USER, SIGNED_OUT);
    localStorage.removeItem(STORED_USER);
    // Which drafts are of this tab, and where its screens were scrolled to.
    if (isChosen) sessionStorage.clear();
  } catch {
    // Storage is off: nothing was stored.
  }
  for (const listener of listeners) listener(ending, why);
}

/**
 * Signs this tab out too when another one does; what is typed after that could not be kept. `startAnew` is called when
 * somebody else has signed in: the cookie of all tabs is theirs.
 */
export function followOtherTabs(startAnew: () => void): void {
  window.addEventListener('storage', ({ key, oldValue, newValue }) => {
    if (key !== STORED_USER) return;
    if (newValue === null || newValue === SIGNED_OUT) {
      const why = newValue === SIGNED_OUT ? 'You signed out in another tab.' : undefined;
      for (const listener of listeners) listener('expired', why);
      return;
    }
    const [before, now] = [readUser(oldValue), readUser(newValue)];
    if (before && now && before.id !== now.id) startAnew();
  });
}

export function owesSignOut(): boolean {
  try {
    return localStorage.getItem(SIGN_OUT_OWED) !== null;
  } catch {
    return false;
  }
}

/** True if contacts of anybody wait on this device. */
export function hasWaitingContacts(): boolean {
  try {
    return Object.keys(localStorage).join().includes(WAITING_CONTACT);
  } catch {
    return false;
  }
}

/** True if drafts of anybody wait on this device, also in the way of earlier releases. */
export function hasWaitingDrafts(): boolean {
  try {
    return Object.keys(localStorage).join().includes('-draft:');
  } catch {
    return false;
  }
}
