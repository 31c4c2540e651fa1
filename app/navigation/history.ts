import { createPath, type Location, type Navigator, parsePath, type To } from 'react-router';

/** How an entry of the browser's history is marked: `idx` tells how far one went, back or forth. */
interface Mark {
  key: string;
  idx: number;
  state: unknown;
  /** The entry of what lies over a screen, whose own entry is the one before. */
  isLayer?: boolean;
}

/** How one came to a place: by a link, by a redirect, or by Back and Forward. */
export type Kind = 'push' | 'replace' | 'pop';

/** Answers whether a move may happen now; one that may not can be made later by `proceed`. */
export type Guard = (move: { from: Location; to: Location; proceed: () => void }) => boolean;

const newKey = () => Math.random().toString(36).slice(2, 10);

function markOf(state: unknown): Mark | null {
  return state instanceof Object && 'idx' in state ? (state as Mark) : null;
}

function here(): Location {
  const { pathname, search, hash } = window.location;
  const mark = markOf(window.history.state);
  return { pathname, search, hash, state: mark?.state ?? null, key: mark?.key ?? 'default' };
}

/** Our history over the browser's, as react-router's `Router` takes one, that can also be told to hold a move. */
function openHistory() {
  const browser = window.history;
  const listeners = new Set<(location: Location, kind: Kind) => void>();
  /** The entries that were entered without leaving the place on the page. */
  const unscrolled = new Set<string>();
  let guard: Guard | null = null;
  let index = markOf(browser.state)?.idx ?? 0;
  if (!markOf(browser.state)) browser.replaceState({ ...browser.state, idx: 0, key: newKey() }, '');
  let location = here();
  /** What the next `popstate` means, when it answers to a `go` of ours. */
  let answer: 'undone' | 'allowed' | 'lowered' | null = null;
  /** How to close what lies over the screen, the topmost last, and whether an entry stands for it. */
  const layers: (() => void)[] = [];
  let isRaised = markOf(browser.state)?.isLayer ?? false;
  /** Moves that came while that entry was being left. */
  const waiting: (() => void)[] = [];

  function arrive(kind: Kind): void {
    location = here();
    for (const listener of listeners) listener(location, kind);
  }

  /** One entry stands for all that lies over the screen, and goes when the last of it does: Back needs no second press. */
  function settle(): void {
    if (answer || isRaised === layers.length > 0) return;
    if (isRaised) {
      answer = 'lowered';
      browser.go(-1);
      return;
    }
    isRaised = true;
    index += 1;
    const { key, state } = location;
    browser.pushState({ key, idx: index, state, isLayer: true } satisfies Mark, '');
  }

  /** Back at the screen's own entry, which may have got another address meanwhile. */
  function finishLowering(): void {
    isRaised = false;
    index -= 1;
    const { key, state } = location;
    browser.replaceState({ key, idx: index, state } satisfies Mark, '', createPath(location));
    for (const proceed of waiting.splice(0)) proceed();
  }

  function move(
    kind: 'push' | 'replace',
    ...[path, state = null, options]: Parameters<Navigator['push']>
  ): void {
    const to: Location = {
      pathname: location.pathname,
      search: '',
      hash: '',
      ...(typeof path === 'string' ? parsePath(path) : path),
      state,
      key: newKey(),
    };
    const proceed = () => {
      if (answer === 'lowered') {
        waiting.push(proceed);
        return;
      }
      // Another screen takes the place of what lay over this one.
      const isEntryNew = kind === 'push' && !isRaised;
      if (isEntryNew) index += 1;
      if (kind === 'push') isRaised = false;
      if (options?.preventScrollReset) unscrolled.add(to.key);
      const mark: Mark = { key: to.key, idx: index, state, isLayer: isRaised };
      browser[isEntryNew ? 'pushState' : 'replaceState'](mark, '', createPath(to));
      arrive(kind);
    };
    if (!guard || guard({ from: location, to, proceed })) proceed();
  }

  window.addEventListener('popstate', () => {
    const meaning = answer;
    answer = null;
    if (meaning === 'lowered') finishLowering();
    if (meaning === 'lowered' || meaning === 'undone') {
      settle();
      return;
    }
    // A link within the page makes an entry without our mark, right after this one.
    const mark = markOf(browser.state) ?? { key: newKey(), idx: index + 1, state: null };
    browser.replaceState(mark, '');
    const steps = mark.idx - index;
    if (isRaised && steps === -1 && meaning === null) {
      isRaised = false;
      index = mark.idx;
      layers.at(-1)?.();
      return;
    }
    if (mark.isLayer && steps === 1) {
      // Forward finds nothing there any more.
      isRaised = true;
      index = mark.idx;
      settle();
      return;
    }
    const proceed = () => {
      answer = 'allowed';
      browser.go(mark.idx - index);
    };
    if (meaning === 'allowed' || steps === 0 || !guard || guard({ from: location, to: here(), proceed })) {
      index = mark.idx;
      isRaised = false;
      arrive('pop');
      return;
    }
    answer = 'undone';
    browser.go(-steps);
  });

  settle();

  return {
    createHref: (to: To) => (typeof to === 'string' ? to : createPath(to)),
    go: (steps: number) => browser.go(steps),
    push: (...to: Parameters<Navigator['push']>) => move('push', ...to),
    replace: (...to: Parameters<Navigator['replace']>) => move('replace', ...to),
    current: () => location,
    /** Calls back at every move, before the screen changes. */
    listen(listener: (location: Location, kind: Kind) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Notes what lies over the screen, so that Back closes it; answers how to forget it. */
    holdLayer(close: () => void): () => void {
      layers.push(close);
      queueMicrotask(settle);
      return () => {
        layers.splice(layers.indexOf(close), 1);
        queueMicrotask(settle);
      };
    },
    /** One guard stands at a time; it is asked before every move. */
    setGuard(next: Guard | null): void {
      guard = next;
    },
    keepsScroll: (key: string) => unscrolled.has(key),
  };
}

export const browserHistory = openHistory();
