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

const GONE: ViewVerdict = { isCounted: false, isFirst: false, countedAt: null };

/**
 * Writes a batch in one statement, committed when this resolves (`count_views`, server/db/migrations). A batch contains
 * at most one view per visitor. A function of the database, because it must lock the cards before it looks at existing
 * views, in one round trip; a named prepared statement cannot, and fails behind a pooler.
 */
export async function writeViews(db: Db, views: PendingView[]): Promise<ViewVerdict[]> {
  const { rows } = await db.execute<
    { id: string } & { [column in keyof ViewVerdict]: ViewVerdict[column] }
  >(sql`
    select id, is_counted as "isCounted", is_first as "isFirst",
      (extract(epoch from counted_at) * 1000)::float8 as "countedAt"
    from count_views(${JSON.stringify(views.map(toRow))}::json, ${REPEAT_VIEW_MINUTES})`);
  const verdicts = new Map(rows.map(({ id, ...verdict }) => [id, verdict]));
  return views.map(({ id }) => verdicts.get(id) ?? GONE);
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
