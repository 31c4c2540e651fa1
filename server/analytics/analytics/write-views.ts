import { sql } from 'drizzle-orm';
import type { View } from '#server/analytics/analytics/view.ts';
import type { Db } from '#server/db/open.ts';
import { REPEAT_VIEW_MINUTES } from '#shared/contract/constants.ts';

export interface PendingView extends View {
  /**
   * False once the limit of new visitors is reached: then the view counts only if the card already knows its visitor.
   */
  mayBeFirst: boolean;
}

/** The result of writing a view. */
export interface ViewVerdict {
  isCounted: boolean;
  /** True if its visitor was new to the card. */
  isFirst: boolean;
  /** When the visitor's latest counted view took place, in milliseconds since the epoch; null if there is none. */
  countedAt: number | null;
}

/**
 * Writes a batch in one statement, committed when this resolves (`count_views`, server/db/migrations). A batch contains
 * at most one view per visitor. A function of the database, because it must lock the cards before it looks at existing
 * views, in one round trip; a named prepared statement cannot, and fails behind a pooler. The verdicts come as ids in one
 * row, because the driver makes an object of each row, field by field.
 */
export async function writeViews(db: Db, views: PendingView[]): Promise<ViewVerdict[]> {
  const { rows } = await db.execute<{
    first: string[] | null;
    known: string[] | null;
    refused: string[] | null;
    refusedAt: (number | null)[] | null;
  }>(sql`
    select array_agg(id) filter (where is_counted and is_first) as first,
      array_agg(id) filter (where is_counted and not is_first) as known,
      array_agg(id) filter (where not is_counted) as refused,
      array_agg((extract(epoch from counted_at) * 1000)::float8) filter (where not is_counted) as "refusedAt"
    from count_views(${JSON.stringify(views.map(toRow))}::json, ${REPEAT_VIEW_MINUTES})`);
  const [found] = rows;
  const first = new Set(found?.first);
  const known = new Set(found?.known);
  const refused = new Map(found?.refused?.map((id, index) => [id, found.refusedAt?.[index] ?? null]));
  return views.map(({ id, createdAt }) => {
    const isFirst = first.has(id);
    if (isFirst || known.has(id)) return { isCounted: true, isFirst, countedAt: createdAt.getTime() };
    return { isCounted: false, isFirst, countedAt: refused.get(id) ?? null };
  });
}

const toRow = (view: PendingView) => ({
  id: view.id,
  card_id: view.cardId,
  visitor: view.visitor?.toString('base64') ?? null,
  may_be_first: view.mayBeFirst,
  viewer_ip: view.viewerIp,
  viewer_location: view.viewerLocation,
  viewer_device: view.viewerDevice,
  referrer: view.referrer,
  via: view.via,
  tag: view.tag,
  nfc_tag: view.nfcTag,
  created_at: view.createdAt,
});
