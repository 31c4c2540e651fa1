import { call } from '#app/frame/api/call.ts';
import { settleSignOut } from '#app/frame/api/owed-sign-out.ts';
import { clearUser, hasWaitingContacts, hasWaitingDrafts } from '#app/frame/api/session.ts';
import { oweSignOut } from '#app/frame/api/settle-sign-out.ts';
import { hasCopies } from '#app/offline/choice.ts';
import { loadOnDevice } from '#app/offline/late.ts';

/** How long a sign-out waits for the server before it goes on without it. */
const WAIT_MS = 3_000;
const waitBriefly = (work: Promise<unknown>) =>
  Promise.race([work, new Promise((resolve) => setTimeout(resolve, WAIT_MS))]);

/**
 * Wipes this device and ends the session; without a network, the server hears of it before it hears anything else.
 * Resolves to false if the user would rather stay.
 */
export async function leaveSession(): Promise<boolean> {
  // Without a network, a tab that keeps nothing itself may not be able to load it: the next start wipes what is left.
  const onDevice = hasWaitingContacts() || hasCopies() ? await loadOnDevice().catch(() => null) : null;
  if (onDevice && !(await onDevice.askBeforeSignOut())) return false;
  // Drafts that cannot be sent stay: nobody but this account can read them.
  if (hasWaitingDrafts()) {
    await waitBriefly(
      import('#app/offline/drafts/device-drafts.ts')
        .then(({ sendAllWaiting }) => sendAllWaiting())
        .catch(() => {}),
    );
  }
  const isOwed = oweSignOut();
  if (!isOwed) await call('POST /api/auth/logout');
  // Before the page is left, which would stop it.
  await onDevice?.wipeAll();
  clearUser({ isChosen: true });
  if (isOwed) await waitBriefly(settleSignOut().catch(() => {}));
  return true;
}
