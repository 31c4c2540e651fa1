import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { InvoiceStatus, ProviderStatus } from '#shared/billing.ts';
import { createdAt, moment } from './columns.ts';
import { users } from './schema.ts';

/** The tables of payments: what the provider reported, and what was started with it. */

const userId = () =>
  text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/** What the payment provider last reported about a user's subscription; `users` holds what follows from it. */
export const subscriptions = pgTable('subscriptions', {
  userId: userId().primaryKey(),
  status: text('status').$type<ProviderStatus>(),
  quantity: integer('quantity'),
  trialEndsAt: moment('trial_ends_at'),
  periodEndsAt: moment('period_ends_at'),
  cancelsAt: moment('cancels_at'),
  endedAt: moment('ended_at'),
  /** Amount of the next bill, including proration for changes in the current period. */
  nextCents: integer('next_cents'),
  /** End of the free days granted by an administrator. */
  grantedUntil: moment('granted_until'),
  /** Increases with each applied report, so that one older than the last can be recognized. */
  version: integer('version').notNull().default(0),
  syncedAt: moment('synced_at'),
});

/** Bills as issued by the payment provider; amounts in US cents. */
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

/** Every event of the payment provider with a valid signature, once. */
export const billingEvents = pgTable(
  'billing_events',
  {
    /** The provider's id, so that an event is applied only once. */
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
    occurredAt: moment('occurred_at').notNull(),
    receivedAt: moment('received_at').notNull(),
    /** Null if it could not be applied; `error` then says why. */
    appliedAt: moment('applied_at'),
    effect: text('effect'),
    error: text('error'),
    tries: integer('tries').notNull().default(1),
  },
  (table) => [index('billing_events_user_id').on(table.userId, table.receivedAt)],
);

/** Started checkouts. The id is the provider's idempotency key: a second click leads to the same page. */
export const checkouts = pgTable(
  'checkouts',
  {
    id: text('id').primaryKey(),
    userId: userId(),
    quantity: integer('quantity').notNull(),
    trialDays: integer('trial_days').notNull(),
    /** The page's id at the provider and its URL; null until the provider has responded. */
    sessionId: text('session_id'),
    url: text('url'),
    createdAt: createdAt(),
    closedAt: moment('closed_at'),
  },
  (table) => [uniqueIndex('checkouts_open_key').on(table.userId).where(sql`${table.closedAt} is null`)],
);

/** The data of the built-in test provider: its customers, checkouts and subscriptions, as it reports them. */
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
