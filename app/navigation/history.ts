import { createPath, type Location, type Navigator, parsePath, type To } from 'react-router';

/** How an entry of the browser's history is marked: `idx` tells how far one went, back or forth. */
interface Mark {
  key: string;
  idx: number;
  state: unknown;
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
  let answer: 'undone' | 'allowed' | null = null;

  function arrive(kind: Kind): void {
    location = here();
    for (const listener of listeners) listener(location, kind);
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
      if (kind === 'push') index += 1;
      if (options?.preventScrollReset) unscrolled.add(to.key);
      const mark: Mark = { key: to.key, idx: index, state };
      browser[kind === 'push' ? 'pushState' : 'replaceState'](mark, '', createPath(to));
      arrive(kind);
    };
    if (!guard || guard({ from: location, to, proceed })) proceed();
  }

  window.addEventListener('popstate', () => {
    const meaning = answer;
    answer = null;
    if (meaning === 'undone') return;
    // A link within the page makes an entry without our mark, right after this one.
    const mark = markOf(browser.state) ?? { key: newKey(), idx: index + 1, state: null };
    browser.replaceState(mark, '');
    const steps = mark.idx - index;
    const proceed = () => {
      answer = 'allowed';
      browser.go(steps);
    };
    if (meaning === 'allowed' || steps === 0 || !guard || guard({ from: location, to: here(), proceed })) {
      index = mark.idx;
      arrive('pop');
      return;
    }
    answer = 'undone';
    browser.go(-steps);
  });

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
    /** One guard stands at a time; it is asked before every move. */
    setGuard(next: Guard | null): void {
      guard = next;
    },
    keepsScroll: (key: string) => unscrolled.has(key),
  };
}

export const browserHistory = openHistory();
