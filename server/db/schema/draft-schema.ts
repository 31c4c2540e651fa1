import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { createdAt, momentColumn } from '#server/db/columns.ts';
import type { DraftFields } from '#shared/cards/drafts.ts';
import { businessCards, users } from './schema.ts';

/** What was typed into the form of a card and not saved yet. */
export const cardDrafts = pgTable(
  'card_drafts',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Chosen by the browser tab, and unique within the account only, so that nobody can probe for others'. */
    id: text('id').notNull(),
    /** Null for a card that does not exist yet. */
    cardId: text('card_id').references(() => businessCards.id, { onDelete: 'cascade' }),
    /** The card's version when the form was opened. */
    baseVersion: integer('base_version'),
    /** The fields that were changed, as typed; and the same fields as they were when the form was opened. */
    fields: jsonb('fields').$type<DraftFields>().notNull(),
    before: jsonb('before').$type<DraftFields>().notNull(),
    /** Names of the uploads among the fields: the sweep keeps them as long as the draft. */
    mediaNames: text('media_names').array().notNull().default(sql`'{}'`),
    /** Counts the tab's changes, so that a request that arrives late does not replace a later one. */
    revision: integer('revision').notNull(),
    createdAt: createdAt(),
    updatedAt: momentColumn('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    index('card_drafts_card_id').on(table.cardId),
    index('card_drafts_updated_at').on(table.updatedAt),
  ],
);

/**
 * Drafts that were saved, for 30 days: what arrives late for one is not kept again, and a new card that is sent again,
 * because its answer was lost, is not made again.
 */
export const endedDrafts = pgTable(
  'ended_drafts',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    id: text('id').notNull(),
    /** The new card that was made of it, which may be gone; null where a card was changed. */
    madeCardId: text('made_card_id'),
    /** A keyed hash of what was sent to make it. */
    bodyHash: text('body_hash'),
    endedAt: momentColumn('ended_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    index('ended_drafts_ended_at').on(table.endedAt),
  ],
);
