import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, momentColumn } from '#server/db/columns.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import type { Interval, InvoiceStatus, ProviderStatus } from '#shared/money/billing.ts';
import { userId, users } from './users.ts';

/** The tables of payments: what the provider reported, and what was started with it. */

export type Ending = 'cancelled' | 'dropped' | 'suspended' | 'empty';

/** The payment provider's last report about a user's subscription; `users` holds what follows from it. */
export const subscriptions = pgTable('subscriptions', {
  userId: userId().primaryKey(),
  status: text('status').$type<ProviderStatus>(),
  quantity: integer('quantity'),
  trialEndsAt: momentColumn('trial_ends_at'),
  periodEndsAt: momentColumn('period_ends_at'),
  cancelsAt: momentColumn('cancels_at'),
  /**
   * Why it ends, noted before the provider is told: its owner cancelled and pays what is due, or dropped the open bill,
   * or the account was suspended, or nobody holds a card of the team anymore. Null if it renews, or was cancelled at the
   * provider.
   */
  ending: text('ending').$type<Ending>(),
  endingAt: momentColumn('ending_at'),
  /** When a job last tried to leave nothing to be charged; null if nothing is. */
  unsettledAt: momentColumn('unsettled_at'),
  endedAt: momentColumn('ended_at'),
  /** The price of one unit there; `unitCents` is null if that is not one amount. */
  currency: text('currency'),
  interval: text('interval').$type<Interval>(),
  intervalCount: integer('interval_count'),
  unitCents: integer('unit_cents'),
  /** When the provider gives up retrying a failed charge. */
  lapsesAt: momentColumn('lapses_at'),
  /** Amount of the next bill, including proration for changes in the current period. */
  nextCents: integer('next_cents'),
  /** End of the free days granted by an administrator. */
  grantedUntil: momentColumn('granted_until'),
  /** Increases with each applied report, so that one older than the last can be recognized. */
  version: integer('version').notNull().default(0),
  syncedAt: momentColumn('synced_at'),
  /** The number of cards in the price that the user was last told, and since when another one is to be told. */
  toldQuantity: integer('told_quantity'),
  priceChangedAt: momentColumn('price_changed_at'),
  /** The payment card that is charged, like "Visa ending in 4242", and the end of its last month. */
  paymentCard: text('payment_card'),
  paymentCardEndsAt: momentColumn('payment_card_ends_at'),
});

/** Mails to users about their subscription: the last fact said of each kind, so that it is said once. */
export const billingNotices = pgTable(
  'billing_notices',
  {
    userId: userId(),
    kind: text('kind').notNull(),
    /** The fact, such as the id of an invoice, or a day and a sum. */
    fact: text('fact').notNull(),
    saidAt: momentColumn('said_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.kind] })],
);

/** The reference on a team’s invoices, and where they go besides to its owner. */
export const invoiceDetails = pgTable('invoice_details', {
  userId: userId().primaryKey(),
  /** Such as the number of a purchase order. */
  reference: text('reference'),
  /** Confirmed by a link that was mailed there. */
  email: text('email'),
  /** Replaces it as soon as it is confirmed. */
  pendingEmail: text('pending_email'),
});

/** Bills as issued by the payment provider; amounts in the smallest unit of their currency. */
export const invoices = pgTable(
  'invoices',
  {
    id: text('id').primaryKey(),
    userId: userId(),
    number: text('number'),
    status: text('status').$type<InvoiceStatus>().notNull(),
    cents: integer('cents').notNull(),
    currency: text('currency').notNull().default('usd'),
    taxCents: integer('tax_cents'),
    /** How much was returned, and whether a bank disputes the payment: known from events about the charge. */
    refundedCents: integer('refunded_cents').notNull().default(0),
    isDisputed: boolean('is_disputed').notNull().default(false),
    createdAt: momentColumn('created_at').notNull(),
    paidAt: momentColumn('paid_at'),
    url: text('url'),
    /** True while the payment waits for the customer (3-D Secure); null: not recorded since there is this column. */
    needsConfirmation: boolean('needs_confirmation'),
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
    userId: text('user_id')
      .$type<AccountId>()
      .references(() => users.id, { onDelete: 'cascade' }),
    occurredAt: momentColumn('occurred_at').notNull(),
    receivedAt: momentColumn('received_at').notNull(),
    /** Null if it could not be applied; `error` then says why. */
    appliedAt: momentColumn('applied_at'),
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
    closedAt: momentColumn('closed_at'),
  },
  (table) => [uniqueIndex('checkouts_open_key').on(table.userId).where(sql`${table.closedAt} is null`)],
);

/**
 * Customers to be deleted at the provider because their account is gone, until the provider has done so. Who it was is
 * kept only that long, for the administrators.
 */
export const billingEndings = pgTable('billing_endings', {
  customerId: text('customer_id').primaryKey(),
  userId: text('user_id'),
  username: text('username'),
  createdAt: createdAt(),
  tries: integer('tries').notNull().default(0),
  triedAt: momentColumn('tried_at'),
  error: text('error'),
  /** When administrators were told by mail. */
  toldAt: momentColumn('told_at'),
});

/**
 * Customers of the provider whose accounts a restored backup did not know: only an operator ends them
 * (docs/decisions/369).
 */
export const notedCustomers = pgTable('noted_customers', {
  customerId: text('customer_id').primaryKey(),
  userId: text('user_id').notNull(),
  notedAt: momentColumn('noted_at').notNull(),
});

/** The latest report of each kind: the provider's price, its events, the nightly comparison, and the last backup. */
export const billingReports = pgTable('billing_reports', {
  kind: text('kind').primaryKey(),
  data: jsonb('data').notNull(),
  at: momentColumn('at').notNull(),
});

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
