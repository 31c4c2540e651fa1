import { boolean, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { createdAt, momentColumn } from '#server/db/columns.ts';
import { businessCards } from './schema.ts';

/** NFC tags that carry a card's link. */
export const nfcTags = pgTable(
  'nfc_tags',
  {
    cardId: text('card_id')
      .notNull()
      .references(() => businessCards.id, { onDelete: 'cascade' }),
    /** Counts from 1 for each card and stands in the tag's link; the number of a removed tag is not used again. */
    number: smallint('number').notNull(),
    name: text('name').notNull(),
    createdAt: createdAt(),
    /** When a phone wrote the link to it and read it back; null while that has not been seen. */
    writtenAt: momentColumn('written_at'),
    isLocked: boolean('is_locked').notNull().default(false),
    /** Removed tags are kept, so that removing can be undone; their views no longer count as theirs. */
    removedAt: momentColumn('removed_at'),
    /** Counted by the trigger of `card_views`. */
    views: integer('views').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.cardId, table.number] })],
);
