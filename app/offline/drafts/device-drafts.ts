import { CallError, call } from '#app/frame/api/call.ts';
import { recallUser, WAITING_DRAFT } from '#app/frame/api/session.ts';
import type { DraftContent } from '#shared/cards/drafts.ts';
import { DRAFT_DAYS } from '#shared/contract/constants.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { ALGORITHM, decryptContent, encryptContent, toBytes } from './device-encryption.ts';
import { newDraftId } from './draft-id.ts';
import { removeOldDrafts } from './old-drafts.ts';

/**
 * Drafts that wait on this device while the server or the session is away. They are encrypted with a key that only a
 * session of the same account can fetch, so the next person at this computer can read none of them
 * (docs/decisions/166).
 */

type DeviceDraft = DraftContent & {
  id: string;
  /** The team whose card it changes; null for one's own. */
  account: string | null;
};

/** In the place of a draft that was discarded, until the server has heard of it. */
type DeviceDiscard = Pick<DeviceDraft, 'id' | 'account'> & { isDiscarded: true };

/** The account's key; null where the browser has no encryption, as on a page without https. Throws as `call` does. */
export async function fetchDeviceKey(): Promise<CryptoKey | null> {
  if (!globalThis.crypto?.subtle) return null;
  const { key } = await call('GET /api/drafts/key');
  const bytes = toBytes(key.replaceAll('-', '+').replaceAll('_', '/'));
  // It cannot be read out of the page again.
  return crypto.subtle.importKey('raw', bytes, ALGORITHM, false, ['encrypt', 'decrypt']);
}

/** Returns false if this browser stores nothing. */
export async function keepOnDevice(
  key: CryptoKey | null,
  { id, ...content }: DeviceDraft | DeviceDiscard,
): Promise<boolean> {
  if (!key) return false;
  try {
    localStorage.setItem(WAITING_DRAFT + id, `${Date.now()} ${await encryptContent(key, content)}`);
    return true;
  } catch {
    return false;
  }
}

export function removeFromDevice(id: string): void {
  try {
    localStorage.removeItem(WAITING_DRAFT + id);
  } catch {
    // Nothing was stored.
  }
}

/** As it was kept; releases before this one did not say for which account, and it was that of the screen. */
type Found = (Omit<DeviceDraft, 'account'> | Omit<DeviceDiscard, 'account'>) & {
  account?: string | null;
  isOver: boolean;
  sealed: string;
};

/** The drafts that were encrypted with this key; others' stay for their owners, for 30 days; so long a discard counts. */
async function readFromDevice(key: CryptoKey): Promise<Found[]> {
  const names = Object.keys(localStorage).filter((name) => name.startsWith(WAITING_DRAFT));
  const found: Found[] = [];
  for (const name of names) {
    const sealed = localStorage.getItem(name) ?? '';
    const [storedAt, ...secret] = sealed.split(' ');
    const id = name.slice(WAITING_DRAFT.length);
    const isOver = !(Number(storedAt) > Date.now() - DRAFT_DAYS * DAY_MS);
    const content = await decryptContent<Omit<Found, 'id' | 'isOver' | 'sealed'>>(key, secret.join(' '));
    const isLate = isOver && !!content && 'isDiscarded' in content;
    if (content && !isLate) found.push({ ...content, id, isOver, sealed } as Found);
    else if (isOver) removeFromDevice(id);
  }
  return found;
}

/** Removes what earlier releases kept here readably; the drafts of the signed-in account wait encrypted instead. */
async function encryptOldDrafts(key: CryptoKey | null): Promise<void> {
  const userId = recallUser()?.id;
  for (const old of removeOldDrafts().filter((draft) => draft.userId === userId)) {
    const fields = formIn(old.text);
    // Nobody knows what the fields were before: the card is compared with as it is now.
    const content = { cardId: old.cardId, baseVersion: null, revision: 0, fields, before: {}, account: null };
    if (fields) await keepOnDevice(key, { ...content, fields, id: newDraftId() });
  }
}

function formIn(text: string): DraftContent['fields'] | null {
  try {
    const { base: _base, ...fields } = JSON.parse(text);
    return fields;
  } catch {
    return null;
  }
}

/** Sends what waits here for the signed-in account to the server, and removes it. Throws as `call` does. */
export async function sendWaitingDrafts(key: CryptoKey | null): Promise<void> {
  if (!key) return;
  for (const { id, account, isOver, sealed, ...body } of await readFromDevice(key)) {
    // A tab that writes it goes on meanwhile, and sends that itself.
    const isThere = () => localStorage.getItem(WAITING_DRAFT + id) === sealed;
    if (!isThere()) continue;
    try {
      const query = account === undefined ? {} : { query: { account: account ?? undefined } };
      if ('isDiscarded' in body) await call('DELETE /api/drafts/{id}', { params: { id } });
      else await call('PUT /api/drafts/{id}', { params: { id }, body, ...query });
    } catch (error) {
      const status = error instanceof CallError ? error.status : 0;
      // A draft of a card that is gone can no longer be kept anywhere. Which card it was, only its own account can say.
      const mayWait = HELD.includes(status) || (status === 404 && account === undefined);
      if (!mayWait && !REFUSED.includes(status)) throw error;
      if (mayWait && !isOver) continue;
    }
    if (isThere()) removeFromDevice(id);
  }
}

const REFUSED = [404, 413, 422];
/** A team that is suspended or deleted may come back. */
const HELD = [403, 409];

/** Likewise at a sign-in and before a sign-out; what could not be sent goes on waiting, readable to nobody else. */
export async function sendAllWaiting(): Promise<void> {
  try {
    const key = await fetchDeviceKey();
    await encryptOldDrafts(key);
    await sendWaitingDrafts(key);
  } catch {
    // The server or the session is away again: the drafts go on waiting.
  }
}
