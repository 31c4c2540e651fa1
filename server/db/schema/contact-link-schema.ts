import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, momentColumn } from '#server/db/columns.ts';
import type { FollowedName } from '#shared/people/contact-links.ts';
import { businessCards, users } from './schema.ts';

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
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    senderId: text('sender_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The card that the sender wants others to follow. */
    cardId: text('card_id').references(() => businessCards.id, { onDelete: 'set null' }),
    /** When the sender agreed; null: has not, or no longer does. */
    offeredAt: momentColumn('offered_at'),
    /** When the owner agreed, and when they said no or ended it. */
    acceptedAt: momentColumn('accepted_at'),
    refusedAt: momentColumn('refused_at'),
    /** What the card said, by field, when the owner last decided on it: that is not offered again. */
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
