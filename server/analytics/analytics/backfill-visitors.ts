import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/open.ts';

/**
 * Adds visitors from before the rollups, which have no `first_seen_at`. When they first came is no longer known: they
 * count as new in the hour of their latest view, each once, so that the hours add up to the card's unique views.
 */

/** Adds `most` visitors. Returns whether nothing is left, or another process is at work. */
export async function addVisitors(db: Db, now: Date, most: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ position: string | null }>(sql`
      select position from rollup_backfills where source = 'card_visitors' and completed_at is null
      for update skip locked`);
    if (!rows[0]) return true;
    const after = parseKey(rows[0].position);
    const end = await findEnd(tx, after, most);
    const isBeforeEnd = end ? sql`and (card_id, visitor) <= (${end.cardId}, ${end.visitor})` : sql``;
    const isInStep = sql`(card_id, visitor) > (${after.cardId}, ${after.visitor}) ${isBeforeEnd} and first_seen_at is null`;
    await tx.execute(sql`
      select from business_cards where id in (select card_id from card_visitors where ${isInStep})
      order by id for no key update`);
    await tx.execute(sql`
      insert into card_hours (card_id, hour, views, new_visitors)
      select card_id, date_trunc('hour', counted_at, 'UTC'), 0, count(*) from card_visitors where ${isInStep}
      group by 1, 2 order by 1, 2
      on conflict (card_id, hour) do update set new_visitors = card_hours.new_visitors + excluded.new_visitors`);
    const position = end ? `${end.cardId} ${end.visitor.toString('base64')}` : null;
    await tx.execute(sql`
      update rollup_backfills set position = ${position}, completed_at = ${end ? null : now.toISOString()}
      where source = 'card_visitors'`);
    return end === null;
  });
}

interface Key extends Record<string, unknown> {
  cardId: string;
  visitor: Buffer;
}

function parseKey(position: string | null): Key {
  const [cardId = '', visitor = ''] = position?.split(' ') ?? [];
  return { cardId, visitor: Buffer.from(visitor, 'base64') };
}

async function findEnd(tx: Db, after: Key, most: number): Promise<Key | null> {
  const { rows } = await tx.execute<Key>(sql`
    select card_id as "cardId", visitor from card_visitors
    where (card_id, visitor) > (${after.cardId}, ${after.visitor})
    order by card_id, visitor offset ${most - 1} limit 1`);
  return rows[0] ?? null;
}
