import { and, count, eq, gte } from 'drizzle-orm';
import type { Logger } from 'pino';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import { type Db, sqlState } from '#server/db/open.ts';
import { accountEvents } from '#server/db/schema/accounts.ts';
import type { Requester } from '#server/infra/http/requester.ts';
import {
  type EventContext,
  type NewEvent,
  originOfRequest,
  writeEvent,
} from '#server/infra/journal/account-events.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import { formatUtcDay } from '#shared/formats/time.ts';

declare module '#server/context.ts' {
  interface AppContext {
    failedSignIns: FailedSignIns;
  }
}

/**
 * Failed sign-ins for the history of the account that was tried. They are collected and written a moment later: the
 * refusal takes the same time whether or not there is such an account, and guessing costs the database little.
 */
export interface FailedSignIns {
  /** `userId` is undefined if nobody has the name that was tried. */
  note(userId: AccountId | undefined, requester: Requester): void;
  /** Writes what has been collected in this process. */
  flush(): Promise<void>;
}

const DELAY_MS = 1_000;
/** Any more accounts at once are an attack on all of them, which the operator's log shows. */
const COLLECTED_MAX = 10_000;
/** Beyond this many rows of one day, further networks and devices share one row. */
const ROWS_A_DAY = 20;
const FOREIGN_KEY_VIOLATION = '23503';

type Parts = Omit<EventContext, 'requester'>;

export function createFailedSignIns(db: Db, parts: Parts, log: Logger): FailedSignIns {
  let collected = new Map<string, NewEvent>();
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();
  const writeAll = async () => {
    clearTimeout(timer);
    timer = undefined;
    const events = [...collected.values()];
    collected = new Map();
    for (const event of events) {
      await saveEvent(db, event).catch((error: unknown) => {
        // The account was deleted in the meantime.
        if (sqlState(error) === FOREIGN_KEY_VIOLATION) return;
        log.warn({ state: sqlState(error) }, 'A failed sign-in is missing in the history of its account');
      });
    }
  };
  const flush = () => {
    writing = writing.then(writeAll);
    return writing;
  };
  return {
    note(userId, requester) {
      const origin = originOfRequest({ ...parts, requester });
      if (!userId) return;
      const at = parts.now();
      const key = [userId, formatUtcDay(at), origin.network, origin.device].join(' ');
      const known = collected.get(key);
      if (!known && collected.size >= COLLECTED_MAX) return;
      const times = (known?.count ?? 0) + 1;
      collected.set(key, {
        ...origin,
        userId,
        kind: 'sign_in_failed',
        details: {},
        at,
        count: times,
      });
      timer ??= setTimeout(() => void flush(), DELAY_MS).unref();
    },
    flush,
  };
}

async function saveEvent(db: Db, event: NewEvent): Promise<void> {
  const today = new Date(`${formatUtcDay(event.at)}T00:00:00Z`);
  const [found] = await db
    .select({ rows: count() })
    .from(accountEvents)
    .where(
      and(
        whereCan(systemFor(event.userId), 'see', 'event'),
        eq(accountEvents.kind, 'sign_in_failed'),
        gte(accountEvents.createdAt, today),
      ),
    );
  const isCrowded = (found?.rows ?? 0) >= ROWS_A_DAY;
  await writeEvent(db, isCrowded ? { ...event, device: null, network: null, place: null } : event);
}
