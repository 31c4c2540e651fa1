import { sql } from 'drizzle-orm';
import { date, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { bytea, createdAt, momentColumn } from '#server/db/columns.ts';
import type { ContactFieldName } from '#shared/people/contact-fields.ts';
import { users } from './schema.ts';

/** What a person gave of themselves, under the names of a contact's fields. */
export type Given = Partial<Record<ContactFieldName, string>>;

/** Receipts that people asked for when they left their details, each with a private page. */
export const receipts = pgTable(
  'receipts',
  {
    /** The id that the contact or lead was given when it came: the private link names it. */
    id: text('id').primaryKey(),
    /**
     * The contact or lead that is this person now: another one after a merge. No foreign key, because a deletion can be
     * undone; a job removes receipts of people who are gone.
     */
    personId: text('person_id').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** As the person last said it; the owner's own changes and notes are not in it. */
    given: jsonb('given').$type<Given>().notNull(),
    createdAt: createdAt(),
    /** When the mail was handed on, or left out because its address had one that day; null: still to do. */
    settledAt: momentColumn('settled_at'),
    correctedAt: momentColumn('corrected_at'),
  },
  (table) => [
    index('receipts_user_id').on(table.userId),
    index('receipts_person_id').on(table.personId),
    index('receipts_unsettled').on(table.createdAt).where(sql`${table.settledAt} is null`),
  ],
);

/** Addresses that were sent a receipt on a day (UTC), as keyed hashes: nobody gets a second one. */
export const receiptDays = pgTable(
  'receipt_days',
  {
    addressHash: bytea('address_hash').primaryKey(),
    day: date('day', { mode: 'string' }).notNull(),
  },
  (table) => [index('receipt_days_day').on(table.day)],
);

/**
 * Of whom an owner is told that they will be deleted, because nobody has been in touch for as long as was chosen. Who
 * has no row here whose mail arrived a week ago is not deleted.
 */
export const retentionNotices = pgTable(
  'retention_notices',
  {
    /** The contact or lead. No foreign key: a row of somebody who is gone is forgotten with its mail. */
    personId: text('person_id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Shared by all whom one mail announced. */
    mailId: text('mail_id').notNull(),
    createdAt: createdAt(),
    /** When the mail server took that mail. */
    announcedAt: momentColumn('announced_at'),
  },
  (table) => [index('retention_notices_user_id').on(table.userId)],
);
