import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core';
import type { SUBSCRIPTION_STATUSES } from '#shared/constants.ts';
import { users } from './schema.ts';

/**
 * What lists need besides their rows: counters, which triggers update in the same transaction as the rows they count,
 * and indexes that are built while the product runs. `contacts`, `lead_captures` and `users` also have `search_text`
 * and `search_grams` (server/db/search.ts), which are left out of the schema so that no list or export reads them.
 */

const userId = () =>
  text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/** Totals per user. Not in `users`, so that a new contact does not invalidate the pages that show their owner. */
export const userCounts = pgTable(
  'user_counts',
  {
    userId: userId().primaryKey(),
    /** Deleted cards, which can be restored, do not count. */
    cards: integer('cards').notNull().default(0),
    contacts: integer('contacts').notNull().default(0),
    leads: integer('leads').notNull().default(0),
    status: text('status').$type<(typeof SUBSCRIPTION_STATUSES)[number]>().notNull(),
    /** In UTC. */
    signedUpOn: date('signed_up_on').notNull(),
    /** False until `countExisting` has counted what existed before there were counters. */
    isCounted: boolean('is_counted').notNull().default(true),
  },
  (table) => [index('user_counts_uncounted').on(table.userId).where(sql`not ${table.isCounted}`)],
);

/** How many contacts a user gained on each day (UTC). */
export const contactDays = pgTable(
  'contact_days',
  { userId: userId(), day: date('day').notNull(), contacts: integer('contacts').notNull() },
  (table) => [primaryKey({ columns: [table.userId, table.day] })],
);

/**
 * The sums of `user_counts` over all users. Each total is spread over several rows so that sign-ups do not wait for
 * each other.
 */
export const platformCounts = pgTable(
  'platform_counts',
  {
    name: text('name').notNull(),
    /** The day (UTC) for `signups`, else -infinity. */
    day: date('day').notNull(),
    shard: smallint('shard').notNull(),
    count: bigint('count', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.name, table.day, table.shard] })],
);

/**
 * Indexes that `buildIndexes` builds without blocking writes; migrations add rows, and build them at once on small
 * tables.
 */
export const onlineIndexes = pgTable('online_indexes', {
  name: text('name').primaryKey(),
  /** What follows `CREATE INDEX name`. */
  definition: text('definition').notNull(),
  /** An index to drop once this one is built. */
  replaces: text('replaces'),
});
