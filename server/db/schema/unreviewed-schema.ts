import { sql } from 'drizzle-orm';
import { boolean, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { answersColumn, consentsColumn } from '#server/db/answer-columns.ts';
import { createdAt, momentColumn } from '#server/db/columns.ts';
import { columnsOf } from '#server/db/field-columns.ts';
import { SENT_FIELDS } from '#shared/people/contact-fields.ts';
import type { Given } from './receipt-schema.ts';
import { businessCards, users } from './schema.ts';

/** Submissions of visitors that the card's owner has not reviewed yet, and blocked senders. */

const userId = () =>
  text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

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
    /** Cascades, because submissions do not wait as long as a deleted card can be restored. */
    cardId: text('card_id')
      .notNull()
      .references(() => businessCards.id, { onDelete: 'cascade' }),
    cardName: text('card_name').notNull(),
    kind: text('kind').$type<'contact' | 'lead'>().notNull(),
    reason: text('reason').$type<'busy' | 'honeypot' | 'quick'>().notNull(),
    /** It waits because the owner's contacts were full. */
    isOverQuota: boolean('is_over_quota').notNull().default(false),
    ...columnsOf('unreviewed_submissions', SENT_FIELDS),
    phoneE164: text('phone_e164'),
    customFields: answersColumn(),
    consents: consentsColumn(),
    /** What a receipt says was given, if one was asked for: it is sent when the owner keeps this. */
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
    /** What the owner sees: the email address, or who sent from the network address. */
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
