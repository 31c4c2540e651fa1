import { LRUCache } from 'lru-cache';

/** How many new visitors count per card, hour and address (for IPv6, per /64): more than a crowded hall would bring. */
export const NEWCOMERS_AN_HOUR = 600;
const HOUR_MS = 60 * 60 * 1000;
/** The maximum number of (address, card, hour) entries; beyond it, the least recently used are dropped. */
const PLACES_MAX = 50_000;

/** Limits how many visitors a single address can invent. Each process counts separately. */
export interface Newcomers {
  /** Takes a place for a visitor who may be new; null if none is left. Call `giveBack` if the visitor was not new. */
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
