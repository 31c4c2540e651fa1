import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt } from '#server/db/columns.ts';
import { users } from './schema.ts';

/** What happened to accounts: the history that owners read, and the audit log of administrators. */

export const accountEvents = pgTable(
  'account_events',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** A key of `EVENTS` in server/infra/journal/event-kinds.ts. */
    kind: text('kind').notNull(),
    /** Browser and kind of device; null for what no browser did. */
    device: text('device'),
    /** The network part of the address, as in `networkOf`. */
    network: text('network'),
    place: text('place'),
    details: jsonb('details').$type<Record<string, string>>().notNull().default({}),
    /** How many times it happened, if the row stands for several. */
    count: integer('count').notNull().default(1),
    /** Events with the same key are one row; null for an event that always has its own. */
    foldKey: text('fold_key'),
    /** The last time, if the row stands for several. */
    createdAt: createdAt(),
  },
  (table) => [
    index('account_events_newest').on(table.userId, table.createdAt, table.id),
    uniqueIndex('account_events_fold').on(table.userId, table.foldKey),
    index('account_events_created_at').on(table.createdAt),
  ],
);

/** What administrators did, and why. The rows outlive the accounts they are about. */
export const adminActions = pgTable(
  'admin_actions',
  {
    id: text('id').primaryKey(),
    adminId: text('admin_id').references(() => users.id, { onDelete: 'set null' }),
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
