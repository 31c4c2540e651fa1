import { and, eq, sql } from 'drizzle-orm';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { AppContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { teamFigures } from '#server/db/schema/teams.ts';
import { describeError } from '#server/infra/describe-error.ts';
import { arrange, type CountedPeople } from '#server/teams/figures/arrange.ts';
import { countSeen } from '#server/teams/figures/count-seen.ts';
import { keepFigures } from '#server/teams/figures/keep-figures.ts';
import { firstDayOf, lockSums, sumDays } from '#server/teams/figures/sum-days.ts';
import { accountId } from '#shared/accounts/ids.ts';
import { MINUTE_MS } from '#shared/formats/time.ts';

/**
 * Counts the figures of teams that somebody looks at, from sums by card and by holder of each day: no view and no contact is
 * read, and what counts a view does nothing for it (docs/decisions/360).
 */

/** The name that wakes it. */
export const FIGURES_DUE = 'team-figures-due';
/** The figures of a team are counted at most this often. */
const COUNTED_EVERY_MS = MINUTE_MS;

/** Somebody looked since the last count. */
const IS_WANTED = sql`(${teamFigures.countedAt} is null or ${teamFigures.wantedAt} > ${teamFigures.countedAt})`;

/** Counts all that is due; resolves to the milliseconds until the next is, or null. A team that fails waits for the next look. */
export async function countWanted(app: AppContext, stopping: AbortSignal): Promise<number | null> {
  const dueBefore = app.now().getTime() - COUNTED_EVERY_MS;
  const wanted = await app.db
    .select({ teamId: teamFigures.teamId, days: teamFigures.days, countedAt: teamFigures.countedAt })
    .from(teamFigures)
    .where(IS_WANTED)
    .orderBy(sql`${teamFigures.countedAt} nulls first`);
  for (const { teamId, days, countedAt } of wanted) {
    const waitsFor = countedAt ? countedAt.getTime() - dueBefore : 0;
    if (waitsFor > 0) return waitsFor;
    if (stopping.aborted) return null;
    await countFigures(app, teamId, days).catch((error: unknown) => {
      app.log.warn(
        { teamId, days, error: describeError(error) },
        'The figures of a team are not counted yet',
      );
    });
  }
  return null;
}

/** Counts the figures of a team over a range that ends today, unless another process has counted them meanwhile. */
async function countFigures({ db, now }: AppContext, teamId: string, days: number): Promise<void> {
  const at = now();
  const from = firstDayOf(days, at);
  await db.transaction(async (tx) => {
    const sums = await lockSums(tx, teamId);
    const isThis = and(eq(teamFigures.teamId, teamId), eq(teamFigures.days, days), IS_WANTED);
    if (!sums || (await tx.$count(teamFigures, isThis)) === 0) return;
    await sumDays(tx, sums, at);
    const range = { teamId, days, at };
    const counts = { seen: await countSeen(tx, range), met: await countMet(tx, teamId, from) };
    await keepFigures(tx, range, arrange(counts, from, days));
  });
}

async function countMet(db: Db, teamId: string, from: string): Promise<CountedPeople[]> {
  const { rows } = await db.execute<{ [Name in keyof CountedPeople]: CountedPeople[Name] }>(sql`
    select case when grouping(holder_id) = 0 then 'holder' else 'day' end as by,
      case when grouping(holder_id) = 0 then nullif(holder_id, '') else to_char(day, 'YYYY-MM-DD') end as key,
      sum(contacts)::int as contacts, sum(leads)::int as leads
    from team_people_days p
    where ${whereCan(systemFor(accountId.parse(teamId)), 'see', 'peopleDay', 'p')} and day >= ${from}::date
    group by grouping sets ((holder_id), (day))
    having sum(contacts) > 0 or sum(leads) > 0`);
  return rows;
}
