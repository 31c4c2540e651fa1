import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { LISTENER_NAME } from '#server/db/connection-plan.ts';
import { describeError } from '#server/infra/describe-error.ts';
import type { AliasKind } from '#shared/accounts/aliases.ts';

/** A cache whose entries are tagged with what they were made from ("card:…", "user:…"). */
export interface TaggedCache {
  /** Something with this tag has changed. */
  invalidate(tag: string): void;
  /** Notifications of changes made elsewhere are lost, so entries may be outdated. */
  pause(): void;
  resume(): void;
}

/** The tag of the pages under a name in a short address. */
export const aliasTag = (kind: AliasKind, name: string): string => `alias:${kind}/${name}`;

/** `first`, with every call passed on to `second` as well. */
export const alsoTelling = <First extends TaggedCache>(first: First, second: TaggedCache): First => ({
  ...first,
  invalidate(tag) {
    first.invalidate(tag);
    second.invalidate(tag);
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

/** How often the connection is checked, and how long it may take to respond. */
const PULSE_MS = 5_000;
const PULSE_TIMEOUT_MS = 5_000;
/** A server that was started again counts as another: connections to the one before are worth nothing. */
const SERVER = 'select pg_postmaster_start_time()::text as "startedAt"';
const LISTENER = {
  application_name: LISTENER_NAME,
  connectionTimeoutMillis: PULSE_TIMEOUT_MS,
};

/** Where processes that run no jobs say which work is due (`queue.wake`). */
export const DUE_CHANNEL = 'due_work';

/**
 * Listens for every committed change that a page may show (triggers notify the channel `page_changes` with a tag) and
 * invalidates the pages at once; `wake` hears of work that is due. Either may be missed while the connection is lost or the
 * database is frozen. When another server answers than before, such
 * as a promoted standby, the connections are ended that `noteConnections` noted when the one before was lost.
 */
export async function followPageChanges(
  connection: pg.ClientConfig,
  pages: TaggedCache,
  log: Logger,
  { wake, noteConnections }: { wake?: ((name: string) => void) | undefined; noteConnections(): () => void },
): Promise<{ stop(): Promise<void> }> {
  let client: pg.Client | undefined;
  let startedAt: string | undefined;
  let endNoted = () => {};
  let isStopped = false;

  async function listen(): Promise<void> {
    const next = new pg.Client({ ...connection, ...LISTENER });
    next.on('notification', ({ channel, payload }) => {
      if (payload) channel === DUE_CHANNEL ? wake?.(payload) : pages.invalidate(payload);
    });
    next.on('error', (error) => log.warn({ error: error.message }, 'The connection for page changes failed'));
    const server = await begin(next, wake ? ['page_changes', DUE_CHANNEL] : ['page_changes']);
    client = next;
    if (startedAt !== undefined && startedAt !== server) endNoted();
    startedAt = server;
    pages.resume();
    const leave = () => {
      stopPulse();
      if (client !== next) return;
      client = undefined;
      endNoted = noteConnections();
      pages.pause();
      if (!isStopped) void listenAgain();
    };
    const stopPulse = watchPulse(next, () => {
      leave();
      // A broken connection may never confirm its end.
      next.end().catch(() => {});
    });
    next.once('end', leave);
  }

  async function listenAgain(): Promise<void> {
    for (let wait = 100; !isStopped; wait = Math.min(wait * 2, 2000)) {
      try {
        await sleep(wait);
        await listen();
        return;
      } catch (error) {
        log.warn({ error: describeError(error) }, 'Waiting for the database to hear of page changes');
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

/** Connects and listens; resolves to when the server was started. */
async function begin(client: pg.Client, channels: string[]): Promise<string | undefined> {
  try {
    await client.connect();
    await waitForAnswer(client.query(channels.map((channel) => `listen ${channel}`).join('; ')));
    const { rows } = await waitForAnswer(client.query<{ startedAt: string }>(SERVER));
    return rows[0]?.startedAt;
  } catch (error) {
    client.end().catch(() => {});
    throw error;
  }
}

/** A network that drops packets, or a frozen database, does not close the connection, so silence counts as its end. */
function watchPulse(client: pg.Client, whenSilent: () => void): () => void {
  const timer = setInterval(() => {
    waitForAnswer(client.query('select 1')).catch(() => {
      clearInterval(timer);
      whenSilent();
    });
  }, PULSE_MS).unref();
  return () => clearInterval(timer);
}

/** Rejects when the response takes too long. */
async function waitForAnswer<Answer>(answer: Promise<Answer>): Promise<Answer> {
  const waiting = new AbortController();
  const late = sleep(PULSE_TIMEOUT_MS, undefined, { signal: waiting.signal, ref: false }).then(() => {
    throw new Error('The database does not answer.');
  });
  late.catch(() => {});
  return Promise.race([answer, late]).finally(() => waiting.abort());
}
