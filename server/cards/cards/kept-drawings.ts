import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/**
 * Codes and backgrounds drawn lately, under everything they are drawn from: asking twice for one draws it once, and a
 * changed card is drawn anew.
 */
export interface KeptDrawings {
  /** The drawing of `content`, or what `draw` makes of it; those who ask at the same time share one drawing. */
  take(content: object, draw: () => Promise<Buffer>): Promise<Buffer>;
}

declare module '#server/context.ts' {
  interface AppContext {
    keptDrawings: KeptDrawings;
  }
}

/** A background of 4K is about a megabyte, a code some kilobytes. */
const BYTES_MAX = 32 * 1024 * 1024;

export function createKeptDrawings(): KeptDrawings {
  const kept = new LRUCache<string, Buffer>({
    maxSize: BYTES_MAX,
    sizeCalculation: ({ length }) => Math.max(1, length),
  });
  const underWay = new Map<string, Promise<Buffer>>();
  return {
    async take(content, draw) {
      const key = createHash('sha256').update(JSON.stringify(content)).digest('base64');
      const ready = kept.get(key);
      if (ready) return ready;
      const drawing = underWay.get(key) ?? draw().finally(() => underWay.delete(key));
      underWay.set(key, drawing);
      const drawn = await drawing;
      kept.set(key, drawn);
      return drawn;
    },
  };
}
