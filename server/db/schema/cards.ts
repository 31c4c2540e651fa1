import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core';
import { createdAt, momentColumn } from '#server/db/columns.ts';
import { columnsOf } from '#server/db/field-columns.ts';
import type { PersonId } from '#shared/accounts/ids.ts';
import { type BrandFieldName, CARD_FIELDS } from '#shared/cards/card-fields.ts';
import type { CardChanges } from '#shared/cards/cards.ts';
import type { DraftFields } from '#shared/cards/drafts.ts';
import { holderId, userId, users } from './users.ts';

/**
 * Cards, what was typed into their forms and not saved yet, and uploaded files: which cards show them, and to which
 * accounts they count.
 */

export const businessCards = pgTable(
  'business_cards',
  {
    id: text('id').primaryKey(),
    userId: userId(),
    holderId: holderId(),
    /** A team prepared it for somebody who has not claimed it yet: only the team sees it. */
    isUnclaimed: boolean('is_unclaimed').notNull().default(false),
    /**
     * It waits for another person, and its page says so: with their name, or with the team's alone. Null: it does not. What
     * is vacant is unclaimed, too.
     */
    vacancy: text('vacancy').$type<'named' | 'unnamed'>(),
    /** How often it was handed to somebody else; each time, its wallet passes get other serials. */
    passRound: smallint('pass_round').notNull().default(0),
    ...columnsOf('business_cards', CARD_FIELDS),
    /** Brandable fields in which the holder chose what a new card has anyway: a team's default doesn't take its place. */
    chosenFields: text('chosen_fields').array().$type<BrandFieldName[]>().notNull().default(sql`'{}'`),
    qrCode: text('qr_code').notNull().generatedAlwaysAs(sql`'/api/cards/' || id || '/qr.svg'`),
    /** Code of the country (ISO 3166-1) its owner was in, for telephone numbers that name none. */
    phoneRegion: text('phone_region'),
    viewCount: integer('view_count').notNull().default(0),
    /** The name in /c/{alias}, in the form in which names are compared; null: the card has none. */
    alias: text('alias'),
    /** True if the link with the alias is the card's main one: canonical, copied and shared. */
    isAliasMain: boolean('is_alias_main').notNull().default(false),
    /** Rises with each save that changes a field. */
    version: integer('version').notNull().default(1),
    /** Visitors, each counted once; stored with the views so that the dashboard never counts rows. */
    uniqueViewCount: integer('unique_view_count').notNull().default(0),
    createdAt: createdAt(),
    updatedAt: momentColumn('updated_at').notNull().defaultNow(),
    /** Soft deletion: restorable for 30 days, then purged. */
    deletedAt: momentColumn('deleted_at'),
  },
  (table) => [
    index('business_cards_user_id').on(table.userId, table.createdAt),
    index('business_cards_held')
      .on(table.holderId, table.userId, table.createdAt, table.id)
      .where(sql`${table.holderId} is not null`),
    index('business_cards_deleted_at').on(table.deletedAt).where(sql`${table.deletedAt} is not null`),
    check('business_cards_vacancy', sql`${table.vacancy} in ('named', 'unnamed')`),
  ],
);

/** The card that a row is about: it goes with the card. */
export const cardId = () =>
  text('card_id')
    .notNull()
    .references(() => businessCards.id, { onDelete: 'cascade' });

/** Cards of teams that their holders let be on the team's page; whoever holds the card later has not agreed. */
export const teamPageCards = pgTable(
  'team_page_cards',
  {
    cardId: cardId().primaryKey(),
    holderId: text('holder_id')
      .$type<PersonId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    agreedAt: momentColumn('agreed_at').notNull(),
  },
  (table) => [index('team_page_cards_holder_id').on(table.holderId)],
);

/**
 * A held card of a team as it was before the first change of a day (UTC), so that the team can bring it back; and as it
 * was when it was handed to somebody else.
 */
export const cardVersions = pgTable(
  'card_versions',
  {
    cardId: cardId(),
    userId: userId(),
    day: date('day').notNull(),
    reason: text('reason').$type<'edit' | 'succession'>().notNull().default('edit'),
    /** The succession that ended the time it is of; empty for that of whoever holds the card. Without a reference, as part of the key. */
    successionId: text('succession_id').notNull().default(''),
    fields: jsonb('fields').$type<CardChanges & { chosenFields?: BrandFieldName[] }>().notNull(),
    /** The uploaded files that it showed, which are kept with it. */
    mediaNames: text('media_names').array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.cardId, table.day, table.successionId, table.reason] }),
    index('card_versions_user_id').on(table.userId),
    index('card_versions_day').on(table.day),
  ],
);

/** Changes typed into the form of a card and not saved yet. */
export const cardDrafts = pgTable(
  'card_drafts',
  {
    userId: userId(),
    /** Chosen by the browser tab, and unique within the account only, so that nobody can probe for others'. */
    id: text('id').notNull(),
    /** Null for a card that does not exist yet. */
    cardId: text('card_id').references(() => businessCards.id, { onDelete: 'cascade' }),
    /** The card's version when the form was opened. */
    baseVersion: integer('base_version'),
    /** The fields that were changed, as typed; and the same fields as they were when the form was opened. */
    fields: jsonb('fields').$type<DraftFields>().notNull(),
    before: jsonb('before').$type<DraftFields>().notNull(),
    /** Names of the uploads among the fields: the sweep keeps them as long as the draft. */
    mediaNames: text('media_names').array().notNull().default(sql`'{}'`),
    /** Counts the tab's changes, so that a request that arrives late does not replace a later one. */
    revision: integer('revision').notNull(),
    createdAt: createdAt(),
    updatedAt: momentColumn('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    index('card_drafts_card_id').on(table.cardId),
    index('card_drafts_updated_at').on(table.updatedAt),
  ],
);

/**
 * Drafts that were saved, for 30 days: what arrives late for one is not kept again, and a new card that is sent again,
 * because its answer was lost, is not made again.
 */
export const endedDrafts = pgTable(
  'ended_drafts',
  {
    userId: userId(),
    id: text('id').notNull(),
    /** The new card that was made of it, which may be gone; null where a card was changed. */
    madeCardId: text('made_card_id'),
    /** A keyed hash of what was sent to make it. */
    bodyHash: text('body_hash'),
    endedAt: momentColumn('ended_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    index('ended_drafts_ended_at').on(table.endedAt),
  ],
);

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
    /** True until its files are there: the row comes first. */
    isWriting: boolean('is_writing').notNull().default(false),
    /** By the clock of the database: until then, a sweep may be deleting its files, whatever became of its locks. */
    deletingUntil: momentColumn('deleting_until'),
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
    cardId: cardId(),
    mediaName: mediaName(),
  },
  (table) => [
    primaryKey({ columns: [table.cardId, table.mediaName] }),
    index('card_media_media_name').on(table.mediaName),
  ],
);

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
