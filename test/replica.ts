import { LRUCache } from 'lru-cache';
import type { Replica } from '#server/db/replica.ts';

/** A standby that has everything; `current` says what is asked in its place. */
export const replicaOf = (current: Replica['current']): Replica => ({
  current,
  hasCaughtUp: async () => {},
  writers: new LRUCache({ max: 100 }),
  close: async () => {},
});
