import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytea, createdAt, momentColumn } from '#server/db/columns.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import { users } from './users.ts';

/** For running the server: its keys, indexes that are built while it runs, restored backups, and the acts of administrators. */

/** Keys created at the first start and shared by every process on this database. */
export const secrets = pgTable('secrets', {
  name: text('name').primaryKey(),
  value: bytea('value').notNull(),
});

/**
 * Indexes that `buildIndexes` builds without blocking writes; migrations add rows, and build them at once on small
 * tables.
 */
export const onlineIndexes = pgTable('online_indexes', {
  name: text('name').primaryKey(),
  /** The rest of the statement, after `CREATE INDEX name`. */
  definition: text('definition').notNull(),
  /** An index to drop once this one is built. */
  replaces: text('replaces'),
});

/**
 * Each time a backup was brought back into this database: until every one is released, nothing leaves the house
 * (docs/decisions/369).
 */
export const restorations = pgTable('restorations', {
  id: text('id').primaryKey(),
  restoredAt: momentColumn('restored_at').notNull(),
  /** The moment that the backup shows. */
  takenAt: momentColumn('taken_at').notNull(),
  /** The release that made the backup. */
  release: text('release').notNull(),
  releasedAt: momentColumn('released_at'),
});

/**
 * Objects of a bucket that no other row names before they are written: a row is committed before its object and goes after
 * it (docs/decisions/383).
 */
export const keptFiles = pgTable(
  'kept_files',
  {
    folder: text('folder').notNull(),
    name: text('name').notNull(),
    writtenAt: momentColumn('written_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.folder, table.name] })],
);

/** The acts of administrators, with their reasons. The rows outlive the accounts they are about. */
export const adminActions = pgTable(
  'admin_actions',
  {
    id: text('id').primaryKey(),
    adminId: text('admin_id')
      .$type<AccountId>()
      .references(() => users.id, { onDelete: 'set null' }),
    adminName: text('admin_name').notNull(),
    action: text('action').notNull(),
    /** The account, or whatever else it was done to. */
    targetId: text('target_id').notNull(),
    targetName: text('target_name').notNull(),
    reason: text('reason').notNull(),
    details: jsonb('details').$type<Record<string, string>>().notNull().default({}),
    createdAt: createdAt(),
  },
  (table) => [
    index('admin_actions_newest').on(table.createdAt, table.id),
    index('admin_actions_target').on(table.targetId, table.createdAt, table.id),
    index('admin_actions_admin_id').on(table.adminId),
  ],
);

/**
 * Points of rate limits that guard secrets or money (docs/decisions/387). Unlogged, so a crash of the database empties it, a
 * standby has none of it, and no backup carries it.
 */
export const limitCounts = pgTable(
  'limit_counts',
  {
    /** A keyed hash of the limit and of whom it counts. */
    key: bytea('key').primaryKey(),
    points: integer('points').notNull(),
    /** The points expire; the row may be deleted. */
    endsAt: momentColumn('ends_at').notNull(),
    /** No call passes before it. */
    opensAt: momentColumn('opens_at'),
    /** The last call did not pass. */
    isRefused: boolean('is_refused').notNull().default(false),
  },
  (table) => [index('limit_counts_ends_at').on(table.endsAt)],
);
