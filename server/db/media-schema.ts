import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';
import { businessCards, users } from './schema.ts';

/** Uploaded files: what they are, which cards show them, and whose account they count for. */

export const media = pgTable(
  'media',
  {
    /** Content hash and extension: the name of the blob and of its URL. */
    name: text('name').primaryKey(),
    kind: text('kind').$type<'image' | 'video'>().notNull(),
    type: text('type').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    width: integer('width'),
    height: integer('height'),
    /** Last uploaded or last let go; the sweep spares what is younger than a day. */
    touchedAt: moment('touched_at').notNull().defaultNow(),
    /** Whether its small widths stand beside it. Videos have none. */
    isShrunk: boolean('is_shrunk').notNull().default(false),
  },
  (table) => [
    index('media_touched_at').on(table.touchedAt),
    index('media_to_shrink').on(table.name).where(sql`${table.kind} = 'image' and not ${table.isShrunk}`),
  ],
);

const mediaName = () =>
  text('media_name')
    .notNull()
    .references(() => media.name);

/** Which cards show which media; what no row names is swept. */
export const cardMedia = pgTable(
  'card_media',
  {
    cardId: text('card_id')
      .notNull()
      .references(() => businessCards.id, { onDelete: 'cascade' }),
    mediaName: mediaName(),
  },
  (table) => [
    primaryKey({ columns: [table.cardId, table.mediaName] }),
    index('card_media_media_name').on(table.mediaName),
  ],
);

const userId = () =>
  text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/**
 * Which accounts hold a file: those that uploaded it or show it on a card. Files are shared by their content, so each
 * holder counts its bytes, and a file goes when the last one lets go. The sums stand in `users.media_bytes`.
 */
export const mediaOwners = pgTable(
  'media_owners',
  {
    userId: userId(),
    mediaName: mediaName(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    /** Since when no card of the account shows it, as far as known; null while one does. The sweep looks again before it lets go. */
    idleSince: moment('idle_since'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.mediaName] }),
    index('media_owners_media_name').on(table.mediaName),
    index('media_owners_idle_since').on(table.idleSince).where(sql`${table.idleSince} is not null`),
  ],
);

/** Room that uploads under way have taken in their account; what a killed process leaves is given back when it expires. */
export const mediaReservations = pgTable(
  'media_reservations',
  {
    id: text('id').primaryKey(),
    userId: userId(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    /** Where it counts too; null for accounts that have paid. */
    network: text('network'),
    day: text('day').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    index('media_reservations_user_id').on(table.userId),
    index('media_reservations_expires_at').on(table.expiresAt),
  ],
);

/** What accounts that have not paid stored from one network address (an HMAC of it) on one day (UTC). */
export const mediaNetworkDays = pgTable(
  'media_network_days',
  {
    network: text('network').notNull(),
    day: text('day').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.network, table.day] }),
    index('media_network_days_day').on(table.day),
  ],
);
