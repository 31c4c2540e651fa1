import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  pgSequence,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core';
import { actorColumns, momentColumn } from '#server/db/columns.ts';
import type { SUBSCRIPTION_STATUSES } from '#shared/contract/constants.ts';
import { userId } from './users.ts';

/**
 * Counters, which triggers update in the same transaction as the rows they count. `contacts`, `lead_captures` and
 * `users` also have `search_text` and `search_grams` (server/db/search/search.ts), which are left out of the schema
 * so that no list or export reads them. Likewise, cards, contacts, leads, notes, both kinds of tags and links have the number,
 * time and actor of their last change: `change_number`, `change_at`, `actor_kind` and `actor_id` (docs/decisions/355);
 * `contact_history` has the actor.
 */

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
    /** That of the account, which may be gone when this row goes. */
    kind: text('kind').notNull().default('person'),
    /** In UTC. */
    signedUpOn: date('signed_up_on').notNull(),
    /** False until `countExisting` has counted what existed before there were counters. */
    isCounted: boolean('is_counted').notNull().default(true),
  },
  (table) => [index('user_counts_uncounted').on(table.userId).where(sql`not ${table.isCounted}`)],
);

/**
 * How many bytes an account's contacts and leads take (docs/decisions/298): these sums, and on top of them what
 * `contact_use_changes` holds. An account without a row starts at 0.
 */
export const contactUse = pgTable(
  'contact_use',
  {
    userId: userId().primaryKey(),
    /** Contacts, leads, notes and history; null until `countContactUse` has counted what was there before. */
    bytes: bigint('bytes', { mode: 'number' }).default(0),
    /** Kept to undo deletions, merges, changes of many contacts and imports. */
    undoBytes: bigint('undo_bytes', { mode: 'number' }).default(0),
    /** The share, in percent, that the owner was last told of: 0, 90 or 100. */
    told: smallint('told').notNull().default(0),
    /** When there was last found to be no room. */
    fullAt: momentColumn('full_at'),
  },
  (table) => [index('contact_use_uncounted').on(table.userId).where(sql`${table.bytes} is null`)],
);

/** Written by triggers with what they count, and added up now and then: a counter's row would make writers wait. */
export const contactUseChanges = pgTable(
  'contact_use_changes',
  {
    nth: bigint('nth', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Without a reference: the account may be gone when its rows go. */
    userId: text('user_id').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    undoBytes: bigint('undo_bytes', { mode: 'number' }).notNull(),
  },
  (table) => [index('contact_use_changes_user_id').on(table.userId)],
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

/** Gives every change its number: see `server/access/write-in-order.ts`. */
export const changeNumbers = pgSequence('change_numbers');

/** That something is gone, for 90 days, and no word of it. Written by triggers, also for what goes with something else. */
export const tombstones = pgTable(
  'tombstones',
  {
    userId: userId(),
    kind: text('kind')
      .$type<'card' | 'contact' | 'contactLink' | 'contactNote' | 'contactTag' | 'lead'>()
      .notNull(),
    id: text('id').notNull(),
    /** One that comes back has a higher number, and goes before this. */
    changeNumber: bigint('change_number', { mode: 'number' }).notNull(),
    changedAt: momentColumn('changed_at').notNull(),
    ...actorColumns,
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.kind, table.id] }),
    index('tombstones_changed_at').on(table.changedAt),
  ],
);
