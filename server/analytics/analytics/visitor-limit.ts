import { LRUCache } from 'lru-cache';
import { upTo } from '#server/infra/up-to.ts';
import { HOUR_MS } from '#shared/formats/time.ts';

/** How many new visitors count per card, hour and address (for IPv6, per /64): more than a crowded hall would bring. */
export const VISITORS_AN_HOUR = 600;
/** On all cards together: a fair behind one address. */
const VISITORS_OF_ADDRESS_AN_HOUR = 6_000;
/** The maximum number of (address, card, hour) and (address, hour) entries; beyond it, the least recently used are dropped. */
const PLACES_MAX = 50_000;

export interface VisitorPlace {
  giveBack(): void;
}

/** Limits how many visitors a single address can invent. Each process counts separately. */
export interface VisitorLimit {
  /** Takes a place for a visitor who may be new; null if none is left. Call `giveBack` if the visitor was not new. */
  take(cardId: string, subscriber: string, at: Date): VisitorPlace | null;
}

export function createVisitorLimit(
  isBounded: boolean,
  most = VISITORS_AN_HOUR,
  mostOfAddress = VISITORS_OF_ADDRESS_AN_HOUR,
): VisitorLimit {
  const taken = new LRUCache<string, number>(upTo(PLACES_MAX));
  const add = (key: string, more: number) => void taken.set(key, Math.max(0, (taken.get(key) ?? 0) + more));
  return {
    take(cardId, subscriber, at) {
      if (!isBounded) return { giveBack() {} };
      const hour = Math.floor(at.getTime() / HOUR_MS);
      const [ofCard, ofAddress] = [`${cardId} ${subscriber} ${hour}`, `${subscriber} ${hour}`];
      if ((taken.get(ofCard) ?? 0) >= most || (taken.get(ofAddress) ?? 0) >= mostOfAddress) return null;
      for (const key of [ofCard, ofAddress]) add(key, 1);
      return {
        giveBack() {
          for (const key of [ofCard, ofAddress]) add(key, -1);
        },
      };
    },
  };
}
