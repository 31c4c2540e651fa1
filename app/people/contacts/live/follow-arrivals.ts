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

export interface ArrivalHandlers {
  /** Somebody came. */
  onArrival: () => void;
  /** From now on arrivals are heard of; somebody may have come before. */
  onOpen: () => void;
}

/** Hears of arrivals while this screen is in sight. Returns a function that ends it. */
export function followArrivals(heard: ArrivalHandlers): () => void {
  const channel = new BroadcastChannel(NAME);
  channel.addEventListener('message', ({ data }: MessageEvent<keyof ArrivalHandlers>) => heard[data]());
  const tell = (what: keyof ArrivalHandlers) => {
    heard[what]();
    channel.postMessage(what);
  };
  let turn: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const begin = () => {
    turn = new AbortController();
    const { signal } = turn;
    const work = async () => {
      await listen(signal, tell);
      if (turn?.signal === signal) turn = null;
    };
    void takeTurn(signal, work, heard.onOpen).catch(() => {});
  };
  const end = () => {
    turn?.abort();
    turn = null;
  };
  const onVisibility = () => {
    clearTimeout(timer);
    if (document.visibilityState === 'hidden') timer = setTimeout(end, HIDDEN_MS);
    else if (!turn) begin();
  };
  document.addEventListener('visibilitychange', onVisibility);
  if (document.visibilityState === 'visible') begin();
  return () => {
    end();
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', onVisibility);
    channel.close();
  };
}

/** Works while no other tab does. `onWait` is called if one does now: its messages arrive here already. */
async function takeTurn(signal: AbortSignal, work: () => Promise<void>, onWait: () => void): Promise<void> {
  const { locks } = navigator;
  // Without locks, each tab in sight listens for itself.
  if (!locks) return work();
  const isDone = await locks.request(NAME, { ifAvailable: true }, async (lock) => {
    if (lock) await work();
    return lock !== null;
  });
  if (isDone || signal.aborted) return;
  onWait();
  await locks.request(NAME, { signal }, work);
}

/** Listens until `signal` aborts or the session is over. */
async function listen(signal: AbortSignal, tell: (what: keyof ArrivalHandlers) => void): Promise<void> {
  for (let failures = 0; !signal.aborted; failures += 1) {
    let isOpen = false;
    const waitMs = await listenOnce(signal, tell, () => {
      if (!isOpen) tell('onOpen');
      isOpen = true;
      failures = 0;
    });
    if (waitMs === null) return;
    // Spread, since a server that starts again hears of everyone at once.
    await pause(Math.max(waitMs, Math.random() * Math.min(RETRY_MS * 2 ** failures, ASK_MS)), signal);
  }
}

/** Resolves to how long to wait before the next try, or to null if there is to be none. */
async function listenOnce(
  signal: AbortSignal,
  tell: (what: keyof ArrivalHandlers) => void,
  onOpen: () => void,
): Promise<number | null> {
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
    for await (const { name } of events) if (name === 'arrived') tell('onArrival');
    return 0;
  } catch (error) {
    if (signal.aborted || !(error instanceof CallError)) return 0;
    if (error.status === 429) {
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
