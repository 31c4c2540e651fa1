import { LRUCache } from 'lru-cache';
import { type PendingView, writeViews } from '#server/analytics/write-views.ts';
import type { App } from '#server/context.ts';
import { isRefused, sqlState } from '#server/db/open.ts';
import { REPEAT_VIEW_MINUTES } from '#shared/constants.ts';

/**
 * Views wait here for a moment and are written together: one statement for up to a thousand instead of four for each.
 * A killed process loses the last half second of views, which nobody was promised; a stopped one loses none.
 */

const BATCH_MAX = 1_000;
/** What a long outage of the database may pile up, a few megabytes; views beyond that are not counted. */
const PENDING_MAX = 20_000;
const FLUSH_MS = 500;
const RETRY_MS = 2_000;
const REPEAT_MS = REPEAT_VIEW_MINUTES * 60_000;

export interface ViewBuffer {
  /**
   * Takes a view; false when this process knows that the visitor was counted within 30 minutes. Only the database
   * knows of other processes: it has the last word when the batch is written. `visitor` stays in memory when the view
   * itself names none.
   */
  add(view: PendingView, visitor: Buffer): boolean;
  /** Writes what waits. Never throws: what cannot be written now is tried again. */
  flush(): Promise<void>;
  /** Writes what waits, for the last time. */
  close(): Promise<void>;
}

/** For the log: drizzle's own message carries the parameters, which are personal; its cause says what went wrong. */
function describe(error: unknown): Record<string, string | undefined> {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return { state: sqlState(error), error: cause instanceof Error ? cause.message : String(cause) };
}

/** The first views, up to the second of a visitor: whether that one counts is known when the one before is written. */
function firstBatch(pending: PendingView[]): PendingView[] {
  const visitors = new Set<string>();
  const batch: PendingView[] = [];
  for (const view of pending) {
    const key = view.visitor?.toString('base64') ?? view.id;
    if (visitors.has(key) || batch.length === BATCH_MAX) break;
    visitors.add(key);
    batch.push(view);
  }
  return batch;
}

export function openViewBuffer(app: App): ViewBuffer {
  let pending: PendingView[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;
  const counted = new LRUCache<string, number>({ max: 20_000, ttl: REPEAT_MS, ttlAutopurge: true });

  function flushAfter(ms: number): void {
    timer ??= setTimeout(() => void flush(), ms).unref();
  }

  async function writeBatch(): Promise<void> {
    const batch = firstBatch(pending);
    try {
      for (const { visitor, countedAt } of await writeViews(app, batch)) {
        counted.set(visitor.toString('base64'), countedAt);
      }
    } catch (error) {
      if (!isRefused(error)) throw error;
      app.log.error({ ...describe(error), views: batch.length }, 'The database refused a batch of views');
    }
    pending = pending.slice(batch.length);
  }

  async function writeAll(): Promise<void> {
    try {
      while (pending.length > 0) await writeBatch();
    } catch (error) {
      app.log.warn({ ...describe(error), views: pending.length }, 'Views wait for the database');
      flushAfter(RETRY_MS);
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing ??= writeAll().finally(() => {
      writing = undefined;
    });
    return writing;
  }

  return {
    add(view, visitor) {
      const key = visitor.toString('base64');
      const at = view.createdAt.getTime();
      const last = counted.get(key);
      if (last !== undefined && at < last + REPEAT_MS) return false;
      if (pending.length >= PENDING_MAX) return false;
      counted.set(key, at);
      pending.push(view);
      if (pending.length === BATCH_MAX) void flush();
      else flushAfter(FLUSH_MS);
      return true;
    },
    flush,
    async close() {
      await flush();
      clearTimeout(timer);
      if (pending.length > 0)
        app.log.error({ views: pending.length }, 'Views were lost: the database is away');
    },
  };
}
