import { pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, momentColumn } from '#server/db/columns.ts';

/**
 * Cards whose owner chose Google Wallet. A row outlives its card until Google has been told that the card is gone, so
 * it refers to no other.
 */
export const googlePasses = pgTable('google_passes', {
  cardId: text('card_id').primaryKey(),
  createdAt: createdAt(),
  /** The id under which Google has the card; null until it was put there. */
  objectId: text('object_id'),
  /** A hash of what was put, or "EXPIRED". */
  put: text('put'),
  putAt: momentColumn('put_at'),
});
