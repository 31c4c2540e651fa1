import { recallUser } from '#app/frame/api/session.ts';
import type { Account } from '#shared/accounts/account.ts';
import type { Card } from '#shared/cards/cards.ts';
import type { Contact, ContactSummary, Person } from '#shared/people/contacts.ts';
import { COPY_MADE, keepsOnDevice, listOthersKept } from './choice.ts';

/**
 * This device's copy of an account for times without a network: in a database of its own for each account, removed
 * at sign-out and at the first 401 (docs/decisions/213).
 */

export interface DeviceCopy {
  /** Of another release: not read, because screens could not show it. */
  format: number;
  /** When the server said all this, in milliseconds. */
  madeAt: number;
  account: Account;
  /** The account’s own, and those that the person holds of teams. */
  cards: Card[];
  summary: ContactSummary;
  latest: Contact[];
  /** The newest contacts and leads. */
  people: Person[];
}

/** To be raised when a screen can no longer show what an older release kept. */
export const COPY_FORMAT = 4;

const STORE = 'kept';
const databaseOf = (userId: string) => `goldleaf-offline-${userId}`;
/** The cache with the pictures of an account's cards. */
export const listPictures = (userId: string) => `goldleaf-pictures-${userId}`;

const waitForRequest = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Opens the account's database for one use; another tab may delete it at any time. */
async function withStore<Value>(
  userId: string,
  mode: IDBTransactionMode,
  use: (store: IDBObjectStore) => IDBRequest<Value>,
): Promise<Value> {
  const opening = indexedDB.open(databaseOf(userId), 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const database = await waitForRequest(opening);
  database.onversionchange = () => database.close();
  try {
    const transaction = database.transaction(STORE, mode);
    const result = await waitForRequest(use(transaction.objectStore(STORE)));
    if (mode === 'readwrite') {
      await new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(transaction.error);
      });
    }
    return result;
  } finally {
    database.close();
  }
}

/** The name of what is read or written: the copy, or the key for contacts that wait. */
type Kept = { copy: DeviceCopy; key: CryptoKey };

async function readKept<Name extends keyof Kept>(name: Name): Promise<Kept[Name] | null> {
  const id = recallUser()?.id;
  try {
    // Opening a database creates it: where nothing is kept, there shall be none.
    if (!id || localStorage.getItem(COPY_MADE + id) === null) return null;
    return (await withStore<Kept[Name] | undefined>(id, 'readonly', (store) => store.get(name))) ?? null;
  } catch {
    // Storage is off, or was cleared.
    return null;
  }
}

export async function readCopy(): Promise<DeviceCopy | null> {
  const copy = await readKept('copy');
  return copy?.format === COPY_FORMAT && copy.account.user.id === recallUser()?.id ? copy : null;
}

export const readKey = (): Promise<CryptoKey | null> => readKept('key');

/**
 * Throws if this browser stores nothing, or has no room. Nothing stays if the session has ended meanwhile, or its owner
 * wants nothing to be kept here any more.
 */
export async function keepCopy(copy: DeviceCopy, key: CryptoKey | null): Promise<void> {
  const { id } = copy.account.user;
  const mayKeep = () => recallUser()?.id === id && keepsOnDevice();
  if (!mayKeep()) return;
  localStorage.setItem(COPY_MADE + id, String(copy.madeAt));
  try {
    await withStore(id, 'readwrite', (store) => {
      if (key) store.put(key, 'key');
      return store.put(copy, 'copy');
    });
    await keepPictures(copy);
  } catch (error) {
    await wipeCopy(id);
    throw error;
  }
  if (!mayKeep()) await wipeCopy(id);
}

/** The photos and logos of the cards, which lists and codes show. */
async function keepPictures({ account, cards }: DeviceCopy): Promise<void> {
  const wanted = cards
    .flatMap(({ profileImage, companyLogo, qrCode }) => [profileImage, companyLogo, qrCode])
    .filter((url): url is string => url?.startsWith('/') === true);
  const cache = await caches.open(listPictures(account.user.id));
  const kept = await cache.keys();
  const pathOf = ({ url }: Request) => new URL(url).pathname;
  await Promise.all(kept.filter((one) => !wanted.includes(pathOf(one))).map((one) => cache.delete(one)));
  const missing = wanted.filter((url) => !kept.some((one) => pathOf(one) === url));
  // A picture that cannot be loaded is left out: the rest is worth keeping.
  await Promise.all(missing.map((url) => cache.add(url).catch(() => {})));
}

/** Removes everything of an account from this device, except contacts that still have to be sent, which nobody else can read. */
export async function wipeCopy(userId: string): Promise<void> {
  try {
    await caches.delete(listPictures(userId));
    await waitForRequest(indexedDB.deleteDatabase(databaseOf(userId)));
    localStorage.removeItem(COPY_MADE + userId);
  } catch {
    // Storage is off: nothing was stored.
  }
}

export async function wipeOthers(): Promise<void> {
  await Promise.all(listOthersKept().map(wipeCopy));
}

/** Likewise, and that of who is signed in here and about to leave. */
export async function wipeAll(): Promise<void> {
  const id = recallUser()?.id;
  await wipeOthers();
  if (id && localStorage.getItem(COPY_MADE + id) !== null) await wipeCopy(id);
}

/** When the copy was made; null if there is none. */
export function copyMadeAt(): number | null {
  const id = recallUser()?.id;
  try {
    return Number(localStorage.getItem(COPY_MADE + id)) || null;
  } catch {
    return null;
  }
}
