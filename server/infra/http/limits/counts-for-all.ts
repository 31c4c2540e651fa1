import { and, eq, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { type Db, hasNoAnswer, isDiskFull, sqlState } from '#server/db/open.ts';
import { limitCounts } from '#server/db/schema/operations.ts';
import { describeError } from '#server/infra/describe-error.ts';
import type { KeyedHash } from '#server/infra/secret.ts';
import { upTo } from '#server/infra/up-to.ts';
import { MINUTE_MS } from '#shared/formats/time.ts';
import { type Closing, createClosingLimit } from './closing-limit.ts';

/**
 * Points of keys, counted in the database for all processes: each call is one statement, and of those that come together in
 * any number of processes exactly as many pass as there are points (docs/decisions/387).
 */

export interface SharedLimit {
  /** How many milliseconds a call has to wait, 0 if it may pass. */
  take(key: string): Promise<number>;
  /** Likewise, once a call was refused; takes nothing. */
  look(key: string): Promise<number>;
  giveBack(key: string): Promise<void>;
  clear(key: string): Promise<void>;
}

interface Parts {
  /** Its connections come soon or not at all. */
  db: Db;
  keyedHash: KeyedHash;
  log: Logger;
  now: () => Date;
  newKeysMax?: number;
}

/** So many refused keys are known, each until it opens, but for a minute at most: another process may have cleared it. */
const REFUSED_MAX = 100_000;
const REFUSED_MS = MINUTE_MS;
/** A process adds no more keys in a minute, which bounds the table: further ones it counts by itself. */
const NEW_KEYS_MAX = 6_000;
/** While the database is away, it is asked so often. */
const AWAY_MS = 1_000;

export type OpenSharedLimit = (name: string, closing: Closing) => SharedLimit;

/** For all shared limits of a process. */
export function createCountsForAll(parts: Parts): OpenSharedLimit {
  const unlessAway = createUnlessAway(parts.log);
  const newKeys = createNewKeys(parts.now, parts.newKeysMax ?? NEW_KEYS_MAX);
  return (name, closing) => openSharedLimit(parts, { name, closing, unlessAway, newKeys });
}

interface Own {
  name: string;
  closing: Closing;
  unlessAway: ReturnType<typeof createUnlessAway>;
  newKeys: ReturnType<typeof createNewKeys>;
}

function openSharedLimit(
  { db, keyedHash, now }: Parts,
  { name, closing, unlessAway, newKeys }: Own,
): SharedLimit {
  const here = createClosingLimit(closing, () => now().getTime());
  const refusals = createRefusals(now);
  const hashOf = (key: string) => keyedHash('limit', `${name} ${key}`);
  const isCounted = (key: string) => eq(limitCounts.key, hashOf(key));
  return {
    async take(key) {
      const waitMs = refusals.waitOf(key);
      if (waitMs > 0) return waitMs;
      const askedAt = refusals.forgotten();
      const taken = await unlessAway(() =>
        takePoint(db, hashOf(key), { ...closing, at: now(), mayAdd: newKeys.mayAdd() }),
      );
      if (!taken) return here.take(key);
      if (taken.isRefused && taken.opensAt) return refusals.remember(key, new Date(taken.opensAt), askedAt);
      if (taken.points === 1) newKeys.add();
      return 0;
    },
    async look(key) {
      const waitMs = refusals.waitOf(key);
      if (waitMs > 0) return waitMs;
      const askedAt = refusals.forgotten();
      const found = await unlessAway(() =>
        db
          .select({ opensAt: limitCounts.opensAt })
          .from(limitCounts)
          .where(and(isCounted(key), eq(limitCounts.isRefused, true))),
      );
      const opensAt = found?.[0]?.opensAt;
      return opensAt && opensAt > now() ? refusals.remember(key, opensAt, askedAt) : here.look(key);
    },
    async giveBack(key) {
      here.giveBack(key);
      const points = sql`greatest(${limitCounts.points} - 1, 0)`;
      const opensAt = sql`case when ${points} >= ${closing.points} then ${limitCounts.opensAt} end`;
      await unlessAway(() => db.update(limitCounts).set({ points, opensAt }).where(isCounted(key)));
      refusals.forget(key);
    },
    async clear(key) {
      here.clear(key);
      await unlessAway(() => db.delete(limitCounts).where(isCounted(key)));
      refusals.forget(key);
    },
  };
}

/** Refused keys, until they open or might have been cleared by another process. */
function createRefusals(now: () => Date) {
  const known = new LRUCache<string, { opensAt: number; knownUntil: number; forgotten: number }>(
    upTo(REFUSED_MAX),
  );
  /** How often keys were forgotten so far: a refusal that was asked for before is not remembered. */
  let forgotten = 0;
  return {
    forgotten: () => forgotten,
    waitOf(key: string): number {
      const refused = known.get(key);
      const time = now().getTime();
      return refused && time < refused.knownUntil ? Math.max(0, refused.opensAt - time) : 0;
    },
    /** Returns how many milliseconds a call has to wait. */
    remember(key: string, opensAt: Date, askedAt: number): number {
      const time = now().getTime();
      if ((known.get(key)?.forgotten ?? 0) <= askedAt)
        known.set(key, { opensAt: opensAt.getTime(), knownUntil: time + REFUSED_MS, forgotten: 0 });
      return Math.max(1, opensAt.getTime() - time);
    },
    forget(key: string) {
      forgotten += 1;
      known.set(key, { opensAt: 0, knownUntil: 0, forgotten });
    },
  };
}

interface Taken {
  points: number;
  isRefused: boolean;
  opensAt: string | null;
  [column: string]: unknown;
}

/** Takes a point of a key; undefined if the key is not known and `mayAdd` is false. */
async function takePoint(
  db: Db,
  key: Buffer,
  { points, windowMs, firstWaitMs, at, mayAdd }: Closing & { at: Date; mayAdd: boolean },
): Promise<Taken | undefined> {
  const now = sql`${at.toISOString()}::timestamptz`;
  const isClosed = sql`coalesce(c.opens_at > ${now}, false)`;
  const isOver = sql`c.ends_at <= ${now}`;
  const isLast = sql`c.points + 1 >= ${points}`;
  const waitMs = sql`least(${firstWaitMs ?? null}::float8 * 2 ^ least(c.points + 1 - ${points}, 30), ${windowMs})`;
  const opensAt =
    firstWaitMs === undefined ? sql`c.ends_at` : sql`${now} + ${waitMs} * interval '1 millisecond'`;
  const { rows } = await db.execute<Taken>(sql`
    insert into limit_counts as c (key, points, ends_at)
    select ${key}::bytea, 1, ${now} + ${windowMs} * interval '1 millisecond'
    where ${mayAdd} or exists (select from limit_counts where key = ${key})
    on conflict (key) do update set is_refused = ${isClosed},
      points = case when ${isClosed} then c.points when ${isOver} then 1 else c.points + 1 end,
      ends_at = case when ${isClosed} then c.ends_at when ${isOver} then excluded.ends_at
        when ${isLast} then greatest(c.ends_at, ${opensAt}) else c.ends_at end,
      opens_at = case when ${isClosed} then c.opens_at when ${isOver} then null when ${isLast} then ${opensAt} end
    returning points, is_refused as "isRefused", opens_at as "opensAt"`);
  return rows[0];
}

/** Runs a statement, or resolves to undefined while the database cannot count; says so once, and once when it can again. */
function createUnlessAway(log: Logger) {
  let isAway = false;
  let asksAt = 0;
  return async <T>(run: () => PromiseLike<T>): Promise<T | undefined> => {
    if (performance.now() < asksAt) return undefined;
    try {
      const result = await run();
      if (isAway) log.info('Limits that guard secrets are counted in the database again');
      isAway = false;
      return result;
    } catch (error) {
      if (!cannotCount(error)) throw error;
      asksAt = performance.now() + AWAY_MS;
      if (!isAway)
        log.warn(
          { error: describeError(error) },
          'Limits that guard secrets are counted by each process alone until the database is back',
        );
      isAway = true;
      return undefined;
    }
  };
}

/** A standby, which has no such table, says that it does not support it (0A000). */
const cannotCount = (error: unknown): boolean =>
  hasNoAnswer(error) || isDiskFull(error) || sqlState(error) === '0A000';

/** How many keys this process has added in this minute. */
function createNewKeys(now: () => Date, most: number) {
  let minute = 0;
  let added = 0;
  return {
    mayAdd(): boolean {
      const current = Math.floor(now().getTime() / MINUTE_MS);
      if (current !== minute) added = 0;
      minute = current;
      return added < most;
    },
    add() {
      added += 1;
    },
  };
}
