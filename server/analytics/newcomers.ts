import { LRUCache } from 'lru-cache';

/** So many new visitors of one card count in an hour from one address, an IPv6 one with its whole /64: a hall is below it. */
export const NEWCOMERS_AN_HOUR = 600;
const HOUR_MS = 60 * 60 * 1000;
/** Beyond so many (address, card, hour), the longest unused are forgotten. */
const PLACES_MAX = 50_000;

/** Bounds how many visitors a single address can invent. One process counts for itself. */
export interface Newcomers {
  /** Takes a place for a visitor who may be new; null when none is left. `giveBack` it when they were not. */
  take(cardId: string, subscriber: string, at: Date): { giveBack(): void } | null;
}

export function createNewcomers(isBounded: boolean, most = NEWCOMERS_AN_HOUR): Newcomers {
  const taken = new LRUCache<string, number>({ max: PLACES_MAX });
  return {
    take(cardId, subscriber, at) {
      if (!isBounded) return { giveBack() {} };
      const key = `${cardId} ${subscriber} ${Math.floor(at.getTime() / HOUR_MS)}`;
      const count = taken.get(key) ?? 0;
      if (count >= most) return null;
      taken.set(key, count + 1);
      return { giveBack: () => void taken.set(key, Math.max(0, (taken.get(key) ?? 0) - 1)) };
    },
  };
}
