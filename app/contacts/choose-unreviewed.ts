import type { Choice } from '#shared/unreviewed.ts';

/** Which of the list are ticked: some, or all but some, among them those that are not on screen yet. */
export interface Ticks {
  isAll: boolean;
  /** Those that differ from the rest: ticked one by one, or left out of all. */
  ids: ReadonlySet<string>;
}

export const NO_TICKS: Ticks = { isAll: false, ids: new Set() };
export const ALL_TICKS: Ticks = { isAll: true, ids: new Set() };

export const isTicked = ({ isAll, ids }: Ticks, id: string): boolean => ids.has(id) !== isAll;

export function tick({ isAll, ids }: Ticks, id: string): Ticks {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { isAll, ids: next };
}

/** How many are ticked out of `count`. */
export const countTicks = ({ isAll, ids }: Ticks, count: number): number =>
  isAll ? Math.max(0, count - ids.size) : ids.size;

/** What is sent for the ticks; `newest` is the moment of the newest one on screen, so that nothing unseen goes along. */
export function toChoice({ isAll, ids }: Ticks, newest: string): Choice {
  if (!isAll) return { ids: [...ids] };
  return ids.size === 0 ? { asOf: newest } : { asOf: newest, except: [...ids] };
}
