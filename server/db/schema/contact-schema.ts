import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { createdAt, momentColumn } from '#server/db/columns.ts';
import { media } from './media-schema.ts';
import { contacts, users } from './schema.ts';

/**
 * What belongs to contacts: notes, tags, history, events where people are met, the keys by which two contacts are
 * recognized as one person, and what undoing needs.
 */

const userId = () =>
  text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });
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
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.folded] })],
);

/** What happened with a contact. Written by `recordContactEvent`, at most `HISTORY_A_CONTACT_MAX` rows a contact. */
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
 * order (`server/contacts/match-keys.ts`). Rows are missing while `contacts.is_matched` is false.
 */
export const contactMatches = pgTable(
  'contact_matches',
  { userId: userId(), key: text('key').notNull(), contactId: contactId() },
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

/** What an owner did to several contacts at once, page by page, and can undo for `UNDO_DAYS`. */
export const contactOperations = pgTable(
  'contact_operations',
  {
    id: text('id').primaryKey(),
    userId: userId(),
    kind: text('kind')
      .$type<'tag' | 'untag' | 'favorite' | 'unfavorite' | 'delete' | 'merge' | 'update'>()
      .notNull(),
    state: text('state').$type<'running' | 'done' | 'undoing' | 'undone'>().notNull(),
    /** What is done and to whom, and how far a run has come: `server/people/contacts/merge/operations.ts`. */
    details: jsonb('details').$type<Record<string, unknown>>().notNull(),
    /** How many contacts it was done to so far. */
    done: integer('done').notNull().default(0),
    createdAt: createdAt(),
  },
  (table) => [
    index('contact_operations_user').on(table.userId, table.createdAt),
    index('contact_operations_created_at').on(table.createdAt),
  ],
);

/** What an operation changed: rows as they were, or only which contacts. */
export const contactUndoRows = pgTable(
  'contact_undo_rows',
  {
    nth: bigint('nth', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    operationId: text('operation_id')
      .notNull()
      .references(() => contactOperations.id, { onDelete: 'cascade' }),
    /** Without a reference: the contact may be gone. */
    contactId: text('contact_id').notNull(),
    /** The table of the row; null if nothing but the contact's id is kept. */
    source: text('source'),
    row: jsonb('row').$type<Record<string, unknown>>(),
    /** The photo of a contact that is gone, which stays as long as it can come back. */
    mediaName: text('media_name').references(() => media.name),
  },
  (table) => [
    index('contact_undo_rows_operation').on(table.operationId, table.contactId, table.nth),
    index('contact_undo_rows_media_name').on(table.mediaName).where(sql`${table.mediaName} is not null`),
  ],
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
