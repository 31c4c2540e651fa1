import { call } from '#app/frame/api/call.ts';
import { recallUser } from '#app/frame/api/session.ts';
import { isInstalled } from '#app/offline/choice.ts';
import { registerWorkers } from '#app/offline/register-workers.ts';

/** The push abilities of this browser, and their use. */

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

/** Asks for permission, subscribes with our key and tells the server. Throws an error worded for the person. */
export async function subscribeHere(): Promise<void> {
  // First, because the browser only asks right after a press.
  const permission = await Notification.requestPermission();
  putOff();
  if (permission !== 'granted') {
    throw new Error('Your browser blocks notifications. You can allow them in its settings for this site.');
  }
  if (!(await registerWorkers())) {
    throw new Error('Notifications don’t work here. Open Goldleaf over https.');
  }
  const { publicKey } = await call('GET /api/notices/push');
  const { pushManager } = await navigator.serviceWorker.ready;
  // It may stand for another account, or for a server that this address had before.
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  const { keys } = subscription.toJSON();
  const body = {
    endpoint: subscription.endpoint,
    keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' },
  };
  await call('POST /api/notices/push', { body });
}

export async function unsubscribeHere(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration('/dashboard');
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}
