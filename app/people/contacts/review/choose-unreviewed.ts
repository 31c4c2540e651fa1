import type { Choice } from '#shared/people/unreviewed.ts';

/** Which rows of a list are selected: some, or all but some, including those that have not been loaded yet. */
export interface Ticks {
  isAll: boolean;
  /** The exceptions: those selected one by one, or those excluded from all. */
  ids: ReadonlySet<string>;
}

export const NO_TICKS: Ticks = { isAll: false, ids: new Set() };
export const ALL_TICKS: Ticks = { isAll: true, ids: new Set() };

export const isTicked = ({ isAll, ids }: Ticks, id: string): boolean => ids.has(id) !== isAll;

export function toggleTick({ isAll, ids }: Ticks, id: string): Ticks {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { isAll, ids: next };
}

/** How many of `count` are selected. */
export const countTicks = ({ isAll, ids }: Ticks, count: number): number =>
  isAll ? Math.max(0, count - ids.size) : ids.size;

/**
 * The selection as a request body; `newest` is the time of the newest one on screen, so that nothing unseen is
 * included.
 */
export function toChoice({ isAll, ids }: Ticks, newest: string): Choice {
  if (!isAll) return { ids: [...ids] };
  return ids.size === 0 ? { asOf: newest } : { asOf: newest, except: [...ids] };
}
