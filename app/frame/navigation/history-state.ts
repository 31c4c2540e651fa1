export type MoveState = Record<string, unknown>;

/** A place in the app: an address, and what its entry in the browser's history knows. */
export interface Location {
  pathname: string;
  /** With its question mark, or empty. */
  search: string;
  /** With its number sign, or empty. */
  hash: string;
  /** Told by the screen that led here; kept across a reload. */
  state: MoveState | null;
  /** Names the entry, for as long as the browser keeps it. */
  key: string;
}

/** How our entries in the browser's history are marked: `idx` tells how far the user went back or forward. */
export interface HistoryMark {
  key: string;
  idx: number;
  state: MoveState | null;
  /** This entry stands for layers over a screen; the screen's own entry is the one before. */
  isLayer?: boolean;
}

/** How a place was reached: by a link, by a redirect, or by Back and Forward. */
export type EntryKind = 'push' | 'replace' | 'pop';

/** Returns whether a navigation may happen now; a refused one can be made later with `proceed`. */
export type Guard = (move: { from: Location; to: Location; proceed: () => void }) => boolean;

/** The current position in the history, of which the browser reveals only part. */
export interface HistoryState {
  location: Location;
  /** The `idx` of the current entry. */
  index: number;
  /** The meaning of the next `popstate` if it results from our own `go`. */
  answer: 'undone' | 'allowed' | 'lowered' | null;
  /** The functions that close the layers over the screen, topmost last. */
  layers: (() => void)[];
  /** True if there is an entry for the layers. */
  isRaised: boolean;
  /** Navigations that were requested while that entry was being left. */
  waiting: (() => void)[];
  guard: Guard | null;
  listeners: Set<(location: Location, kind: EntryKind) => void>;
}

export const addressOf = ({ pathname, search, hash }: Location) => pathname + search + hash;

export const newKey = () => Math.random().toString(36).slice(2, 10);

export function readMark(state: unknown): HistoryMark | null {
  return state instanceof Object && 'idx' in state ? (state as HistoryMark) : null;
}

export function readLocation(): Location {
  const { pathname, search, hash } = window.location;
  const mark = readMark(window.history.state);
  return { pathname, search, hash, state: mark?.state ?? null, key: mark?.key ?? 'default' };
}

/** Updates the state to the entry the browser shows now. */
export function updateLocation(now: HistoryState, kind: EntryKind): void {
  now.location = readLocation();
  for (const listener of now.listeners) listener(now.location, kind);
}
