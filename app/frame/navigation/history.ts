import { closeTopmost, finishLowering, holdLayer, leaveApp, settleLayers } from './history-layers.ts';
import {
  addressOf,
  type EntryKind,
  type Guard,
  type HistoryMark,
  type HistoryState,
  type Location,
  type MoveState,
  newKey,
  readLocation,
  readMark,
  updateLocation,
} from './history-state.ts';

export interface MoveOptions {
  /** Told to the next screen, as the `state` of its location. */
  state?: MoveState | null;
  /** The page stays scrolled where it is. */
  preventScrollReset?: boolean;
}

/** Entries that were added without changing the page's scroll position. */
const unscrolled = new Set<string>();

function moveTo(
  now: HistoryState,
  kind: 'push' | 'replace',
  path: string,
  { state = null, preventScrollReset = false }: MoveOptions = {},
): void {
  const { pathname, search, hash } = new URL(path, window.location.href);
  const to: Location = { pathname, search, hash, state, key: newKey() };
  const proceed = () => {
    if (now.answer === 'lowered') {
      now.waiting.push(proceed);
      return;
    }
    // Another screen replaces the layers that were over this one.
    const isEntryNew = kind === 'push' && !now.isRaised;
    if (isEntryNew) now.index += 1;
    if (kind === 'push') now.isRaised = false;
    if (preventScrollReset) unscrolled.add(to.key);
    const mark: HistoryMark = { key: to.key, idx: now.index, state, isLayer: now.isRaised };
    window.history[isEntryNew ? 'pushState' : 'replaceState'](mark, '', addressOf(to));
    updateLocation(now, kind);
  };
  if (!now.guard || now.guard({ from: now.location, to, proceed })) proceed();
}

/** The browser moved to another entry: at the user's request, or at ours. */
function followBrowser(now: HistoryState): void {
  const meaning = now.answer;
  now.answer = null;
  if (meaning === 'lowered') finishLowering(now);
  if (meaning === 'lowered' || meaning === 'undone') {
    settleLayers(now);
    return;
  }
  // A link within the page adds an entry without our mark, right after this one.
  const mark = readMark(window.history.state) ?? { key: newKey(), idx: now.index + 1, state: null };
  window.history.replaceState(mark, '');
  const steps = mark.idx - now.index;
  if (now.isRaised && steps === -1 && meaning === null) {
    closeTopmost(now);
    return;
  }
  if (mark.isLayer && steps === 1) {
    // Forward came to an entry whose layers are gone.
    now.isRaised = true;
    now.index = mark.idx;
    settleLayers(now);
    return;
  }
  enterEntry(now, mark, meaning === 'allowed');
}

/** Follows the browser to another screen, or moves it back if the guard forbids it. */
function enterEntry(now: HistoryState, mark: HistoryMark, isAllowed: boolean): void {
  const steps = mark.idx - now.index;
  const proceed = () => {
    now.answer = 'allowed';
    window.history.go(mark.idx - now.index);
  };
  const isFree = isAllowed || steps === 0 || !now.guard;
  if (isFree || now.guard?.({ from: now.location, to: readLocation(), proceed })) {
    now.index = mark.idx;
    now.isRaised = mark.isLayer ?? false;
    updateLocation(now, 'pop');
    // Of an entry that stood for a dialog, only the screen below is left.
    if (now.isRaised) settleLayers(now);
    return;
  }
  now.answer = 'undone';
  window.history.go(-steps);
}

/** Our history on top of the browser's, with a guard that can hold navigations. */
function openHistory() {
  const browser = window.history;
  const mark = readMark(browser.state);
  if (!mark) browser.replaceState({ ...browser.state, idx: 0, key: newKey() }, '');
  const now: HistoryState = {
    location: readLocation(),
    index: mark?.idx ?? 0,
    answer: null,
    layers: [],
    isRaised: mark?.isLayer ?? false,
    waiting: [],
    guard: null,
    listeners: new Set(),
  };
  window.addEventListener('popstate', () => followBrowser(now));
  settleLayers(now);

  return {
    push: (path: string, options?: MoveOptions) => moveTo(now, 'push', path, options),
    replace: (path: string, options?: MoveOptions) => moveTo(now, 'replace', path, options),
    current: () => now.location,
    /** True if no screen of the app led here. */
    isAtStart: () => now.index === 0,
    /** Calls the listener at every navigation, before the screen changes. */
    listen(listener: (location: Location, kind: EntryKind) => void): () => void {
      now.listeners.add(listener);
      return () => now.listeners.delete(listener);
    },
    /** Registers a layer over the screen, so that Back closes it; returns a function that unregisters it. */
    holdLayer: (close: () => void) => holdLayer(now, close),
    /** Leaves the app for a page of the server, even from a dialog. */
    leave: (address: string) => leaveApp(now, address),
    /** There is at most one guard; it is asked before every navigation. */
    setGuard(next: Guard | null): void {
      now.guard = next;
    },
    keepsScroll: (key: string) => unscrolled.has(key),
  };
}

export const browserHistory = openHistory();
