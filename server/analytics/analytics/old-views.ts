import { sql } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { formatUtcDay, monthsBefore } from '#shared/formats/time.ts';

/**
 * Views are kept one by one for VIEWS_MONTHS, if it is set. Totals, days, breakdowns and visitors are counted when a view is
 * written and stay (docs/decisions/388).
 */

/** How long views are kept, and the first day (UTC, YYYY-MM-DD) of those that are; null if they are kept as long as the card. */
export function viewsKept({
  config: { viewsMonths: months },
  now,
}: Pick<AppContext, 'config' | 'now'>): { months: number; from: string } | null {
  if (months === undefined) return null;
  return { months, from: formatUtcDay(monthsBefore(months, now())) };
}

/** Where the next step begins: after this card. */
export interface OldViewsStep {
  after: string;
  isDone: boolean;
}

const CARDS_A_STEP = 500;

/** Deletes at most `rows` views of before `from` of the next cards. */
export async function deleteSomeViews(
  db: Db,
  from: string,
  after: string,
  rows: number,
): Promise<OldViewsStep> {
  const { rows: found } = await db.execute<{ last: string | null; deleted: number }>(sql`
    with cards as (
      select id from business_cards where id > ${after} order by id limit ${CARDS_A_STEP}
    ), old as (
      select v.id from cards cross join lateral (
        select id from card_views where card_id = cards.id and created_at < ${from}::timestamp at time zone 'UTC'
        order by created_at limit ${rows}
      ) v limit ${rows}
    ), deleted as (
      delete from card_views where id = any(array(select id from old)) returning id
    )
    select (select id from cards order by id desc limit 1) as last, (select count(*)::int from deleted) as deleted`);
  const { last = null, deleted = 0 } = found[0] ?? {};
  // There may be more of these cards.
  if (deleted === rows) return { after, isDone: false };
  return { after: last ?? after, isDone: last === null };
}
