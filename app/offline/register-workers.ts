import { paths } from '#app/frame/paths.ts';

/**
 * Registers the app's worker, and before it the visitors' one for their cards: of two workers the one with the longer path
 * is in charge, so that the app's never is on a card. Resolves to whether this browser has workers.
 */
export async function registerWorkers(): Promise<boolean> {
  try {
    for (const scope of ['/card/', '/c/']) {
      await navigator.serviceWorker.register('/card-sw.js', { scope, updateViaCache: 'none' });
    }
    await navigator.serviceWorker.register('/app-sw.js', { scope: '/', updateViaCache: 'none' });
    return true;
  } catch {
    // No https, a private window, or a build that is being replaced: the app works as without it.
    return false;
  }
}

const findWorker = () => navigator.serviceWorker?.getRegistration(paths.dashboard);

/** True if the app opens from this device: a worker is active only once it has stored all of its files. */
export const hasAppFiles = async (): Promise<boolean> => (await findWorker())?.active != null;

/** Registers the workers and waits until the app's files are stored; resolves to whether they are. */
export async function storeAppFiles(): Promise<boolean> {
  if (!(await registerWorkers())) return false;
  const registration = await findWorker();
  const worker = registration?.installing ?? registration?.waiting;
  if (worker && !registration?.active) {
    await new Promise<void>((resolve) => {
      worker.addEventListener('statechange', () => {
        // Redundant: a file could not be loaded, or there is no space for it.
        if (worker.state === 'activated' || worker.state === 'redundant') resolve();
      });
    });
  }
  return hasAppFiles();
}

/** Removes the app's worker and its files, unless it is needed to show notices. The visitors' one stays for the cards it keeps. */
export async function removeWorker(): Promise<void> {
  const found = await findWorker();
  if (await found?.pushManager?.getSubscription()) return;
  await found?.unregister();
  const names = (await caches.keys()).filter((name) => name.startsWith('goldleaf-app'));
  await Promise.all(names.map((name) => caches.delete(name)));
}
