import { sql } from 'drizzle-orm';
import type { Visitor } from '#server/analytics/visitor.ts';
import type { App } from '#server/context.ts';
import { REPEAT_VIEW_MINUTES } from '#shared/constants.ts';

export interface PendingView extends Visitor {
  id: string;
  cardId: string;
  /** Null with Do-Not-Track: such a view counts, and its visitor is not known. */
  visitor: Buffer | null;
  createdAt: Date;
}

/** When a visitor's latest view that counted took place, in milliseconds of the epoch. */
export interface CountedVisitor extends Record<string, unknown> {
  visitor: Buffer;
  countedAt: number;
}

/**
 * Writes a batch at once and counts it: a visitor's view within 30 minutes of one that counted is dropped, whichever
 * process took it, and so are views of cards that are gone. Writing the same batch again changes nothing. A batch
 * holds at most one view of a visitor.
 */
export async function writeViews({ db }: App, views: PendingView[]): Promise<CountedVisitor[]> {
  const cardIds = [...new Set(views.map(({ cardId }) => cardId))];
  return db.transaction(async (tx) => {
    // Locked in the order of ids, two processes never wait for each other in a circle; and the visitors of a locked
    // card are nobody else's to write until we commit.
    await tx.execute(sql`
      select 1 from business_cards where id = any(${sql.param(cardIds)}::text[]) and deleted_at is null
      order by id for no key update`);
    const { rows } = await tx.execute<CountedVisitor>(countingQuery(views));
    return rows;
  });
}

function countingQuery(views: PendingView[]) {
  const column = <Value>(pick: (view: PendingView) => Value) => sql.param(views.map(pick));
  return sql`
    with sent as (
      select v.* from unnest(
        ${column(({ id }) => id)}::text[],
        ${column(({ cardId }) => cardId)}::text[],
        ${column(({ visitor }) => visitor)}::bytea[],
        ${column(({ viewerIp }) => viewerIp)}::text[],
        ${column(({ viewerLocation }) => viewerLocation)}::text[],
        ${column(({ viewerDevice }) => viewerDevice)}::text[],
        ${column(({ referrer }) => referrer)}::text[],
        ${column(({ createdAt }) => createdAt.toISOString())}::timestamptz[]
      ) as v(id, card_id, visitor, viewer_ip, viewer_location, viewer_device, referrer, created_at)
      join business_cards c on c.id = v.card_id and c.deleted_at is null
      -- A batch whose commit was done but not heard of is sent again.
      where not exists (select from card_views w where w.id = v.id)
    ), judged as (
      select sent.*, known.counted_at,
        known.counted_at is null
          or sent.created_at >= known.counted_at + make_interval(mins => ${REPEAT_VIEW_MINUTES}) as is_fresh
      from sent
      left join card_visitors known on known.card_id = sent.card_id and known.visitor = sent.visitor
    ), fresh as (
      select * from judged where is_fresh
    ), kept as (
      insert into card_views (id, card_id, viewer_ip, viewer_location, viewer_device, referrer, created_at)
      select id, card_id, viewer_ip, viewer_location, viewer_device, referrer, created_at from fresh
    ), remembered as (
      insert into card_visitors (card_id, visitor, counted_at)
      select card_id, visitor, created_at from fresh where visitor is not null
      on conflict (card_id, visitor) do update set counted_at = excluded.counted_at
    ), counted as (
      update business_cards c
      set view_count = c.view_count + n.views, unique_view_count = c.unique_view_count + n.visitors
      from (
        select card_id, count(*)::int as views,
          (count(*) filter (where visitor is not null and counted_at is null))::int as visitors
        from fresh group by card_id
      ) n
      where c.id = n.card_id
    )
    select visitor, (extract(epoch from case when is_fresh then created_at else counted_at end) * 1000)::float8 as "countedAt"
    from judged where visitor is not null`;
}
