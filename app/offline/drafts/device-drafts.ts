import { call } from '#app/frame/api/call.ts';
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

export type DeviceDraft = DraftContent & { id: string };

/** The account's key; null where the browser has no encryption, as on a page without https. Throws as `call` does. */
export async function fetchDeviceKey(): Promise<CryptoKey | null> {
  if (!globalThis.crypto?.subtle) return null;
  const { key } = await call('GET /api/drafts/key');
  const bytes = toBytes(key.replaceAll('-', '+').replaceAll('_', '/'));
  // It cannot be read out of the page again.
  return crypto.subtle.importKey('raw', bytes, ALGORITHM, false, ['encrypt', 'decrypt']);
}

/** Returns false if this browser stores nothing. */
export async function keepOnDevice(key: CryptoKey | null, { id, ...content }: DeviceDraft): Promise<boolean> {
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

/** The drafts that were encrypted with this key; others' stay for their owners, for 30 days. */
async function readFromDevice(key: CryptoKey): Promise<DeviceDraft[]> {
  const names = Object.keys(localStorage).filter((name) => name.startsWith(WAITING_DRAFT));
  const found: DeviceDraft[] = [];
  for (const name of names) {
    const [storedAt, ...sealed] = localStorage.getItem(name)?.split(' ') ?? [];
    const id = name.slice(WAITING_DRAFT.length);
    const content = await decryptContent<DraftContent>(key, sealed.join(' '));
    if (content) found.push({ ...content, id });
    else if (!(Number(storedAt) > Date.now() - DRAFT_DAYS * DAY_MS)) removeFromDevice(id);
  }
  return found;
}

/** Removes what earlier releases kept here readably; the drafts of the signed-in account wait encrypted instead. */
async function encryptOldDrafts(key: CryptoKey | null): Promise<void> {
  const userId = recallUser()?.id;
  for (const old of removeOldDrafts().filter((draft) => draft.userId === userId)) {
    const fields = formIn(old.text);
    // Nobody knows what the fields were before: the card is compared with as it is now.
    const content = { cardId: old.cardId, baseVersion: null, revision: 0, fields, before: {} };
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
  for (const { id, ...body } of await readFromDevice(key)) {
    try {
      await call('PUT /api/drafts/{id}', { params: { id }, body });
    } catch (error) {
      // A draft of a card that is gone can no longer be kept anywhere.
      if (!isRefusal(error)) throw error;
    }
    removeFromDevice(id);
  }
}

const isRefusal = (error: unknown) =>
  error instanceof Error && 'status' in error && [404, 413, 422].includes(Number(error.status));

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
