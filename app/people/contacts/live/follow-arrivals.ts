import { CallError } from '#app/frame/api/call.ts';
import { callForEvents } from '#app/frame/api/events.ts';

/** Hears from the server when somebody came; one tab of a browser listens, and tells the others. */

const NAME = 'goldleaf-arrivals';
/** The server comments every 20 seconds; a connection on which nothing was heard for longer is gone. */
const SILENCE_MS = 50_000;
/** A tab out of sight for this long no longer listens. */
const HIDDEN_MS = 60_000;
/** Where there is no place for a stream, the list is asked this often instead. */
const ASK_MS = 60_000;
const RETRY_MS = 2_000;
const GAP_MS = 1_000;

/** Calls `onArrival` when somebody came, or may have, while this screen is in sight. Returns a function that ends it. */
export function followArrivals(onArrival: () => void): () => void {
  const channel = new BroadcastChannel(NAME);
  channel.addEventListener('message', onArrival);
  const tell = () => {
    onArrival();
    channel.postMessage('arrived');
  };
  let turn: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const begin = (isAgain: boolean) => {
    turn = new AbortController();
    const { signal } = turn;
    const askedAt = performance.now();
    // Who waited for another tab to end, or for the network, may have missed what came in between.
    const mayHaveMissed = () => isAgain || performance.now() - askedAt > GAP_MS;
    const work = async () => {
      await listen(signal, tell, mayHaveMissed);
      if (turn?.signal === signal) turn = null;
    };
    // Without locks, each tab in sight listens for itself.
    void (navigator.locks ? navigator.locks.request(NAME, { signal }, work) : work()).catch(() => {});
  };
  const end = () => {
    turn?.abort();
    turn = null;
  };
  const onVisibility = () => {
    clearTimeout(timer);
    if (document.visibilityState === 'hidden') timer = setTimeout(end, HIDDEN_MS);
    else if (!turn) begin(true);
  };
  document.addEventListener('visibilitychange', onVisibility);
  if (document.visibilityState === 'visible') begin(false);
  return () => {
    end();
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', onVisibility);
    channel.close();
  };
}

/** Listens until `signal` aborts or the session is over. `isLate` tells whether somebody may have come before. */
async function listen(signal: AbortSignal, tell: () => void, isLate: () => boolean): Promise<void> {
  let mayHaveMissed = isLate;
  for (let failures = 0; !signal.aborted; failures += 1) {
    const waitMs = await listenOnce(signal, tell, () => {
      if (mayHaveMissed()) tell();
      mayHaveMissed = () => false;
      failures = 0;
    });
    if (waitMs === null) return;
    mayHaveMissed = () => true;
    // Spread, since a server that starts again hears of everyone at once.
    await pause(Math.max(waitMs, Math.random() * Math.min(RETRY_MS * 2 ** failures, ASK_MS)), signal);
  }
}

/** Resolves to how long to wait before the next try, or to null if there is to be none. */
async function listenOnce(signal: AbortSignal, tell: () => void, onOpen: () => void): Promise<number | null> {
  const silence = new AbortController();
  const giveUp = () => silence.abort();
  signal.addEventListener('abort', giveUp);
  let timer = setTimeout(giveUp, SILENCE_MS);
  const onHeard = () => {
    clearTimeout(timer);
    timer = setTimeout(giveUp, SILENCE_MS);
    onOpen();
  };
  try {
    const events = callForEvents('GET /api/contacts/stream', { params: {} }, silence.signal, onHeard);
    for await (const { name } of events) if (name === 'arrived') tell();
    return 0;
  } catch (error) {
    if (signal.aborted || !(error instanceof CallError)) return 0;
    if (error.status === 429) {
      // The next try asks the list, too.
      onOpen();
      return ASK_MS;
    }
    return error.status < 500 ? null : 0;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', giveUp);
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
