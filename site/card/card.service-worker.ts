/**
 * The visitors' worker: whoever has opened a card can open it again without a network. It is registered after the card
 * has loaded, fetches nothing in advance, and sees nothing but `/card/…` and `/c/…` (docs/decisions/212). At most 2 KB.
 */

export {};

declare const self: ServiceWorkerGlobalScope;

const CARDS_MAX = 20;
const WAIT_MS = 3_000;
const PREFIX = 'card ';

/** The path of the card that an address opens, or null for anything else, as its forms. */
const cardAt = (address: string): string | null => {
  const { origin, pathname } = new URL(address, self.location.origin);
  return origin === self.location.origin && /^\/(?:card\/[\w-]+|c\/[^/]+)$/.test(pathname) ? pathname : null;
};

/** Takes files that the browser itself has loaded already from its cache, so that nothing is requested twice. */
const fetchAgain = (address: string, cache: RequestCache = 'force-cache') => fetch(address, { cache });

const isForNobodyElse = ({ headers }: Response) => headers.get('cache-control')?.includes('no-store');

/** Each card has a cache of its own with its page, its pictures and what it is printed with; those that were opened longest ago go. */
async function keepCard(path: string, isOpen: boolean, files: string[]): Promise<void> {
  // After a link with parameters, or a username, what the browser has of the path itself may be of any age.
  const page = await fetchAgain(path, isOpen ? 'force-cache' : 'no-cache');
  // The server is away: the page that was shown may be the copy itself.
  if (page.status >= 500) return;
  await caches.delete(PREFIX + path);
  // A page that says so, such as a paused card shown to its owner, is for nobody else.
  if (!page.ok || page.redirected || isForNobodyElse(page)) return;
  const cache = await caches.open(PREFIX + path);
  await cache.put(path, page);
  const own = `${self.location.origin}/`;
  for (const file of files.filter((address) => address.startsWith(own))) {
    const response = await fetchAgain(file);
    if (response.status === 200) await cache.put(file, response);
  }
  const kept = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  await Promise.all(kept.slice(0, -CARDS_MAX).map((name) => caches.delete(name)));
}

/** The network first; the copy after three seconds, or if the server is away. */
async function openCard(path: string, network: Promise<Response>): Promise<Response> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, WAIT_MS));
  const first = await Promise.race([network.catch(() => undefined), late]);
  if (first && first.status < 500) return first;
  return (await caches.match(path)) ?? network;
}

self.addEventListener('install', () => void self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

/** The page says where its card can be opened from here, and which files it shows or prints. */
self.addEventListener('message', (event) => {
  const [address, ...files] = event.data as string[];
  const path = cardAt(address ?? '');
  const { pathname, search } = new URL((event.source as Client).url);
  // Without storage, nothing is kept.
  if (path) event.waitUntil(keepCard(path, pathname + search === path, files).catch(() => {}));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const path = cardAt(request.url);
  if (request.mode === 'navigate' && request.method === 'GET' && path) {
    const network = fetch(request);
    // A card that is gone, or whose person is, is gone here, too, however late the answer comes.
    const forget = async (page: Response) =>
      (page.status === 404 || (page.ok && isForNobodyElse(page))) && caches.delete(PREFIX + path);
    event.waitUntil(network.then(forget, () => {}));
    event.respondWith(openCard(path, network));
  } else if (['image', 'style'].includes(request.destination)) {
    event.respondWith(caches.match(request.url).then((kept) => kept ?? fetch(request)));
  }
});
