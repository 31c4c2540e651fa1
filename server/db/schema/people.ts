import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { answersColumn, consentsColumn } from '#server/db/answer-columns.ts';
import { createdAt, momentColumn } from '#server/db/columns.ts';
import { columnsOf, detailColumnsOf } from '#server/db/field-columns.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import type { LeadStatus } from '#shared/contract/lead-questions.ts';
import { CONTACT_FIELDS, LEAD_COLUMNS } from '#shared/people/contact-fields.ts';
import { DETAIL_FIELDS } from '#shared/people/contact-record.ts';
import type { FollowUpLanguage, Suggestion } from '#shared/people/follow-ups.ts';
import { businessCards, cardId, media } from './cards.ts';
import { holderId, userId, users } from './users.ts';

/**
 * Contacts, leads and what belongs to them: notes, tags, history, events where people are met, the keys by which two
 * contacts are recognized as one person, and kept suggestions.
 */

/** Made anew for each table of drizzle that has them. */
export const contactColumns = () => ({
  id: text('id').primaryKey(),
  userId: userId(),
  /** A contact outlives the card it was made through, but keeps the card's name. */
  cardId: text('card_id').references(() => businessCards.id, { onDelete: 'set null' }),
  cardName: text('card_name'),
  holderId: holderId(),
  ...columnsOf('contacts', CONTACT_FIELDS),
  /** As it was read when it came; null where it could not be, and in rows from before there was this column. */
  phoneE164: text('phone_e164'),
  profileImage: text('profile_image'),
  ...detailColumnsOf('contacts', DETAIL_FIELDS),
  isFavorite: boolean('is_favorite').notNull().default(false),
  source: text('source'),
  /** When the owner last wrote to them; null: never, as far as is known. */
  followedUpAt: momentColumn('followed_up_at'),
  /** In which language the owner chose to write to them. */
  followUpLanguage: text('follow_up_language').$type<FollowUpLanguage>(),
  /** True if `contact_matches` has its keys; a trigger resets it where what they are made of changes. */
  isMatched: boolean('is_matched').notNull().default(false),
  /** Answers given in a lead form, for a contact that was a lead. */
  customFields: answersColumn(),
  consents: consentsColumn(),
  /** Null for a contact that never was a lead. */
  leadStatus: text('lead_status').$type<LeadStatus>(),
  createdAt: createdAt(),
  /** When it last changed, set by a trigger; null: not since it was made, or not since there is this column. */
  updatedAt: momentColumn('updated_at'),
});

export const contacts = pgTable('contacts', contactColumns(), (table) => [
  index('contacts_card_id').on(table.cardId),
]);

export const leadCaptures = pgTable(
  'lead_captures',
  {
    id: text('id').primaryKey(),
    cardId: cardId(),
    cardOwnerId: text('card_owner_id')
      .$type<AccountId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    holderId: holderId(),
    ...columnsOf('lead_captures', LEAD_COLUMNS),
    leadPhoneE164: text('lead_phone_e164'),
    customFields: answersColumn(),
    consents: consentsColumn(),
    status: text('status').$type<LeadStatus>().notNull().default('new'),
    /** Where the owner was when it came: see `met_events`. */
    metPlace: text('met_place'),
    metEvent: text('met_event'),
    createdAt: createdAt(),
    /** When its status last changed. */
    changedAt: momentColumn('changed_at'),
  },
  (table) => [index('lead_captures_card_id').on(table.cardId)],
);

const contactId = () =>
  text('contact_id')
    .notNull()
    .references(() => contacts.id, { onDelete: 'cascade' });

/** The owner's notes on a contact, each with its time. */
export const contactNotes = pgTable(
  'contact_notes',
  {
    id: text('id').primaryKey(),
    userId: userId(),
    contactId: contactId(),
    text: text('text').notNull(),
    createdAt: createdAt(),
    /** Null until it is changed. */
    changedAt: momentColumn('changed_at'),
  },
  (table) => [
    index('contact_notes_contact').on(table.contactId, table.createdAt, table.id),
    index('contact_notes_user').on(table.userId, table.createdAt, table.id),
  ],
);

/** The tags an owner uses; a contact has their names in `contacts.tags`. */
export const contactTags = pgTable(
  'contact_tags',
  {
    userId: userId(),
    /** The name as `foldText` folds it: no owner has two tags that differ only in case or accents. */
    folded: text('folded').notNull(),
    name: text('name').notNull(),
    /** Names a tag that is gone without its word. */
    id: text('id').notNull().default(sql`gen_random_uuid()::text`),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.folded] })],
);

