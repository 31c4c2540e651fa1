import type { QueryClient } from '@tanstack/react-query';
import { setStandIn } from '#app/frame/api/call.ts';
import { keepsOnDevice } from './choice.ts';
import { copyMadeAt, wipeOthers } from './device-copy.ts';
import { refreshCopy } from './refresh-copy.ts';
import { registerWorkers } from './register-workers.ts';
import { shownCopy } from './shown-copy.ts';
import { standIn } from './stand-in.ts';
import { sendWaitingContacts } from './waiting-contacts.ts';

/** A copy older than this is made anew. */
const OLD_MS = 5 * 60_000;
/** After a change, when nothing else has been changed for this long. */
const CALM_MS = 3_000;

/** The server may answer again: asks it for what the screen shows. */
export const comeBack = (client: QueryClient): void => void client.refetchQueries({ type: 'active' });

/** Keeps the copy up to date while a screen is open; returns a function that stops doing so. */
export function startOffline(client: QueryClient): () => void {
  setStandIn(standIn);
  void registerWorkers();
  void wipeOthers();
  const refresh = () => void refreshCopy();
  const refreshIfOld = () => {
    if (document.visibilityState === 'visible' && Date.now() - (copyMadeAt() ?? 0) > OLD_MS) refresh();
  };
  const onOnline = () => {
    comeBack(client);
    void sendWaitingContacts().then(refresh);
  };
  let calm: ReturnType<typeof setTimeout>;
  const stopFollowing = client.getMutationCache().subscribe(({ mutation }) => {
    if (mutation?.state.status !== 'success' || mutation.meta?.isDownload) return;
    clearTimeout(calm);
    calm = setTimeout(refresh, CALM_MS);
  });
  const timer = setInterval(refreshIfOld, OLD_MS);
  window.addEventListener('online', onOnline);
  document.addEventListener('visibilitychange', refreshIfOld);
  refreshIfOld();
  // The network may have come back before anything listened.
  if (shownCopy() && navigator.onLine) comeBack(client);
  return () => {
    if (!keepsOnDevice()) setStandIn(undefined);
    stopFollowing();
    clearTimeout(calm);
    clearInterval(timer);
    window.removeEventListener('online', onOnline);
    document.removeEventListener('visibilitychange', refreshIfOld);
  };
}
