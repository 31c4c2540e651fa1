import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { momentColumn } from '#server/db/columns.ts';
import { businessCards, users } from './schema.ts';

/** Uploaded files: their properties, which cards show them, and to which accounts they count. */

export const media = pgTable(
  'media',
  {
    /** Content hash and extension: the name of the blob, also in its URL. */
    name: text('name').primaryKey(),
    kind: text('kind').$type<'image' | 'video'>().notNull(),
    type: text('type').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    width: integer('width'),
    height: integer('height'),
    /** When it was last uploaded or released; the sweep keeps files younger than a day. */
    touchedAt: momentColumn('touched_at').notNull().defaultNow(),
    /** True if its small widths are stored, too. Videos have none. */
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

/** Which cards show which media; files that no row names are removed by the sweep. */
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
 * Which accounts hold a file: those that uploaded it or show it on a card. Files are shared by content, so its bytes
 * count for each holder, and it is deleted once no account holds it. The totals are in `users.media_bytes`.
 */
export const mediaOwners = pgTable(
  'media_owners',
  {
    userId: userId(),
    mediaName: mediaName(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    /**
     * Since when no card of the account shows it, as far as known; null while one does. The sweep checks again before
     * releasing it.
     */
    idleSince: momentColumn('idle_since'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.mediaName] }),
    index('media_owners_media_name').on(table.mediaName),
    index('media_owners_idle_since').on(table.idleSince).where(sql`${table.idleSince} is not null`),
  ],
);

/** Space reserved in an account by uploads in progress; what a killed process leaves is released when it expires. */
export const mediaReservations = pgTable(
  'media_reservations',
  {
    id: text('id').primaryKey(),
    userId: userId(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    /** The network address it also counts for; null for accounts that have paid. */
    network: text('network'),
    day: text('day').notNull(),
    expiresAt: momentColumn('expires_at').notNull(),
  },
  (table) => [
    index('media_reservations_user_id').on(table.userId),
    index('media_reservations_expires_at').on(table.expiresAt),
  ],
);

/** Bytes stored on one day (UTC) from one network address (an HMAC of it) by accounts that have not paid. */
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
