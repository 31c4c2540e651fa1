import { sql } from 'drizzle-orm';
import { boolean, date, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { answersColumn, consentsColumn } from '#server/db/answer-columns.ts';
import { bytea, createdAt, momentColumn } from '#server/db/columns.ts';
import { columnsOf } from '#server/db/field-columns.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import { type ContactFieldName, SENT_FIELDS } from '#shared/people/contact-fields.ts';
import type { FollowedName } from '#shared/people/contact-links.ts';
import { businessCards, cardId } from './cards.ts';
import { userId, users } from './users.ts';

/**
 * Left by visitors: submissions that the owner has not reviewed yet, blocked senders, receipts, and contacts that
 * can keep in step with an account.
 */

/** The details that a person gave, under the names of a contact's fields. */
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
    userId: userId(),
    /** As the person last said it; the owner's own changes and notes are not in it. */
    given: jsonb('given').$type<Given>().notNull(),
    createdAt: createdAt(),
    /** When the mail was handed on, or left out because its address had one that day; null: still to do. */
    settledAt: momentColumn('settled_at'),
    correctedAt: momentColumn('corrected_at'),
  },
  (table) => [
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
    userId: userId(),
    /** Shared by all whom one mail announced. */
    mailId: text('mail_id').notNull(),
    createdAt: createdAt(),
    /** When the mail server took that mail. */
    announcedAt: momentColumn('announced_at'),
  },
  (table) => [index('retention_notices_user_id').on(table.userId)],
);

/**
 * Contacts and leads that await review. They are separate from `contacts` and `lead_captures`, so that no list can show
 * them by mistake.
 */
export const unreviewedSubmissions = pgTable(
  'unreviewed_submissions',
  {
    /** Becomes the id of the contact or lead. */
    id: text('id').primaryKey(),
    userId: userId(),
    /** Cascades only for those reviewed: a deleted card is not erased while others wait. */
    cardId: cardId(),
    cardName: text('card_name').notNull(),
    kind: text('kind').$type<'contact' | 'lead'>().notNull(),
    reason: text('reason').$type<'busy' | 'honeypot' | 'quick'>().notNull(),
    /** It waits because the owner's contacts were full. */
    isOverQuota: boolean('is_over_quota').notNull().default(false),
    ...columnsOf('unreviewed_submissions', SENT_FIELDS),
    phoneE164: text('phone_e164'),
    customFields: answersColumn(),
    consents: consentsColumn(),
    /** The details that a receipt lists, if one was asked for: it is sent when the owner keeps this. */
    receipt: jsonb('receipt').$type<Given>(),
    /** The email address and a keyed hash of the network address, as `sender_blocks.value` holds them. */
    sender: text('sender').notNull(),
    address: text('address').notNull(),
    /** The account from which it was sent, if any. No foreign key: it is looked up when the owner keeps this. */
    senderId: text('sender_id'),
    createdAt: createdAt(),
    /** Set when the owner decides; the row is kept for a while, so that the decision can be undone. */
    reviewedAt: momentColumn('reviewed_at'),
    reviewedAs: text('reviewed_as').$type<'kept' | 'deleted' | 'reported'>(),
    /** One click of the owner, which may decide on thousands. */
    reviewId: text('review_id'),
  },
  (table) => [
    index('unreviewed_submissions_waiting')
      .on(table.userId, table.createdAt, table.id)
      .where(sql`${table.reviewedAt} is null`),
    index('unreviewed_submissions_reviewed_at')
      .on(table.reviewedAt)
      .where(sql`${table.reviewedAt} is not null`),
    index('unreviewed_submissions_review_id').on(table.reviewId).where(sql`${table.reviewId} is not null`),
    index('unreviewed_submissions_created_at').on(table.createdAt),
    index('unreviewed_submissions_card_id').on(table.cardId),
  ],
);

/** Senders an owner does not want to hear from: an email address, or everyone with the same network address. */
export const senderBlocks = pgTable(
  'sender_blocks',
  {
    id: text('id').primaryKey(),
    userId: userId(),
    kind: text('kind').$type<'sender' | 'address'>().notNull(),
    /** A lower-case email address, or the keyed hash of a network address. */
    value: text('value').notNull(),
    /** Shown to the owner: the email address, or who sent from the network address. */
    label: text('label').notNull(),
    createdAt: createdAt(),
    /** Network addresses change hands, so blocks of them expire; null means never. */
    endsAt: momentColumn('ends_at'),
    /** The click that created it; undoing that removes the block. */
    reviewId: text('review_id'),
  },
  (table) => [
    uniqueIndex('sender_blocks_user_id_value').on(table.userId, table.value),
    index('sender_blocks_list').on(table.userId, table.createdAt, table.id),
    index('sender_blocks_ends_at').on(table.endsAt).where(sql`${table.endsAt} is not null`),
  ],
);

/**
 * Contacts that came from somebody with an account here: either sent while signed in, or with that account's confirmed
 * address. The owner of the contact must not learn of it before the sender has made an offer (docs/decisions/276).
 */
export const contactLinks = pgTable(
  'contact_links',
  {
    /** The id that the contact was given when it came. */
    id: text('id').primaryKey(),
    /**
     * The contact that is this person now: another one after a merge. No foreign key, because a deletion can be undone;
     * a job removes links of contacts that are gone.
     */
    personId: text('person_id').notNull(),
    userId: userId(),
    senderId: text('sender_id')
      .$type<AccountId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The card that the sender wants others to follow. */
    cardId: text('card_id').references(() => businessCards.id, { onDelete: 'set null' }),
    /** When the sender agreed; null: has not, or no longer does. */
    offeredAt: momentColumn('offered_at'),
    /** When the owner agreed, and when they said no or ended it. */
    acceptedAt: momentColumn('accepted_at'),
    refusedAt: momentColumn('refused_at'),
    /** The values of the card, by field, when the owner last decided on it: they are not offered again. */
    seen: jsonb('seen').$type<Partial<Record<FollowedName, string>>>().notNull().default({}),
    /** `updated_at` of the card when nothing on it was left to decide on; null: look at it. */
    checkedAt: momentColumn('checked_at'),
    createdAt: createdAt(),
  },
  (table) => [
    index('contact_links_person_id').on(table.personId),
    index('contact_links_user_id').on(table.userId, table.id),
    index('contact_links_offers')
      .on(table.userId, table.offeredAt)
      .where(
        sql`${table.offeredAt} is not null and ${table.acceptedAt} is null and ${table.refusedAt} is null`,
      ),
    index('contact_links_sender_id').on(table.senderId, table.createdAt, table.id),
    index('contact_links_card_id').on(table.cardId).where(sql`${table.cardId} is not null`),
  ],
);
