import { screens } from '#shared/contract/screens.ts';
import { findWindow } from './find-window.ts';

/** The handling of our server's messages in the app's worker: shows them, and opens their target. */

declare const self: ServiceWorkerGlobalScope;

/** As `server/messages/notices/compose.ts` writes it. */
interface Words {
  title: string;
  body: string;
  path: string;
  tag: string;
}

/** Browsers end a subscription that shows nothing, so that even an unreadable message is shown. */
const SOMETHING: Words = {
  title: 'Goldleaf',
  body: 'You have something new.',
  path: screens.contacts,
  tag: '',
};

function readWords(data: PushMessageData | null): Words {
  try {
    return { ...SOMETHING, ...data?.json() };
  } catch {
    return SOMETHING;
  }
}

/** The window that already shows it, or a new one: an open editor is left alone. */
async function openPath(path: string): Promise<void> {
  const url = new URL(path, self.location.origin);
  if (url.origin !== self.location.origin) return;
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const shown = findWindow(windows, url);
  if (shown) await shown.focus();
  else await self.clients.openWindow(url.href);
}

export function showNotices(): void {
  self.addEventListener('push', (event) => {
    const { title, body, path, tag } = readWords(event.data);
    const shown = { body, tag, icon: '/icon-192.png', data: { path } };
    event.waitUntil(self.registration.showNotification(title, shown));
  });
  self.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(openPath(String(event.notification.data?.path ?? screens.contacts)));
  });
}
