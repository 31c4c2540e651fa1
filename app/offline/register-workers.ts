/**
 * Registers the app's worker, and before it the visitors' one for `/card/…`: of two workers the one with the longer path
 * is in charge, so that the app's never is on a card. Resolves to whether this browser has workers.
 */
export async function registerWorkers(): Promise<boolean> {
  try {
    await navigator.serviceWorker.register('/card-sw.js', { scope: '/card/', updateViaCache: 'none' });
    await navigator.serviceWorker.register('/app-sw.js', { scope: '/', updateViaCache: 'none' });
    return true;
  } catch {
    // No https, a private window, or a build that is being replaced: the app works as without it.
    return false;
  }
}

/**
 * Removes the app's worker and its files, unless it is needed to show notices: then without files it passes everything to
 * the network. The visitors' one stays for the cards it keeps.
 */
export async function removeWorker(): Promise<void> {
  const found = await navigator.serviceWorker?.getRegistration('/dashboard');
  if (!(await found?.pushManager?.getSubscription())) await found?.unregister();
  const names = (await caches.keys()).filter((name) => name.startsWith('goldleaf-app'));
  await Promise.all(names.map((name) => caches.delete(name)));
}
