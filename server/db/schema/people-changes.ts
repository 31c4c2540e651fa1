import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { actorColumns, createdAt, longWorkColumns, momentColumn } from '#server/db/columns.ts';
import type { PersonId } from '#shared/accounts/ids.ts';
import type { DuplicateChoice, ImportColumn, ImportSource, ImportState } from '#shared/people/import.ts';
import { media } from './cards.ts';
import { userId, users } from './users.ts';

/**
 * Changes of many contacts at once: imports from files, which go on after a stop, and what undoing needs
 * (docs/decisions/253).
 */

/** An owner's changes of several contacts at once, made page by page; they can be undone for `UNDO_DAYS`. */
export const contactOperations = pgTable(
  'contact_operations',
  {
    id: text('id').primaryKey(),
    userId: userId(),
    kind: text('kind')
      .$type<'tag' | 'untag' | 'favorite' | 'unfavorite' | 'delete' | 'merge' | 'update'>()
      .notNull(),
    state: text('state').$type<'running' | 'done' | 'undoing' | 'undone' | 'failed'>().notNull(),
    /** The change, its contacts, and how far a run has come: `server/people/contacts/merge/operations.ts`. */
    details: jsonb('details').$type<Record<string, unknown>>().notNull(),
    /** How many contacts it was done to so far. */
    done: integer('done').notNull().default(0),
    /** Who asked for it, or for its undoing. */
    ...actorColumns,
    createdAt: createdAt(),
  },
  (table) => [
    index('contact_operations_user').on(table.userId, table.createdAt),
    index('contact_operations_created_at').on(table.createdAt),
  ],
);

/** The changes of an operation: rows as they were, or only which contacts. */
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

/**
 * Imports of contacts from files: how far each has come, and what it did with each row, to go on and to undo.
 *
 * 250 rows are one transaction, with a row here for each line and the byte at which to go on: two jobs at once find
 * that the byte has moved. Undoing deletes those added contacts that still have their fingerprint, of the columns there
 * were at the import, so that a column of a later release changes none; a filled column goes back if it still has the
 * value from the file. Photos come after all rows, because decoding one takes 100 times as long as adding a contact.
 */

export interface ImportPreview {
  people: {
    line: number;
    fullName: string;
    emails: string[];
    phones: string[];
    company: string;
    jobTitle: string;
    isDuplicate: boolean;
  }[];
  newPeople: number;
  duplicates: number;
  errors: number;
  photos: number;
  problems: { line: number; message: string }[];
}

const total = (name: string) => integer(name).notNull().default(0);

/** Imports that a process has to work on: also for their photos, which come after everything else and may have no room. */
export const isImportToDo = (
  table: Record<'state' | 'photosDone' | 'photosLeftOut' | 'photosWanted' | 'photoNote', SQLWrapper>,
): SQL =>
  sql`(${table.state} in ('reading', 'running', 'undoing') or (${table.state} = 'done'
    and ${table.photosDone} + ${table.photosLeftOut} < ${table.photosWanted} and ${table.photoNote} is null))`;

export const contactImports = pgTable(
  'contact_imports',
  {
    ...longWorkColumns<ImportState, ImportPreview>(),
    userId: userId(),
    /** Raised by each change of the columns: a preview of earlier ones is not kept. */
    revision: integer('revision').notNull().default(0),
    format: text('format').$type<'vcard' | 'csv' | 'json'>(),
    source: text('source').$type<ImportSource>(),
    /** Null until the file is read. */
    rows: integer('rows'),
    columns: jsonb('columns').$type<ImportColumn[]>().notNull().default([]),
    /** Of numbers without a country code. */
    region: jsonb('region').$type<{ country: string } | { callingCode: string }>(),
    duplicates: text('duplicates').$type<DuplicateChoice>().notNull().default('skip'),
    tags: text('tags').array().notNull().default(sql`'{}'`),
    /** Tags that its owner did not have before: undoing removes them again. */
    madeTags: text('made_tags').array().notNull().default(sql`'{}'`),
    /** The columns of contacts at the start, by which a later change of an added contact is noticed. */
    marked: text('marked').array().notNull().default(sql`'{}'`),
    /** The byte of the rows at which to go on. */
    position: bigint('position', { mode: 'number' }).notNull().default(0),
    done: total('done'),
    added: total('added'),
    filled: total('filled'),
    skipped: total('skipped'),
    failed: total('failed'),
    photosWanted: total('photos_wanted'),
    photosDone: total('photos_done'),
    photosLeftOut: total('photos_left_out'),
    photoNote: text('photo_note'),
    removed: total('removed'),
    kept: total('kept'),
    /** Bytes that its rows in `contact_import_rows` take. */
    rowBytes: bigint('row_bytes', { mode: 'number' }).notNull().default(0),
    /** Who asked for it, or for its undoing. */
    ...actorColumns,
    startedAt: momentColumn('started_at'),
  },
  (table) => [
    index('contact_imports_user').on(table.userId, table.createdAt),
    index('contact_imports_created_at').on(table.createdAt),
    index('contact_imports_to_do').on(table.leaseUntil).where(isImportToDo(table)),
    // One at a time for each account.
    uniqueIndex('contact_imports_open')
      .on(table.userId)
      .where(sql`${table.state} in ('reading', 'ready', 'running', 'undoing')`),
  ],
);

/** The outcome of each row, written in the transaction that brought it about. */
export const contactImportRows = pgTable(
  'contact_import_rows',
  {
    importId: text('import_id')
      .notNull()
      .references(() => contactImports.id, { onDelete: 'cascade' }),
    /** Of the row in the file. */
    line: integer('line').notNull(),
    outcome: text('outcome')
      .$type<'added' | 'filled' | 'skipped' | 'failed' | 'removed' | 'kept'>()
      .notNull(),
    /** Without a reference: the contact may be gone. */
    contactId: text('contact_id'),
    /** Of an added contact: what it was like, to tell whether it was changed since (`contact_fingerprint`). */
    fingerprint: text('fingerprint'),
    /** Of a filled contact: the columns that changed, as they were and as they became. */
    before: jsonb('before').$type<Record<string, unknown>>(),
    after: jsonb('after').$type<Record<string, unknown>>(),
    /** Where the photo lies that is still to be added. */
    photoFrom: bigint('photo_from', { mode: 'number' }),
    photoBytes: integer('photo_bytes'),
    /** Why it failed, or what could not be taken over. */
    note: text('note'),
    createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.importId, table.line] }),
    index('contact_import_rows_photo')
      .on(table.importId, table.line)
      .where(sql`${table.photoBytes} is not null`),
    index('contact_import_rows_contact').on(table.contactId).where(sql`${table.contactId} is not null`),
  ],
);

/** Contacts and leads that members of a team deleted, or held when they left: the team keeps them, and can give them back. */
export const releasedPeople = pgTable(
  'released_people',
  {
    userId: userId(),
    /** Without a reference: the person may be gone. */
    personId: text('person_id').notNull(),
    holderId: text('holder_id')
      .$type<PersonId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    releasedAt: momentColumn('released_at').notNull(),
    /** True for those whom somebody held when they left the team: they come back with them. */
    hasLeft: boolean('has_left').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.personId] }),
    index('released_people_holder_id').on(table.holderId),
    index('released_people_released_at').on(table.releasedAt),
  ],
);
