import { call } from '#app/frame/api/call.ts';
import { registerWorkers } from '#app/offline/register-workers.ts';
import { putOff } from './push-choice.ts';

/** The push abilities of this browser, and their use. */

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
