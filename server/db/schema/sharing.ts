import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  pgSequence,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core';
import { createdAt, momentColumn } from '#server/db/columns.ts';
import { businessCards, cardId } from './cards.ts';

/**
 * NFC tags that carry a card's link, and what phones' wallets hold of cards. Nothing is stored about a pass until a
 * device registers for its updates.
 */

/** NFC tags that carry a card's link. */
export const nfcTags = pgTable(
  'nfc_tags',
  {
    cardId: cardId(),
    /** Counts from 1 for each card and stands in the tag's link; the number of a removed tag is not used again. */
    number: smallint('number').notNull(),
    name: text('name').notNull(),
    createdAt: createdAt(),
    /** When a phone wrote the link to it and read it back; null while that has not been seen. */
    writtenAt: momentColumn('written_at'),
    isLocked: boolean('is_locked').notNull().default(false),
    /** Removed tags are kept, so that removing can be undone; their views no longer count as theirs. */
    removedAt: momentColumn('removed_at'),
    /** Counted by the trigger of `card_views`. */
    views: integer('views').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.cardId, table.number] })],
);

/** Cards whose change has not been told to the wallets yet: a job is on its way. */
export const walletCardChanges = pgTable('card_changes', {
  cardId: text('card_id')
    .primaryKey()
    .references(() => businessCards.id, { onDelete: 'cascade' }),
});

/** Rises with every change of a pass, over all passes. */
export const applePassTags = pgSequence('apple_pass_tags');

/** Apple Wallet passes that some device has: of each card one for its owner and one for visitors. */
export const applePasses = pgTable(
  'apple_passes',
  {
    serial: text('serial').primaryKey(),
    cardId: cardId(),
    /** A device sends it back as `passesUpdatedSince`. */
    tag: bigint('tag', { mode: 'number' }).notNull().default(sql`nextval('apple_pass_tags')`),
    /** In whole seconds, and another one after each change: HTTP knows no shorter times. */
    modifiedAt: momentColumn('modified_at').notNull(),
    /** When a device last asked for the pass. */
    fetchedAt: momentColumn('fetched_at'),
  },
  (table) => [index('apple_passes_card_id').on(table.cardId)],
);

export const appleDevices = pgTable('apple_devices', {
  /** The device library identifier, which Wallet makes for each device and issuer. */
  id: text('id').primaryKey(),
  pushToken: text('push_token').notNull(),
  createdAt: createdAt(),
});

/** Which device wants the updates of which pass. */
export const appleRegistrations = pgTable(
  'apple_registrations',
  {
    deviceId: text('device_id')
      .notNull()
      .references(() => appleDevices.id, { onDelete: 'cascade' }),
    serial: text('serial')
      .notNull()
      .references(() => applePasses.serial, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    /** When to tell the device of a change; null if it has been told. */
    pushAt: momentColumn('push_at'),
  },
  (table) => [
    primaryKey({ columns: [table.deviceId, table.serial] }),
    index('apple_registrations_push_at').on(table.serial, table.pushAt),
  ],
);

/**
 * Cards whose owner chose Google Wallet. A row outlives its card until Google has been told that the card is gone, so
 * it refers to no other.
 */
export const googlePasses = pgTable('google_passes', {
  cardId: text('card_id').primaryKey(),
  createdAt: createdAt(),
  /** The id under which Google has the card; null until it was put there. */
  objectId: text('object_id'),
  /** A hash of what was put, or "EXPIRED". */
  put: text('put'),
  putAt: momentColumn('put_at'),
});
