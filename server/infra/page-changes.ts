import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';

/** What is kept in memory under the tags of what it was made from ("card:…", "user:…"). */
export interface TaggedCache {
  /** Something with this tag was changed. */
  forget(tag: string): void;
  /** The process cannot hear of changes made elsewhere: what is kept may be outdated. */
  pause(): void;
  resume(): void;
}

/** `first`, which tells `second` all that it is told. */
export const alsoTelling = <First extends TaggedCache>(first: First, second: TaggedCache): First => ({
  ...first,
  forget(tag) {
    first.forget(tag);
    second.forget(tag);
  },
  pause() {
    first.pause();
    second.pause();
  },
  resume() {
    first.resume();
    second.resume();
  },
});

/**
 * Hears of every committed change that a page may show (triggers notify the channel `page_changes` with a tag) and
 * forgets the pages at once. While the connection is away nothing is kept, since a change could be missed.
 */
export async function followPageChanges(
  connection: pg.ClientConfig,
  pages: TaggedCache,
  log: Logger,
): Promise<{ stop(): Promise<void> }> {
  let client: pg.Client | undefined;
  let isStopped = false;

  async function listen(): Promise<void> {
    const next = new pg.Client({ ...connection, keepAlive: true });
    next.on('notification', ({ payload }) => {
      if (payload) pages.forget(payload);
    });
    next.on('error', (error) => log.warn({ error: error.message }, 'The connection for page changes failed'));
    await next.connect();
    await next.query('listen page_changes');
    next.on('end', () => {
      pages.pause();
      if (!isStopped) void listenAgain();
    });
    client = next;
    pages.resume();
  }

  async function listenAgain(): Promise<void> {
    for (let wait = 100; !isStopped; wait = Math.min(wait * 2, 2000)) {
      try {
        await sleep(wait);
        await listen();
        return;
      } catch (error) {
        log.warn({ error: String(error) }, 'Waiting for the database to hear of page changes');
      }
    }
  }

  pages.pause();
  await listen();
  return {
    async stop() {
      isStopped = true;
      await client?.end();
    },
  };
}
