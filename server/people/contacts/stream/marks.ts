import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import { teamsRunBy } from '#server/access/find-account.ts';
import type { AppContext } from '#server/context.ts';
import { sessions } from '#server/db/schema/accounts.ts';
import { userCounts } from '#server/db/schema/counters.ts';
import { unreviewedSubmissions } from '#server/db/schema/people-visitors.ts';
import { users } from '#server/db/schema/users.ts';
import { IDLE_MINUTES_DEFAULT } from '#shared/contract/constants.ts';

/** How many people an owner has, with those of the teams they run, and when the latest of those who wait for review came, in seconds. */
export interface Marks {
  contacts: number;
  leads: number;
  heldAt: number;
  /** The ids of these teams. */
  teams: string[];
}

/** True if somebody came between the two. */
export const hasMore = (before: Marks, now: Marks): boolean =>
  now.contacts > before.contacts || now.leads > before.leads || now.heldAt > before.heldAt;

/** The marks of sessions' owners by the sessions' hashes; without those that have ended, and those of suspended accounts. */
export async function readMarks(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  hashes: string[],
): Promise<Map<string, Marks>> {
  const moment = now();
  const rows = await db
    .select({
      tokenHash: sessions.tokenHash,
      contacts: sql<number>`(${userCounts.contacts} + run.contacts)::float8`,
      leads: sql<number>`(${userCounts.leads} + run.leads)::float8`,
      teams: sql<string[]>`run.ids`,
      heldAt: sql<number>`coalesce((
        select extract(epoch from max(${unreviewedSubmissions.createdAt}))::float8 from ${unreviewedSubmissions}
        where ${and(eq(unreviewedSubmissions.userId, users.id), isNull(unreviewedSubmissions.reviewedAt))}), 0)`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .innerJoin(userCounts, eq(userCounts.userId, users.id))
    .crossJoinLateral(sql`${teamsRunBy(users.id)} run`)
    .where(
      and(
        inArray(
          sessions.tokenHash,
          hashes.map((hash) => Buffer.from(hash, 'hex')),
        ),
        gt(sessions.expiresAt, moment),
        isNull(users.suspendedAt),
        sql`${sessions.lastSeenAt} > ${moment.toISOString()}::timestamptz
          - make_interval(mins => coalesce(${users.idleMinutes}, ${IDLE_MINUTES_DEFAULT}))`,
      ),
    );
  return new Map(rows.map(({ tokenHash, ...marks }) => [tokenHash.toString('hex'), marks]));
}
