import { CallError, call, callWhileLeaving, messageOf, NetworkError } from '#app/frame/api/call.ts';
import { recallUser } from '#app/frame/api/session.ts';
import { removeFromDevice } from '#app/offline/drafts/device-drafts.ts';
import { createShelf } from '#app/offline/drafts/device-shelf.ts';
import type { DraftContent } from '#shared/cards/drafts.ts';
import type { DraftState } from './draft-state.ts';

/** A slow connection is mentioned only after this time; usually a draft is kept before anyone looks. */
const SLOW_MS = 1_000;
const FIRST_RETRY_MS = 5_000;
const LAST_RETRY_MS = 60_000;

const isSignedOut = (error: unknown) => error instanceof CallError && error.status === 401;
/** True if it may work later: the server is out of reach, restarting or busy. */
const isAway = (error: unknown) =>
  error instanceof NetworkError ||
  (error instanceof CallError && (error.status >= 500 || error.status === 429));

/** The result is true once somebody else has signed in, in another tab: the cookie is theirs, and this page loads again. */
function watchUser(): () => boolean {
  const before = recallUser();
  return () => {
    const now = recallUser();
    return !!before && !!now && now.id !== before.id;
  };
}

/**
 * Sends drafts of cards of an account, a team or one's own, whatever the screen is about by then. One after another, so that the latest state arrives last. While the server or the session is away, the
 * draft waits on the device, and is sent as soon as the server answers again.
 */
export function createSender(
  account: string | undefined,
  deviceKey: Promise<CryptoKey | null>,
  tell: (change: Partial<DraftState>) => void,
) {
  const device = createShelf(account, deviceKey);
  const isReplaced = watchUser();
  /** The content still to be sent, by draft; null discards it. */
  const waiting = new Map<string, DraftContent | null>();
  let isSending = false;
  let isOver = false;
  let retryMs = FIRST_RETRY_MS;
  let retry: ReturnType<typeof setTimeout> | undefined;

  const sendNow = async (id: string, content: DraftContent | null) => {
    await deliverDraft(id, content, account);
    retryMs = FIRST_RETRY_MS;
    tell({ status: content ? 'saved' : 'none', problem: null, isKept: true });
    return true;
  };

  const fail = async (id: string, content: DraftContent | null, error: unknown) => {
    const isLater = isAway(error);
    if (isLater || isSignedOut(error)) {
      const isKept = await device.keep(id, content);
      if (content) tell({ status: isLater ? 'waiting' : 'signedOut', problem: null, isKept });
    } else if (content)
      tell({ status: 'unkept', problem: messageOf(error, 'This draft couldn’t be saved.'), isKept: false });
    if (!isLater) return false;
    if (!waiting.has(id)) waiting.set(id, content);
    retry = setTimeout(run, retryMs);
    retryMs = Math.min(2 * retryMs, LAST_RETRY_MS);
    return false;
  };

  const run = async () => {
    clearTimeout(retry);
    if (isSending) return;
    isSending = true;
    const slow = setTimeout(() => tell({ status: 'saving' }), SLOW_MS);
    for (const [id, content] of waiting) {
      if (isReplaced()) break;
      waiting.delete(id);
      const isSent = await sendNow(id, content).catch((error: unknown) => fail(id, content, error));
      if (!isSent) break;
    }
    clearTimeout(slow);
    isSending = false;
  };
  window.addEventListener('online', run);

  return {
    isBusy: () => isSending || waiting.size > 0,
    send(id: string, content: DraftContent | null, isLeaving = false) {
      if (isOver || isReplaced()) return;
      if (isLeaving && content) return deliverWhileLeaving(id, content, account);
      if (!content) device.remove(id);
      waiting.set(id, content);
      void run();
    },
    /** Ends the draft; one that is under way is not kept by a server that has saved it, and must be discarded otherwise. */
    end(id: string, isThere: boolean) {
      isOver = true;
      waiting.clear();
      device.remove(id);
      if (isThere) waiting.set(id, null);
      void run();
    },
    stop() {
      clearTimeout(retry);
      window.removeEventListener('online', run);
      device.stop();
    },
  };
}

function deliverWhileLeaving(id: string, body: DraftContent, account: string | undefined): void {
  callWhileLeaving('PUT /api/drafts/{id}', { params: { id }, query: { account }, body }).catch(() => {});
}

async function deliverDraft(id: string, body: DraftContent | null, account: string | undefined) {
  const params = { id };
  if (body) await call('PUT /api/drafts/{id}', { params, query: { account }, body });
  else await call('DELETE /api/drafts/{id}', { params }).catch(ignoreGone);
  removeFromDevice(id);
}

function ignoreGone(error: unknown): void {
  if (!(error instanceof CallError && error.status === 404)) throw error;
}
