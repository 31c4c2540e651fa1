import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { listWaiting, sendWaitingContacts } from './waiting-contacts.ts';

const WAIT_MS = 3_000;

/**
 * Sends what waits here, and if something is left asks whether to sign out all the same. Resolves to whether to go on.
 * The dialog has a root of its own, because a call asks for it, not a screen.
 */
export async function askBeforeSignOut(): Promise<boolean> {
  // A hall's network may answer after a minute, or never.
  await Promise.race([sendWaitingContacts(), new Promise((resolve) => setTimeout(resolve, WAIT_MS))]);
  const { length } = await listWaiting();
  if (length === 0) return true;
  const { UnsentDialog } = await import('./UnsentDialog.tsx');
  return new Promise((resolve) => {
    const root = createRoot(document.createElement('div'));
    const onAnswer = (isToGoOn: boolean) => {
      root.unmount();
      resolve(isToGoOn);
    };
    root.render(createElement(UnsentDialog, { count: length, onAnswer }));
  });
}
