import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { createdAt, momentColumn } from '#server/db/columns.ts';
import { DAILY_NOTICE_HOUR, type NoticeKind } from '#shared/messages/notices.ts';
import { sessions } from './accounts.ts';
import { contacts } from './people.ts';
import { userId } from './users.ts';

/**
 * Notices to owners and how each wants to get them, automatic texts to new contacts who agreed to one, and
 * how much the language model was asked.
 */

/** How an owner is told; without a row, everything at once. */
export const noticeSettings = pgTable('notice_settings', {
  userId: userId().primaryKey(),
  /** The kinds that are switched off, for mail and for push. */
  mailOff: text('mail_off').array().$type<NoticeKind[]>().notNull().default([]),
  pushOff: text('push_off').array().$type<NoticeKind[]>().notNull().default([]),
  /** New people in one message a day instead of one each. */
  isDaily: boolean('is_daily').notNull().default(false),
  /** The hour of that message, in the owner's zone. */
  dailyHour: smallint('daily_hour').notNull().default(DAILY_NOTICE_HOUR),
  /** Minutes after midnight in the owner's zone between which nothing is sent; both null: always. */
  quietFrom: smallint('quiet_from'),
  quietUntil: smallint('quiet_until'),
  /** Notices mailed to an address that nobody had confirmed. */
  unconfirmedMails: smallint('unconfirmed_mails').notNull().default(0),
});

/** The things that people may do on their private page with the details they left. */
export type ArrivalEvent = 'corrected' | 'withdrawn' | 'consentWithdrawn';

/**
 * Waiting to be told to owners: contacts and leads, written in the statement that adds them, and what these people did
 * later on their private page. Not a foreign key of either table: who is deleted before is not told of.
 */
export const arrivals = pgTable(
  'arrivals',
  {
    userId: userId(),
    /** The id of the contact or lead; of an event, its own. */
    id: text('id').notNull(),
    kind: text('kind').$type<'contact' | 'lead'>().notNull(),
    /** The person's act; null: they are new. */
    event: text('event').$type<ArrivalEvent>(),
    /** Whose event it is, and the name of the card they had used. */
    personId: text('person_id'),
    cardName: text('card_name'),
    createdAt: createdAt(),
    toldAt: momentColumn('told_at'),
    /** The message that told of it: its own id, or the digest's. */
    toldIn: text('told_in'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    index('arrivals_waiting').on(table.userId).where(sql`${table.toldAt} is null`),
    index('arrivals_told_at').on(table.toldAt).where(sql`${table.toldAt} is not null`),
  ],
);

/** Browsers that show notices of an account, each until the session that asked for it ends. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: text('id').primaryKey(),
    userId: userId(),
    sessionId: text('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    /** The address at the browser's push service, and the browser's keys (RFC 8291), as base64url. */
    endpoint: text('endpoint').notNull().unique(),
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    createdAt: createdAt(),
    /** True if the push service took the last message; until then, others do not wait behind it. */
    isProven: boolean('is_proven').notNull().default(false),
    /** Failures since the last success. */
    failures: integer('failures').notNull().default(0),
    /** When its push service said that the browser wants no more: kept so that the owner sees it, and sent nothing. */
    goneAt: momentColumn('gone_at'),
  },
  (table) => [
    index('push_subscriptions_user_id').on(table.userId),
    index('push_subscriptions_session_id').on(table.sessionId),
  ],
);

/** Reminders that owners set: of somebody they met, at a time. */
export const reminders = pgTable(
  'reminders',
  {
    id: text('id').primaryKey(),
    userId: userId(),
    /**
     * The id of the contact or lead, which a lead that becomes a contact keeps. Not a foreign key: a deletion that is
     * undone brings the reminder back, and a job removes those whose person is gone.
     */
    personId: text('person_id').notNull(),
    /** The owner's own words. */
    note: text('note').notNull().default(''),
    at: momentColumn('at').notNull(),
    /** Rises with each change (RFC 5545, SEQUENCE). */
    sequence: integer('sequence').notNull().default(0),
    toldAt: momentColumn('told_at'),
    createdAt: createdAt(),
  },
  (table) => [
    index('reminders_list').on(table.userId, table.at, table.id),
    index('reminders_person_id').on(table.personId),
  ],
);

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
    userId: userId(),
    /** Null once the contact is deleted: then nothing more is sent. */
    contactId: text('contact_id').references(() => contacts.id, { onDelete: 'set null' }),
    /**
     * A keyed hash of the number in E.164 form; the number itself is in the contact only. Of a further contact, a text that
     * is no hash.
     */
    numberHash: text('number_hash').notNull(),
    /** Shown next to the consent box: the name on the card, and the owner's words. */
    ownerName: text('owner_name').notNull(),
    message: text('message').notNull(),
    /** The proof of consent: which words were agreed to, and the network part of the address. The time is `createdAt`. */
    consentVersion: text('consent_version').notNull(),
    consentNetwork: text('consent_network'),
    /** When they took it back on their private page: nothing goes out from then on. */
    consentWithdrawnAt: momentColumn('consent_withdrawn_at'),
    createdAt: createdAt(),
    state: text('state').$type<TextState>().notNull().default('waiting'),
    /** Why it waits or was not delivered: a word of `server/messages/sms/text-states.ts`. */
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

/** Shared by all owners about a number: it belongs to no account, so that no deletion forgets who wants no texts. */
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

/** The use of the model by an account on a day (UTC). */
export const modelUse = pgTable(
  'model_use',
  {
    userId: userId(),
    day: date('day').notNull(),
    calls: integer('calls').notNull().default(0),
    /** Calls without an answer, or with one that could not be used. */
    failures: integer('failures').notNull().default(0),
    /** Of prompts and answers; those of running calls are an upper estimate. */
    tokens: integer('tokens').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.userId, table.day] }), index('model_use_day').on(table.day)],
);
