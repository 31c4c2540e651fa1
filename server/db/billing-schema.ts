import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { InvoiceStatus, ProviderStatus } from '#shared/billing.ts';
import { createdAt, moment } from './columns.ts';
import { users } from './schema.ts';

/** The tables of payments: what the provider told, and what was begun with it. */

const userId = () =>
  text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/** What the payment provider last said of a user's subscription; `users` carries what follows from it. */
export const subscriptions = pgTable('subscriptions', {
  userId: userId().primaryKey(),
  status: text('status').$type<ProviderStatus>(),
  quantity: integer('quantity'),
  trialEndsAt: moment('trial_ends_at'),
  periodEndsAt: moment('period_ends_at'),
  cancelsAt: moment('cancels_at'),
  endedAt: moment('ended_at'),
  /** What the next bill comes to, with what changes within the period cost or save. */
  nextCents: integer('next_cents'),
  /** End of the free days an administrator gave. */
  grantedUntil: moment('granted_until'),
  /** Counts what was applied, so that an answer older than the last one applied is noticed. */
  version: integer('version').notNull().default(0),
  syncedAt: moment('synced_at'),
});

/** Bills as the payment provider wrote them; amounts in US cents. */
export const invoices = pgTable(
  'invoices',
  {
    id: text('id').primaryKey(),
    userId: userId(),
    number: text('number'),
    status: text('status').$type<InvoiceStatus>().notNull(),
    cents: integer('cents').notNull(),
    createdAt: moment('created_at').notNull(),
    paidAt: moment('paid_at'),
    url: text('url'),
  },
  (table) => [index('invoices_user_id').on(table.userId, table.createdAt)],
);

/** Every event of the payment provider that carried a right signature, once. */
export const billingEvents = pgTable(
  'billing_events',
  {
    /** The provider's id: an event is applied once. */
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
    occurredAt: moment('occurred_at').notNull(),
    receivedAt: moment('received_at').notNull(),
    /** Null while it could not be applied; `error` then says why. */
    appliedAt: moment('applied_at'),
    effect: text('effect'),
    error: text('error'),
    tries: integer('tries').notNull().default(1),
  },
  (table) => [index('billing_events_user_id').on(table.userId, table.receivedAt)],
);

/** Checkouts begun. The id is the idempotency key at the provider: a second press leads to the same page. */
export const checkouts = pgTable(
  'checkouts',
  {
    id: text('id').primaryKey(),
    userId: userId(),
    quantity: integer('quantity').notNull(),
    trialDays: integer('trial_days').notNull(),
    /** The provider's id and address of the page; null until it has answered. */
    sessionId: text('session_id'),
    url: text('url'),
    createdAt: createdAt(),
    closedAt: moment('closed_at'),
  },
  (table) => [uniqueIndex('checkouts_open_key').on(table.userId).where(sql`${table.closedAt} is null`)],
);

/** What the built-in test provider knows: its customers, checkouts and subscriptions, as it would tell them. */
export const testProviderObjects = pgTable(
  'test_provider_objects',
  {
    id: text('id').primaryKey(),
    kind: text('kind').notNull(),
    customerId: text('customer_id').notNull(),
    data: jsonb('data').notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('test_provider_objects_customer_id').on(table.customerId, table.kind)],
);
