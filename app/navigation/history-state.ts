import type { Location } from 'react-router';

/** How an entry of the browser's history is marked: `idx` tells how far one went, back or forth. */
export interface Mark {
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

/** What is known of where one stands; the browser tells only its own part of it. */
export interface HistoryState {
  location: Location;
  /** The `idx` of the entry one stands at. */
  index: number;
  /** What the next `popstate` means, when it answers to a `go` of ours. */
  answer: 'undone' | 'allowed' | 'lowered' | null;
  /** How to close what lies over the screen, the topmost last. */
  layers: (() => void)[];
  /** Whether an entry stands for the layers. */
  isRaised: boolean;
  /** Moves that came while that entry was being left. */
  waiting: (() => void)[];
  guard: Guard | null;
  listeners: Set<(location: Location, kind: Kind) => void>;
}

export const newKey = () => Math.random().toString(36).slice(2, 10);

export function markOf(state: unknown): Mark | null {
  return state instanceof Object && 'idx' in state ? (state as Mark) : null;
}

export function readLocation(): Location {
  const { pathname, search, hash } = window.location;
  const mark = markOf(window.history.state);
  return { pathname, search, hash, state: mark?.state ?? null, key: mark?.key ?? 'default' };
}

/** One stands at the place that the browser shows now. */
export function arrive(now: HistoryState, kind: Kind): void {
  now.location = readLocation();
  for (const listener of now.listeners) listener(now.location, kind);
}