/** Events in the history of a contact, written by `recordContactEvent`, at most `HISTORY_A_CONTACT_MAX` rows a contact. */
export const contactHistory = pgTable(
  'contact_history',
  {
    id: text('id').primaryKey(),
    userId: userId(),
    contactId: contactId(),
    kind: text('kind').notNull(),
    details: jsonb('details').$type<Record<string, unknown>>().notNull().default({}),
    createdAt: createdAt(),
  },
  (table) => [
    index('contact_history_contact').on(table.contactId, table.createdAt, table.id),
    index('contact_history_user').on(table.userId, table.createdAt, table.id),
  ],
);

/**
 * By what a contact is recognized: hashes of its mail addresses, its numbers in E.164 and its folded name in either
 * order (`server/db/search/match-keys.ts`). Rows are missing while `contacts.is_matched` is false.
 */
export const contactMatches = pgTable(
  'contact_matches',
  // Its account is that of the contact, with which it goes: asking for it again would lock the account for each key.
  {
    userId: text('user_id').$type<AccountId>().notNull(),
    key: text('key').notNull(),
    contactId: contactId(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.key, table.contactId] }),
    index('contact_matches_contact').on(table.contactId),
  ],
);

/** Two contacts that look alike and are not the same person, as their owner said; the first has the lower id. */
export const distinctContacts = pgTable(
  'distinct_contacts',
  {
    userId: userId(),
    contactId: contactId(),
    otherId: text('other_id')
      .notNull()
      .references(() => contacts.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.contactId, table.otherId] }),
    index('distinct_contacts_contact').on(table.contactId),
    index('distinct_contacts_other').on(table.otherId),
  ],
);

/** Where an owner meets people for a while: contacts and leads that arrive meanwhile carry its name and place. */
export const metEvents = pgTable(
  'met_events',
  {
    id: text('id').primaryKey(),
    userId: userId(),
    name: text('name').notNull(),
    place: text('place'),
    startsAt: momentColumn('starts_at').notNull(),
    /** No two events of an owner are at the same time. */
    endsAt: momentColumn('ends_at').notNull(),
  },
  (table) => [index('met_events_user').on(table.userId, table.endsAt)],
);

/** A list as an owner narrowed it, kept under a name. */
export const contactFilters = pgTable(
  'contact_filters',
  {
    id: text('id').primaryKey(),
    userId: userId(),
    name: text('name').notNull(),
    query: jsonb('query').$type<{ q?: string; filter?: string; tag?: string }>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('contact_filters_user').on(table.userId, table.createdAt, table.id)],
);

/** Which contacts show which photos, as `card_media` for cards. */
export const contactMedia = pgTable(
  'contact_media',
  {
    contactId: contactId(),
    userId: userId(),
    mediaName: text('media_name')
      .notNull()
      .references(() => media.name),
  },
  (table) => [
    primaryKey({ columns: [table.contactId, table.mediaName] }),
    index('contact_media_media_name').on(table.mediaName, table.userId),
    index('contact_media_user').on(table.userId),
  ],
);

/** The idempotency keys with which owners added contacts: a contact sent again, at any time, is not added again. */
export const contactKeys = pgTable(
  'contact_keys',
  {
    userId: userId(),
    /** Keyed hashes of the key and of what was sent with it; nothing of the contact itself is kept here. */
    keyHash: text('key_hash').notNull(),
    bodyHash: text('body_hash').notNull(),
    /** The contact made of it, which may have been changed or deleted since. */
    contactId: text('contact_id').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.keyHash] }),
    index('contact_keys_created_at').on(table.createdAt),
  ],
);

/** The suggestions for a contact and a wish, as long as the facts they were made from stay the same. */
export const keptFollowUps = pgTable(
  'kept_follow_ups',
  {
    contactId: text('contact_id')
      .notNull()
      .references(() => contacts.id, { onDelete: 'cascade' }),
    /** Hashes of what the owner wished and who was to write, and of the facts. */
    wishHash: text('wish_hash').notNull(),
    factsHash: text('facts_hash').notNull(),
    /** How often others were asked for. */
    variant: integer('variant').notNull().default(0),
    /** Null: the built-in composer makes them again. */
    suggestions: jsonb('suggestions').$type<Suggestion[]>(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.contactId, table.wishHash] })],
);
