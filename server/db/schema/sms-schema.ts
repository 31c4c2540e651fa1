import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, momentColumn } from '#server/db/columns.ts';
import { contacts, users } from './schema.ts';

/** Automatic texts to new contacts who agreed to one, and the numbers they go to. */

/**
 * `waiting`: to be sent from `nextAt` on. `sending`: handed to the provider, whose answer is not recorded yet; from
 * `nextAt` on, the provider is asked whether it has it. `sent`, `delivered`, `failed`: what the provider says.
 * `refused`: the provider did not take it. `not_sent`: a rule of ours. `outbox`: this server has no provider. `unknown`:
 * nobody can tell whether it went out, and it is not sent twice.
 */
export type TextState =
  | 'waiting'
  | 'sending'
  | 'sent'
  | 'delivered'
  | 'failed'
  | 'refused'
  | 'not_sent'
  | 'outbox'
  | 'unknown';

/**
 * One row for each number that an owner may text, ever, and one for each further contact with that number, which is not
 * sent. They outlive their contacts, but hold no number.
 */
export const textMessages = pgTable(
  'text_messages',
  {
    /** That of the contact. */
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Null once the contact is deleted: then nothing more is sent. */
    contactId: text('contact_id').references(() => contacts.id, { onDelete: 'set null' }),
    /**
     * A keyed hash of the number in E.164 form; the number itself is in the contact only. Of a further contact, a text that
     * is no hash.
     */
    numberHash: text('number_hash').notNull(),
    /** What was shown next to the consent box: the name on the card, and the owner's words. */
    ownerName: text('owner_name').notNull(),
    message: text('message').notNull(),
    /** The proof of consent: which words were agreed to, and the network part of the address. The time is `createdAt`. */
    consentVersion: text('consent_version').notNull(),
    consentNetwork: text('consent_network'),
    /** When they took it back on their private page: nothing goes out from then on. */
    consentWithdrawnAt: momentColumn('consent_withdrawn_at'),
    createdAt: createdAt(),
    state: text('state').$type<TextState>().notNull().default('waiting'),
    /** Why it waits or was not delivered: a word of `server/messages/sms/text-reasons.ts`. */
    reason: text('reason'),
    nextAt: momentColumn('next_at').notNull().defaultNow(),
    tries: integer('tries').notNull().default(0),
    /** When it was last handed to the provider. */
    attemptedAt: momentColumn('attempted_at'),
    /** The provider's id of it. */
    providerId: text('provider_id'),
    deliveredAt: momentColumn('delivered_at'),
  },
  (table) => [
    uniqueIndex('text_messages_user_id_number').on(table.userId, table.numberHash),
    index('text_messages_list').on(table.userId, table.createdAt, table.id),
    index('text_messages_due').on(table.nextAt).where(sql`${table.state} in ('waiting', 'sending')`),
    index('text_messages_number').on(table.numberHash).where(sql`${table.state} in ('waiting', 'sending')`),
    index('text_messages_contact_id').on(table.contactId),
    index('text_messages_provider_id').on(table.providerId),
  ],
);

/** What all owners share about a number: it belongs to no account, so that no deletion forgets who wants no texts. */
export const textNumbers = pgTable(
  'text_numbers',
  {
    numberHash: text('number_hash').primaryKey(),
    /** When it last got a text from any owner. */
    textedAt: momentColumn('texted_at'),
    /** When its owner answered STOP; null: never, or START since. */
    stoppedAt: momentColumn('stopped_at'),
  },
  (table) => [index('text_numbers_texted_at').on(table.textedAt).where(sql`${table.stoppedAt} is null`)],
);
