import { CallError, call, callWhileLeaving, messageOf, NetworkError } from '#app/frame/api/call.ts';
import { recallUser } from '#app/frame/api/session.ts';
import type { createShelf } from '#app/offline/drafts/device-shelf.ts';
import type { DraftContent } from '#shared/cards/drafts.ts';
import type { DraftState, TellState } from './draft-state.ts';

/** A slow connection is mentioned only after this time; usually a draft is kept before anyone looks. */
const SLOW_MS = 1_000;
const FIRST_RETRY_MS = 5_000;
const LAST_RETRY_MS = 60_000;

/** True if it may work later: the server is out of reach, restarting or busy. */
const isAway = (error: unknown) =>
  error instanceof NetworkError ||
  (error instanceof CallError && (error.status >= 500 || error.status === 429));

function stateAfter(error: unknown): Pick<DraftState, 'status' | 'problem'> {
  if (isAway(error)) return { status: 'waiting', problem: null };
  if (error instanceof CallError && error.status === 401) return { status: 'signedOut', problem: null };
  return { status: 'unkept', problem: messageOf(error, 'This draft couldn’t be saved.') };
}

/** The result is true once somebody else has signed in, in another tab: the cookie is theirs, and this page loads again. */
function watchUser(): () => boolean {
  const before = recallUser();
  return () => {
    const now = recallUser();
    return !!before && !!now && now.id !== before.id;
  };
}

/** Tells, once nothing waits, how the draft that is written stands; others are only discarded, or brought back. */
function createReport(tell: TellState, waiting: Map<string, unknown>, isOwn: (id: string) => boolean) {
  let isSaved = false;
  return (id: string, content: DraftContent | null) => {
    if (isOwn(id)) isSaved = content !== null;
    if (waiting.size === 0) tell({ status: isSaved ? 'saved' : 'none', problem: null, isKept: true });
  };
}

/** Acts again later, and later each time until something succeeds; at once when the network is back. */
function createRetry(act: () => void) {
  window.addEventListener('online', act);
  let ms = FIRST_RETRY_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    cancel: () => clearTimeout(timer),
    succeed() {
      ms = FIRST_RETRY_MS;
    },
    stop() {
      clearTimeout(timer);
      window.removeEventListener('online', act);
    },
    await() {
      timer = setTimeout(act, ms);
      ms = Math.min(2 * ms, LAST_RETRY_MS);
    },
  };
}

/** Works once at a time, and says so where that takes longer. */
function createTurn(tell: TellState, work: () => Promise<void>) {
  let isBusy = false;
  return {
    isBusy: () => isBusy,
    async run() {
      if (isBusy) return;
      isBusy = true;
      const slow = setTimeout(() => tell({ status: 'saving' }), SLOW_MS);
      await work();
      clearTimeout(slow);
      isBusy = false;
    },
  };
}

/**
 * Sends drafts of cards of an account, a team or one's own, whatever the screen is about by then. One after another, so that the latest state arrives last. It is on the device until the server has
 * answered; while the server or the session is away, it waits there, and is sent as soon as the server answers again.
 */
export function createSender(
  account: string | undefined,
  device: ReturnType<typeof createShelf>,
  tell: TellState,
  isOwn: (id: string) => boolean,
) {
  const isReplaced = watchUser();
  /** The content still to be sent, by draft; null discards it. */
  const waiting = new Map<string, DraftContent | null>();
  /** As each draft was last told to be. */
  const latest = new Map<string, DraftContent | null>();
  let isOver = false;
  const report = createReport(tell, waiting, isOwn);
  const retry = createRetry(() => void turn.run());

  const sendNow = async (id: string, content: DraftContent | null) => {
    await deliverDraft(id, content, account);
    retry.succeed();
    if (!waiting.has(id)) device.remove(id);
    report(id, content);
    return true;
  };

  /** Returns whether others may be sent. A draft that was saved or discarded meanwhile is not put back. */
  const fail = async (id: string, sent: DraftContent | null, error: unknown) => {
    if (isOver && sent && !waiting.has(id)) return true;
    const content = waiting.has(id) ? (waiting.get(id) ?? null) : sent;
    const { status, problem } = stateAfter(error);
    const isKept = status !== 'unkept' && (await device.keep(id, content));
    if (content) tell({ status, problem, isKept });
    if (status !== 'waiting') return status === 'unkept';
    if (!waiting.has(id)) waiting.set(id, content);
    retry.await();
    return false;
  };

  const turn = createTurn(tell, async () => {
    retry.cancel();
    for (const [id, content] of waiting) {
      if (isReplaced()) break;
      waiting.delete(id);
      if (!(await sendNow(id, content).catch((error: unknown) => fail(id, content, error)))) break;
    }
  });

  const put = (id: string, content: DraftContent | null) => {
    void device.keep(id, content);
    waiting.set(id, content);
    void turn.run();
  };
  const isBusy = () => turn.isBusy() || waiting.size > 0;
  return {
    isBusy,
    send(id: string, content: DraftContent | null, isLeaving = false) {
      if (isOver || isReplaced()) return;
      latest.set(id, content);
      const putLater = () => !isOver && !isReplaced() && latest.get(id) === content && put(id, content);
      if (isLeaving && content) deliverWhileLeaving(id, content, account).catch(putLater);
      // It may not be heard: the device has an earlier state already, or there is no network.
      if (!isLeaving || !content || isBusy() || navigator.onLine === false) put(id, content);
    },
    /** Ends the draft; one that is under way is not kept by a server that has saved it, and must be discarded otherwise. */
    end(id: string, isThere: boolean) {
      isOver = true;
      waiting.clear();
      if (isThere) put(id, null);
      else device.remove(id);
    },
    stop() {
      retry.stop();
      device.stop();
    },
  };
}

const deliverWhileLeaving = (id: string, body: DraftContent, account: string | undefined) =>
  callWhileLeaving('PUT /api/drafts/{id}', { params: { id }, query: { account }, body });

async function deliverDraft(id: string, body: DraftContent | null, account: string | undefined) {
  const params = { id };
  if (body) await call('PUT /api/drafts/{id}', { params, query: { account }, body });
  else await call('DELETE /api/drafts/{id}', { params }).catch(ignoreGone);
}

function ignoreGone(error: unknown): void {
  if (!(error instanceof CallError && error.status === 404)) throw error;
}
