/**
 * A sign-out that the server has not heard of. Scripts cannot remove the session's cookie, so until the server has
 * ended that session, nothing else is sent with it, and this browser counts as signed out (docs/decisions/304).
 */

const OWED = 'sign-out-owed';
/** A connection that takes longer is not there. */
const PATIENCE_MS = 15_000;

/** Returns false if this browser stores nothing. */
export function oweSignOut(): boolean {
  try {
    localStorage.setItem(OWED, String(Date.now()));
    return true;
  } catch {
    return false;
  }
}

export function owesSignOut(): boolean {
  try {
    return localStorage.getItem(OWED) !== null;
  } catch {
    return false;
  }
}

async function send(): Promise<void> {
  // Another tab may have sent it, and somebody may have signed in since.
  if (!owesSignOut()) return;
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const response = await fetch('/api/auth/logout', { method: 'POST', credentials: 'include', signal });
  if (!response.ok) throw new Error(`The sign-out was answered with ${response.status}.`);
  localStorage.removeItem(OWED);
}

/** Sends it if it is owed, in one tab at a time; throws if the server cannot be reached. */
export async function settleSignOut(): Promise<void> {
  if (!owesSignOut()) return;
  // Without https there are no locks; nothing is kept on such a device either.
  await (navigator.locks ? navigator.locks.request('goldleaf-sign-out', send) : send());
}
