import { and, asc, count, eq, gt, isNull, lte, max, min, ne, type SQL, sql } from 'drizzle-orm';
import { lockNamed } from '#server/access/locks.ts';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { AppContext, UserRow } from '#server/context.ts';
import { deleteInSteps } from '#server/db/delete-in-steps.ts';
import { newId } from '#server/db/new-id.ts';
import type { Db } from '#server/db/open.ts';
import { arrivals } from '#server/db/schema/messages.ts';
import { users } from '#server/db/schema/users.ts';
import { forEachOwner, forOwner } from '#server/infra/queue/for-each-owner.ts';
import { sendNotice } from '#server/messages/notices/notice.ts';
import type { About } from '#server/messages/notices/notice-subject.ts';
import { type Decision, decideNoticeTime } from '#server/messages/notices/notice-time.ts';
import { readQuietHours, readSettings } from '#server/messages/notices/settings.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import { DAY_MS, HOUR_MS } from '#shared/formats/time.ts';
import { SINGLE_NOTICES_PER_HOUR } from '#shared/messages/notices.ts';

/**
 * Tells owners of new contacts and leads, and of what these do with their details. Each is noted in `arrivals` together
 * with what it is about; telling of it marks the row and adds the mail and the messages as jobs, in one transaction. So
 * whatever happens to the process, each is told of once. A job for each contact would leave 5,000 jobs to make one
 * digest of; a trigger would fire for imports, too; a failure in the request would be the visitor's.
 */

declare module '#server/context.ts' {
  interface AppContext {
    arrivals: Arrivals;
  }
}

/** A process's memory of arrivals. */
export interface Arrivals {
  /**
   * Sees to it that an owner is told soon; returns at once, and many calls in a short time are one. In a restored copy,
   * nobody is told until its release.
   */
  nudge(userId: AccountId): void;
  /** Likewise after a change of what decides when. */
  reconsider(userId: AccountId): void;
  /** Waits for the owner who is being told; the others are told at the next start. */
  close(): Promise<void>;
}

/** How long a process waits for more of what came with a nudge. */
const NUDGE_MS = 500;
/** An owner who is to wait is looked at again after this time at the latest: another process may have changed when. */
const REST_MS = 30_000;
/** Rows that have been told of are needed as long as a mail about them may be retried. */
const KEPT_MS = 7 * DAY_MS;

/** Tells one owner after the other; a failure is left to the scheduled job. `appOf` is called once there is an app. */
export function createArrivals(appOf: () => AppContext): Arrivals {
  const waiting = new Set<AccountId>();
  /** Owners who are to wait, and until when (0: no longer): everybody else who comes for them changes nothing about that. */
  const resting = new Map<AccountId, number>();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isClosed = false;
  const tell = async (app: AppContext, userId: AccountId) => {
    const until = await tellArrivals(app, userId);
    // Otherwise what decides when has changed meanwhile.
    if (until && !resting.has(userId))
      resting.set(userId, Math.min(until.getTime(), app.now().getTime() + REST_MS));
  };
  const tellAll = async () => {
    const app = appOf();
    for (const userId of [...waiting]) {
      if (isClosed) return;
      if ((resting.get(userId) ?? 0) > app.now().getTime()) continue;
      waiting.delete(userId);
      resting.delete(userId);
      await forOwner(app, userId, (id) => tell(app, id));
    }
  };
  const run = async () => {
    timer = undefined;
    running = tellAll();
    await running;
    running = undefined;
    if (waiting.size > 0) schedule();
  };
  const schedule = () => {
    if (timer || running) return;
    timer = setTimeout(() => void run(), NUDGE_MS);
    timer.unref();
  };
  const nudge = (userId: AccountId) => {
    if (appOf().hold.isOn) return;
    waiting.add(userId);
    schedule();
  };
  return {
    nudge,
    reconsider(userId) {
      resting.set(userId, 0);
      nudge(userId);
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      timer = undefined;
      waiting.clear();
      await running;
    },
  };
}

/** At the start: what the process before this one could not finish. */
export const sendOverdueJob = (app: AppContext): Promise<void> =>
  app.queue.send(app.db, 'overdue-arrivals', {});

export async function tellOverdue(app: AppContext, stopping?: AbortSignal): Promise<void> {
  const find = (after: AccountId, most: number) =>
    app.db
      .selectDistinct({ userId: arrivals.userId })
      .from(arrivals)
      .where(and(isNull(arrivals.toldAt), gt(arrivals.userId, after)))
      .orderBy(asc(arrivals.userId))
      .limit(most);
  await forEachOwner(app, find, async ({ userId }) => void (await tellArrivals(app, userId)), stopping);
  const { toldAt } = arrivals;
  await deleteInSteps(app.db, toldAt, lte(toldAt, new Date(app.now().getTime() - KEPT_MS)), { stopping });
}

