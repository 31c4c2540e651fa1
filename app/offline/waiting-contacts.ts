import {
  type BodyOf,
  CallError,
  call,
  forOneself,
  leaveUnlessSignedIn,
  messageOf,
} from '#app/frame/api/call.ts';
import { queryClient } from '#app/frame/api/query-client.ts';
import { WAITING_CHANGED, WAITING_CONTACT } from '#app/frame/api/session.ts';
import { fetchDeviceKey } from '#app/offline/drafts/device-drafts.ts';
import { decryptContent, encryptContent } from '#app/offline/drafts/device-encryption.ts';
import { NOTED_CONTACT_DAYS } from '#shared/contract/constants.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { toastFailure } from '#ui/part-failed.ts';
import { toast } from '#ui/Toast.tsx';
import { readKey } from './device-copy.ts';

/**
 * Contacts noted down without a network. They wait on this device encrypted with the key of the account's drafts, which
 * only a session of the same account can fetch, and which is wiped with everything else at sign-out: until that person
 * signs in again, nobody can read them (docs/decisions/213).
 */

export type NotedContact = BodyOf<'POST /api/contacts'> & { key: string };

export interface WaitingContact extends NotedContact {
  /** Why the server refused it; it is not sent again by itself. */
  refusal?: string;
}

const tellChange = () => window.dispatchEvent(new Event(WAITING_CHANGED));

const listNames = () => Object.keys(localStorage).filter((name) => name.startsWith(WAITING_CONTACT));

/** The key that this device keeps, or that the server gives; null without either. */
const findKey = async () => (await readKey()) ?? (await fetchDeviceKey().catch(() => null));

async function storeContact(contact: WaitingContact, key: CryptoKey): Promise<void> {
  localStorage.setItem(WAITING_CONTACT + contact.key, `${Date.now()} ${await encryptContent(key, contact)}`);
  tellChange();
}

/** Returns false if it cannot wait here: no storage, or no key. */
export async function keepContact(contact: NotedContact): Promise<boolean> {
  try {
    const key = await findKey();
    if (key) await storeContact(contact, key);
    return key !== null;
  } catch {
    return false;
  }
}

export function discardContact({ key }: WaitingContact): void {
  localStorage.removeItem(WAITING_CONTACT + key);
  tellChange();
}

/** The contacts of the signed-in account that wait here, oldest first; others' stay for their owners, for 30 days. */
export async function listWaiting(): Promise<WaitingContact[]> {
  const key = listNames().length > 0 ? await findKey() : null;
  const found: WaitingContact[] = [];
  for (const name of listNames()) {
    const [storedAt, ...sealed] = localStorage.getItem(name)?.split(' ') ?? [];
    const isOver = !(Number(storedAt) > Date.now() - NOTED_CONTACT_DAYS * DAY_MS);
    const contact = key && !isOver && (await decryptContent<WaitingContact>(key, sealed.join(' ')));
    if (contact) found.push(contact);
    else if (isOver) localStorage.removeItem(name);
  }
  return found.sort((a, b) => (a.metAt ?? '').localeCompare(b.metAt ?? ''));
}

/** True if the server refused the content itself, so that it would refuse it again. */
const isRefusal = (error: unknown): error is CallError =>
  error instanceof CallError && [400, 409, 413, 422].includes(error.status);

/** Sends one; returns false if it was refused, and now says why. Throws where the next one would fail as well. */
async function sendOne(body: NotedContact): Promise<boolean> {
  try {
    await forOneself(() => call('POST /api/contacts', { body }));
    discardContact(body);
    return true;
  } catch (error) {
    leaveUnlessSignedIn(error);
    const key = isRefusal(error) && (await findKey());
    if (!key) throw error;
    await storeContact({ ...body, refusal: (error as CallError).text ?? 'This wasn’t accepted.' }, key);
    return false;
  }
}

/** Returns how many were sent, and why those behind them were not. */
async function sendAll(isByHand: boolean): Promise<{ sent: number; failure?: unknown }> {
  let sent = 0;
  try {
    for (const { refusal, ...body } of await listWaiting()) {
      if (refusal && !isByHand) continue;
      if (await sendOne(body)) sent += 1;
    }
  } catch (failure) {
    return { sent, failure };
  }
  return { sent };
}

/**
 * Sends what waits here; in one tab at a time, though the server would add each only once anyway. Without a network, or
 * after the session has ended, they go on waiting; whoever asked for it is told why.
 */
export async function sendWaitingContacts(isByHand = false): Promise<void> {
  const { sent, failure } = await navigator.locks.request('goldleaf-contacts', () => sendAll(isByHand));
  if (failure && isByHand)
    toastFailure({ title: 'Sending Failed', description: messageOf(failure, 'Please try again.') });
  if (sent === 0) return;
  toast({ title: sent === 1 ? 'Contact added' : `${sent.toLocaleString()} contacts added` });
  const isOfContacts = ({ queryKey }: { queryKey: readonly unknown[] }) =>
    String(queryKey[0]).startsWith('/api/contacts');
  await queryClient.invalidateQueries({ predicate: isOfContacts });
}
