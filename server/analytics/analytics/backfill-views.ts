import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/open.ts';
import { DAY_MS } from '#shared/formats/time.ts';

/**
 * Adds views from before the rollups, which have no `is_first`: first those of the last month, since the dashboard
 * shows them, then the rest of the year, then older ones, card by card along the index. Progress is saved in the
 * transaction that adds them, so that each is added exactly once even if the process is killed; the trigger adds newer
 * views.
 */

/** The windows of the month, the year and the rest, in days before the job started. */
const WINDOWS = [
  { from: 31, to: Number.NEGATIVE_INFINITY },
  { from: 366, to: 31 },
  { from: Number.POSITIVE_INFINITY, to: 366 },
];

/** Progress: all windows before `window` are done, and that one is done up to this view. */
interface Position {
  begunAt: string;
  window: number;
  cardId: string;
  time: string;
}

/** Adds about `most` views. Returns whether nothing is left, or another process is at work. */
export async function addViews(db: Db, now: Date, most: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ position: string | null }>(sql`
      select position from rollup_backfills where source = 'card_views' and completed_at is null for update skip locked`);
    if (!rows[0]) return true;
    const position = rows[0].position
      ? (JSON.parse(rows[0].position) as Position)
      : firstOf(0, now.toISOString());
    const next = await findEnd(tx, position, most);
    await addBetween(tx, position, next);
    const isLast = next === null && position.window === WINDOWS.length - 1;
    const reached = next ?? firstOf(position.window + 1, position.begunAt);
    await tx.execute(sql`
      update rollup_backfills
      set position = ${JSON.stringify(reached)}, completed_at = ${isLast ? now.toISOString() : null}
      where source = 'card_views'`);
    return isLast;
  });
}

const firstOf = (window: number, begunAt: string): Position => ({
  begunAt,
  window,
  cardId: '',
  time: '-infinity',
});

/** The moment this many days before another, as PostgreSQL reads it. */
function daysBefore(begunAt: string, days: number): string {
  if (!Number.isFinite(days)) return days > 0 ? '-infinity' : 'infinity';
  return new Date(new Date(begunAt).getTime() - days * DAY_MS).toISOString();
}

/** The views of the current window after the saved position. */
function isAfter({ begunAt, window, cardId, time }: Position) {
  const { from, to } = WINDOWS[window] ?? { from: 0, to: 0 };
  return sql`(card_id, created_at) > (${cardId}, ${time}::timestamptz)
    and created_at >= ${daysBefore(begunAt, from)}::timestamptz and created_at < ${daysBefore(begunAt, to)}::timestamptz`;
}

/** The last of the next `most` views; null if the window has fewer. Views at exactly that time are included. */
async function findEnd(tx: Db, position: Position, most: number): Promise<Position | null> {
  const { rows } = await tx.execute<{ cardId: string; time: string }>(sql`
    select card_id as "cardId", created_at::text as time from card_views where ${isAfter(position)}
    order by card_id, created_at offset ${most - 1} limit 1`);
  return rows[0] ? { ...position, ...rows[0] } : null;
}

async function addBetween(tx: Db, position: Position, end: Position | null): Promise<void> {
  const isBefore = end ? sql`and (card_id, created_at) <= (${end.cardId}, ${end.time}::timestamptz)` : sql``;
  const isInStep = sql`${isAfter(position)} ${isBefore} and is_first is null`;
  // Locks in the order in which a new view is counted, so that the two never deadlock.
  await tx.execute(sql`
    select from business_cards where id in (select card_id from card_views where ${isInStep})
    order by id for no key update`);
  await tx.execute(sql`
    select add_to_rollups(array_agg(v)) from card_views v where ${isInStep} having count(*) > 0`);
}
