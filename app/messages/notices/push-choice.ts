import { recallUser } from '#app/frame/api/session.ts';
import { isInstalled } from '#app/offline/choice.ts';

/** If this browser can show notices, and if its owner has put that off. */

/** `install`: on an iPhone or iPad, once the app is on the home screen. */
export type PushSupport = 'ready' | 'denied' | 'install' | 'none';

export function pushSupport(): PushSupport {
  const isApple =
    /iPhone|iPad|iPod/.test(navigator.userAgent) ||
    (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);
  if (isApple && !isInstalled()) return 'install';
  if (!('PushManager' in window && 'Notification' in window && 'serviceWorker' in navigator)) return 'none';
  return Notification.permission === 'denied' ? 'denied' : 'ready';
}

/** True if the browser has never been asked. */
export const canAskForPush = (): boolean =>
  pushSupport() === 'ready' && Notification.permission === 'default';

const LATER = 'notices-later:';

export function isPutOff(): boolean {
  try {
    return localStorage.getItem(LATER + recallUser()?.id) !== null;
  } catch {
    // A browser that stores nothing would ask at each visit.
    return true;
  }
}

export function putOff(): void {
  try {
    localStorage.setItem(LATER + recallUser()?.id, '1');
  } catch {
    // Then nobody is asked here: see `isPutOff`.
  }
}
