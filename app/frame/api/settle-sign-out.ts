import { SIGN_OUT_OWED } from '#shared/contract/constants.ts';
import { owesSignOut } from './session.ts';

/** Returns false if this browser stores nothing. */
export function oweSignOut(): boolean {
  try {
    localStorage.setItem(SIGN_OUT_OWED, String(Date.now()));
    return true;
  } catch {
    return false;
  }
}

/** A connection that takes longer is not there. */
const PATIENCE_MS = 15_000;

async function sendSignOut(): Promise<void> {
  // Another tab may have sent it, and somebody may have signed in since.
  if (!owesSignOut()) return;
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE_MS);
  try {
    const { signal } = patience;
    const response = await fetch('/api/auth/logout', { method: 'POST', credentials: 'include', signal });
    if (!response.ok) throw new Error(`The sign-out was answered with ${response.status}.`);
    localStorage.removeItem(SIGN_OUT_OWED);
  } finally {
    clearTimeout(timer);
  }
}

/** Tells the server of the sign-out, in one tab at a time. */
export async function tellServer(): Promise<void> {
  // Without https there are no locks; nothing is kept on such a device either.
  await (navigator.locks ? navigator.locks.request('goldleaf-sign-out', sendSignOut) : sendSignOut());
}
