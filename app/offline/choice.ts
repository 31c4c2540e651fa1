import { recallUser } from '#app/frame/api/session.ts';

/**
 * True if this device keeps cards and contacts for when there is no network: each account's choice, or yes where the
 * app is installed. What is kept itself is elsewhere (`device-copy.ts`); this part is loaded with every screen.
 */

const CHOICE = 'offline:';
/** With the account's id: when its copy was made, in milliseconds. There is nothing to wipe without it. */
export const COPY_MADE = 'offline-copy:';

/** True if the page runs in a window of its own, as an installed app does. */
export const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone)').matches || Reflect.get(navigator, 'standalone') === true;

export function keepsOnDevice(): boolean {
  const id = recallUser()?.id;
  if (!id) return false;
  try {
    const choice = localStorage.getItem(CHOICE + id);
    return choice === 'on' || (choice === null && isInstalled());
  } catch {
    return false;
  }
}

/** Returns false if this browser stores nothing. */
export function chooseToKeep(isOn: boolean): boolean {
  const id = recallUser()?.id;
  if (!id) return false;
  try {
    localStorage.setItem(CHOICE + id, isOn ? 'on' : 'off');
    return true;
  } catch {
    return false;
  }
}

/** True if there is a copy of anybody here, also where nothing new is kept, as in a tab beside the installed app. */
export function hasCopies(): boolean {
  try {
    return Object.keys(localStorage).some((name) => name.startsWith(COPY_MADE));
  } catch {
    return false;
  }
}

/** The accounts of which this device keeps a copy though they are not signed in here: all, after a session has ended. */
export function listOthersKept(): string[] {
  const id = recallUser()?.id;
  try {
    return Object.keys(localStorage)
      .filter((name) => name.startsWith(COPY_MADE))
      .map((name) => name.slice(COPY_MADE.length))
      .filter((kept) => kept !== id);
  } catch {
    return [];
  }
}
