import { call, callPage, forOneself, fromServer, leaveUnlessSignedIn } from '#app/frame/api/call.ts';
import { fetchDeviceKey } from '#app/offline/drafts/device-drafts.ts';
import { DASHBOARD_CONTACTS_SHOWN, PEOPLE_KEPT_OFFLINE } from '#shared/contract/constants.ts';
import type { Person } from '#shared/people/contacts.ts';
import { keepsOnDevice } from './choice.ts';
import { COPY_FORMAT, keepCopy } from './device-copy.ts';

/** Makes the copy that this device keeps anew, from what the server says now. */

const ROWS_A_PAGE = 200;

const own = <Result>(start: () => Result): Result => forOneself(() => fromServer(start));

/** A thousand in one response, then the rest page by page. */
async function fetchPeople(): Promise<Person[]> {
  const people: Person[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null && people.length < PEOPLE_KEPT_OFFLINE) {
    const query = cursor ? { cursor, limit: ROWS_A_PAGE } : {};
    const page = await own(() => callPage('GET /api/contacts/people', query, new AbortController().signal));
    people.push(...page.rows);
    cursor = page.next;
  }
  return people.slice(0, PEOPLE_KEPT_OFFLINE);
}

async function makeCopy(): Promise<void> {
  const fetchAccount = () => own(() => call('GET /api/auth/me'));
  const madeAt = Date.now();
  const account = await fetchAccount();
  const [cards, summary, latest, people, key] = await Promise.all([
    own(() => call('GET /api/cards', { query: { account: 'all' } })),
    own(() => call('GET /api/contacts/summary')),
    own(() => call('GET /api/contacts', { query: { limit: DASHBOARD_CONTACTS_SHOWN } })),
    fetchPeople(),
    fromServer(fetchDeviceKey),
  ]);
  // Somebody else may have signed in here in between.
  if ((await fetchAccount()).user.id !== account.user.id) return;
  await keepCopy({ format: COPY_FORMAT, madeAt, account, cards, summary, latest, people }, key);
}

/**
 * Likewise, unless another tab is doing so. Resolves to why nothing could be kept: no storage, as in a private window or
 * on a full device; null if all is well, or will be once the server answers.
 */
export async function refreshCopy(): Promise<'refused' | null> {
  if (!keepsOnDevice()) return null;
  try {
    await navigator.locks.request('goldleaf-copy', { ifAvailable: true }, (lock) =>
      lock ? makeCopy() : null,
    );
    return null;
  } catch (error) {
    leaveUnlessSignedIn(error);
    return error instanceof DOMException ? 'refused' : null;
  }
}