/**
 * Tells an owner of everybody who came, now or when it is time: resolves to when, or to null if nobody waits any more or the
 * owner is suspended.
 */
export const tellArrivals = (app: AppContext, userId: AccountId): Promise<Date | null> =>
  app.db.transaction(async (tx) => {
    // One at a time for an owner, or two would tell of the same people. Not by their row: whoever leaves their details locks that.
    await lockNamed(tx, `arrivals ${userId}`);
    const [owner] = await tx.select().from(users).where(eq(users.id, userId));
    // Whom they hold in a team is none of theirs meanwhile: they hear of it once they are restored.
    if (!owner || owner.suspendedAt) return null;
    const decision = await decideTelling(app, tx, owner);
    if (decision === null) return null;
    if (decision.kind === 'wait') {
      const { until } = decision;
      const key = `${userId} ${until.toISOString()}`;
      await app.queue.send(tx, 'tell-arrivals', { userId }, { startAfter: until, key });
      return until;
    }
    for (const about of await markArrivals(app, tx, userId, decision))
      await sendNotice(app, tx, owner, about);
    return null;
  });

const isWaiting = (userId: AccountId): SQL | undefined =>
  and(whereCan(systemFor(userId), 'see', 'arrival'), isNull(arrivals.toldAt));

async function decideTelling(app: AppContext, tx: Db, owner: UserRow): Promise<Decision | null> {
  const now = app.now();
  const [waiting] = await tx
    .select({ count: count(), since: min(arrivals.createdAt) })
    .from(arrivals)
    .where(isWaiting(owner.id));
  if (!waiting?.since) return null;
  const isMine = whereCan(systemFor(owner.id), 'see', 'arrival');
  const { createdAt, toldAt, toldIn } = arrivals;
  const hourBefore = (moment: Date) => new Date(moment.getTime() - HOUR_MS);
  const [told] = await tx
    .select({
      singles: sql<number>`(count(*) filter (where ${toldIn} = ${arrivals.id}))::integer`,
      lastDigest: max(sql`case when ${ne(toldIn, arrivals.id)} then ${toldAt} end`).mapWith(toldAt),
    })
    .from(arrivals)
    .where(and(isMine, gt(toldAt, hourBefore(now))));
  const lastDigest = told?.lastDigest ?? null;
  // After quiet hours or a day, a digest says nothing of how many come.
  const [came] = lastDigest
    ? await tx
        .select({ count: count() })
        .from(arrivals)
        .where(
          and(
            isMine,
            gt(toldAt, hourBefore(lastDigest)),
            gt(createdAt, hourBefore(lastDigest)),
            lte(createdAt, lastDigest),
          ),
        )
    : [];
  const settings = await readSettings(tx, owner.id);
  return decideNoticeTime({
    now,
    zone: owner.timeZone,
    quietHours: readQuietHours(settings),
    dailyHour: settings.isDaily ? settings.dailyHour : null,
    count: waiting.count,
    since: waiting.since,
    singles: told?.singles ?? 0,
    lastDigest: (came?.count ?? 0) > SINGLE_NOTICES_PER_HOUR ? lastDigest : null,
  });
}

/** Marks those who wait as told of, and returns the notices about them. */
async function markArrivals(
  { now }: AppContext,
  tx: Db,
  userId: AccountId,
  { as, count: most }: Extract<Decision, { kind: 'tell' }>,
): Promise<About[]> {
  const digest = newId();
  const toldIn = as === 'digest' ? digest : sql`${arrivals.id}`;
  // More may have come since they were counted, who are decided of next.
  const { createdAt, id } = arrivals;
  const last = sql`(select ${createdAt}, ${id} from ${arrivals} where ${isWaiting(userId)}
    order by ${createdAt}, ${id} offset ${most - 1} limit 1)`;
  const told = await tx
    .update(arrivals)
    .set({ toldAt: now(), toldIn })
    .where(and(isWaiting(userId), sql`coalesce((${createdAt}, ${id}) <= ${last}, true)`))
    .returning({
      id: arrivals.id,
      kind: arrivals.kind,
      event: arrivals.event,
      createdAt: arrivals.createdAt,
    });
  if (as === 'digest' && told.length > 1) return [{ kind: 'people', id: digest }];
  return told
    .toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
    .map(({ kind, event, id }) => ({ kind: event ? 'event' : kind, id }));
}
