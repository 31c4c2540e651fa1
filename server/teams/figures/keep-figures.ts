import { and, eq, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/db/open.ts';
import { teamFigures } from '#server/db/schema/teams.ts';
import type { CountedFigures } from '#server/teams/figures/arrange.ts';
import { openDayOf } from '#server/teams/figures/sum-days.ts';

/** Of which team and range the figures are, and when they were counted. */
interface Counted {
  teamId: string;
  days: number;
  at: Date;
}

/** Keeps what was counted, unless nobody looks any more or a later count is there. Lines that stay the same are not written. */
export async function keepFigures(tx: Db, counted: Counted, figures: CountedFigures): Promise<void> {
  const { teamId, days, at } = counted;
  const { byDay, unheld, cards, holders } = figures;
  const kept = await tx
    .update(teamFigures)
    .set({ countedAt: at, openFrom: openDayOf(at), byDay, unheld })
    .where(
      and(
        eq(teamFigures.teamId, teamId),
        eq(teamFigures.days, days),
        or(isNull(teamFigures.countedAt), lt(teamFigures.countedAt, at)),
      ),
    )
    .returning({ days: teamFigures.days });
  if (kept.length === 0) return;
  const ofCards = ['views', 'visitors', 'closed_views', 'closed_visitors'];
  await tx.execute(replaceLines(counted, 'team_card_figures', 'card_id', ofCards, cards));
  const sums = ['cards', 'views', 'visitors', 'contacts', 'leads'];
  await tx.execute(replaceLines(counted, 'team_holder_figures', 'holder_id', sums, holders));
}

/** SQL: the lines are these, each with its id and its sums. */
function replaceLines(
  { teamId, days }: Counted,
  tableName: string,
  keyName: string,
  sumNames: string[],
  lines: object[],
): SQL {
  const table = sql.identifier(tableName);
  const key = sql.identifier(keyName);
  const listed = (prefix = '') =>
    sql.join(
      sumNames.map((name) => sql`${sql.raw(prefix)}${sql.identifier(name)}`),
      sql`, `,
    );
  const typed = sql.join(
    sumNames.map((name) => sql`${sql.identifier(name)} integer`),
    sql`, `,
  );
  const own = sql`team_id = ${teamId} and days = ${days}`;
  return sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as line (id text, ${typed})
    ), gone as (
      delete from ${table} where ${own} and ${key} not in (select id from given)
    )
    insert into ${table} as kept (team_id, days, ${key}, ${listed()})
    select ${teamId}, ${days}::smallint, id, ${listed()} from given
    on conflict (team_id, days, ${key}) do update set (${listed()}) = row(${listed('excluded.')})
    where (${listed('kept.')}) is distinct from (${listed('excluded.')})`;
}
