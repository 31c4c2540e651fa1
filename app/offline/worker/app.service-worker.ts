import { PrecacheController } from 'workbox-precaching/PrecacheController.js';
import { registerRoute } from 'workbox-routing/registerRoute.js';
import { NetworkOnly } from 'workbox-strategies/NetworkOnly.js';
import { screens } from '#shared/contract/screens.ts';
import type { BuiltFiles } from './built-files.ts';
import { showNotices } from './notices.service-worker.ts';

/**
 * The app's worker: it opens the app's screens without a network, from the files of one build. It is registered only
 * where the app is installed or the device is told to keep data or to show notices, and keeps no data itself: that is in
 * `app/offline/device-copy.ts` (docs/decisions/212). Pages for visitors and calls of the API pass it by.
 */

declare const self: ServiceWorkerGlobalScope;
declare const BUILT: BuiltFiles;
const built = BUILT;

const FILES = 'goldleaf-app';
/** Files of the build before, for tabs that were opened with it: the server has them no longer. */
const FILES_BEFORE = 'goldleaf-app-before';
/** Any screen: their documents differ only in what they fetch ahead. */
const SHELL = screens.dashboard;
const WAIT_SECONDS = 3;

const isBuilt = new Set(built.files.map(({ url }) => url));

/** While servers are being updated, one may send the document of another build, whose scripts are not here. */
async function requireOwnShell({ request, response }: { request: Request; response: Response }) {
  if (new URL(request.url).pathname !== SHELL || !response.ok) return response;
  const named = (await response.clone().text()).match(/\/assets\/[\w.-]+/g) ?? [];
  if (named.length === 0 || !named.every((url) => isBuilt.has(url))) {
    throw new Error('The server has another build than this worker.');
  }
  return response;
}

const files = new PrecacheController({ cacheName: FILES, plugins: [{ fetchDidSucceed: requireOwnShell }] });
files.addToCacheList([...built.files, { url: SHELL, revision: built.shell }]);

async function keepOutdated(): Promise<void> {
  const cache = await caches.open(FILES);
  const wanted = new Set(files.getURLsToCacheKeys().values());
  const outdated = (await cache.keys()).filter(({ url }) => url.includes('/assets/') && !wanted.has(url));
  if (outdated.length === 0) return;
  await caches.delete(FILES_BEFORE);
  const before = await caches.open(FILES_BEFORE);
  for (const request of outdated) {
    const response = await cache.match(request);
    if (response) await before.put(request, response);
  }
}

self.addEventListener('install', (event) => {
  // Tabs with the build before go on with its files, so nobody has to wait until they are closed.
  event.waitUntil(files.install(event).then(() => self.skipWaiting()));
});
self.addEventListener('activate', (event) => {
  event.waitUntil(
    keepOutdated()
      .then(() => files.activate(event))
      .then(() => self.clients.claim()),
  );
});

showNotices();

const network = new NetworkOnly();
const isScreen = new RegExp(
  `^(?:${Object.values(screens)
    .map((path) => path.replace(/\{\w+\}/g, '[^/]+'))
    .join('|')})$`,
);

/** The network first; the app's own document if the server is away, or says so, or takes too long. */
const shellLater = new NetworkOnly({
  networkTimeoutSeconds: WAIT_SECONDS,
  plugins: [
    {
      fetchDidSucceed: async ({ response }) => {
        if (response.status >= 500) throw new Error(`The server is away: ${response.status}.`);
        return response;
      },
      handlerDidError: () => files.matchPrecache(SHELL),
    },
  ],
});

registerRoute(
  ({ request, url }) => request.mode === 'navigate' && isScreen.test(url.pathname),
  async ({ request, event, url }) => {
    // The code is held up in a hall: it opens at once, and is never newer than its scripts here.
    const shell = url.pathname === screens.code ? await files.matchPrecache(SHELL) : undefined;
    return shell ?? shellLater.handle({ request, event });
  },
);

registerRoute(
  ({ sameOrigin, url }) => sameOrigin && (url.pathname.startsWith('/assets/') || isBuilt.has(url.pathname)),
  async ({ request, event }) =>
    (await files.matchPrecache(request)) ??
    (await caches.match(request, { cacheName: FILES_BEFORE })) ??
    network.handle({ request, event }),
);

/** Pictures of the account's own cards, which the page keeps. Uploads never change; codes may. */
const pictureFirst = async ({ request, event }: { request: Request; event: ExtendableEvent }) =>
  (await caches.match(request.url)) ?? network.handle({ request, event });
const pictureLater = new NetworkOnly({
  plugins: [{ handlerDidError: ({ request }) => caches.match(request.url) }],
});
const isPicture = ({ request, sameOrigin }: { request: Request; sameOrigin: boolean }) =>
  sameOrigin && request.destination === 'image';
registerRoute((asked) => isPicture(asked) && asked.url.pathname.startsWith('/media/'), pictureFirst);
registerRoute(
  (asked) => isPicture(asked) && /^\/api\/cards\/[\w-]+\/qr\./.test(asked.url.pathname),
  pictureLater,
);
