import { owesSignOut } from './session.ts';

/**
 * A sign-out that the server has not heard of. Scripts cannot remove the session's cookie, so until the server has
 * ended that session, nothing else is sent with it, and this browser counts as signed out (docs/decisions/213).
 */

/** Sends it if it is owed; throws if the server cannot be reached. */
export async function settleSignOut(): Promise<void> {
  if (owesSignOut()) await (await import('./settle-sign-out.ts')).tellServer();
}
