import { boolean, date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytea, createdAt, moment } from './columns.ts';
import { businessCards } from './schema.ts';

/**
 * The tables of views. Every view inserted into `card_views` is added to `card_hours` and `card_days` by a trigger, in the
 * same statement, whoever inserts it.
 */

const cardId = () =>
  text('card_id')
    .notNull()
    .references(() => businessCards.id, { onDelete: 'cascade' });

export const cardViews = pgTable(
  'card_views',
  {
    id: text('id').primaryKey(),
    cardId: cardId(),
    /** The network part only (IPv4 /24, IPv6 /48); null with Do-Not-Track. */
    viewerIp: text('viewer_ip'),
    viewerLocation: text('viewer_location'),
    /** Null with Do-Not-Track only. */
    viewerDevice: text('viewer_device'),
    referrer: text('referrer'),
    /** The channel that the link named, one of `CHANNELS`. */
    via: text('via'),
    /** What the link's maker called the occasion. */
    tag: text('tag'),
    /** Whether it was the first view of its visitor. Null: written before there were rollups, so that the trigger did not add it. */
    isFirst: boolean('is_first').default(false),
    createdAt: createdAt(),
  },
  (table) => [index('card_views_card_id').on(table.cardId, table.createdAt)],
);

/** Who has been counted: an HMAC of card, address and user agent, never linkable between cards. */
export const cardVisitors = pgTable(
  'card_visitors',
  {
    cardId: cardId(),
    visitor: bytea('visitor').notNull(),
    /** Their latest view that counted. */
    countedAt: moment('counted_at').notNull(),
    /** Null: first seen before this was kept. */
    firstSeenAt: moment('first_seen_at'),
  },
  (table) => [primaryKey({ columns: [table.cardId, table.visitor] })],
);

/** Views by hour (UTC); the visitors of a range of hours are those first seen in it. */
export const cardHours = pgTable(
  'card_hours',
  {
    cardId: cardId(),
    hour: moment('hour').notNull(),
    views: integer('views').notNull(),
    newVisitors: integer('new_visitors').notNull(),
  },
  (table) => [primaryKey({ columns: [table.cardId, table.hour] })],
);

/** Views by day (UTC) and by what is known of them; beyond 50 values of a kind the value is "Other". */
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

/** Rows of an older release that still have to be added to the rollups: how far the job has come. */
export const rollupBackfills = pgTable('rollup_backfills', {
  /** The table that is read: card_views or card_visitors. */
  source: text('source').primaryKey(),
  /** What lies beyond is done: of views a time, newest first; of visitors a key. Null: not begun. */
  position: text('position'),
  completedAt: moment('completed_at'),
});
