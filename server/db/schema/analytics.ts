import { boolean, date, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { bytea, createdAt, momentColumn } from '#server/db/columns.ts';
import { cardId } from './cards.ts';

/**
 * The tables of views. A trigger adds every view inserted into `card_views` to `card_hours` and `card_days` in the
 * same statement.
 */

export const cardViews = pgTable(
  'card_views',
  {
    id: text('id').primaryKey(),
    cardId: cardId(),
    /** Only the network part (IPv4 /24, IPv6 /48); null with Do-Not-Track. */
    viewerIp: text('viewer_ip'),
    viewerLocation: text('viewer_location'),
    /** Null only with Do-Not-Track. */
    viewerDevice: text('viewer_device'),
    referrer: text('referrer'),
    /** The channel named in the link, one of `CHANNELS`. */
    via: text('via'),
    /** The name of the occasion, chosen by the link's creator. */
    tag: text('tag'),
    /** The number of the card's NFC tag that led there. */
    nfcTag: smallint('nfc_tag'),
    /**
     * True if it was its visitor's first view. Null: written before there were rollups, so the trigger did not add it.
     */
    isFirst: boolean('is_first').default(false),
    createdAt: createdAt(),
  },
  (table) => [index('card_views_card_id').on(table.cardId, table.createdAt)],
);

/** Visitors already counted: an HMAC of card, address and user agent, never linkable between cards. */
export const cardVisitors = pgTable(
  'card_visitors',
  {
    cardId: cardId(),
    visitor: bytea('visitor').notNull(),
    /** Their most recent view that counted. */
    countedAt: momentColumn('counted_at').notNull(),
    /** Null: first seen before this column existed. */
    firstSeenAt: momentColumn('first_seen_at'),
  },
  (table) => [primaryKey({ columns: [table.cardId, table.visitor] })],
);

/** Views per hour (UTC). The visitors of a range of hours are those first seen in it. */
export const cardHours = pgTable(
  'card_hours',
  {
    cardId: cardId(),
    hour: momentColumn('hour').notNull(),
    views: integer('views').notNull(),
    newVisitors: integer('new_visitors').notNull(),
  },
  (table) => [primaryKey({ columns: [table.cardId, table.hour] })],
);

/** Views per day (UTC) and property; beyond 50 values of a kind, the value is "Other". */
export const cardDays = pgTable(
  'card_days',
  {
    cardId: cardId(),
    day: date('day').notNull(),
    kind: text('kind').$type<'device' | 'source' | 'channel' | 'tag' | 'place'>().notNull(),
    value: text('value').notNull(),
    views: integer('views').notNull(),
  },
  (table) => [primaryKey({ columns: [table.cardId, table.day, table.kind, table.value] })],
);

/** Progress of adding rows from an older release to the rollups. */
export const rollupBackfills = pgTable('rollup_backfills', {
  /** The table being read: card_views or card_visitors. */
  source: text('source').primaryKey(),
  /** How far the job has come: in views a time, newest first; in visitors a key. Null: not started. */
  position: text('position'),
  completedAt: momentColumn('completed_at'),
});
