import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { createdAt, momentColumn } from '#server/db/columns.ts';
import { DAILY_NOTICE_HOUR, type NoticeKind } from '#shared/messages/notices.ts';
import { sessions, users } from './schema.ts';

/** What owners are told of: new contacts and leads, reminders, and how each owner wants to hear of them. */

const userId = () =>
  text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

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

/** What people may do with the details they left, on their private page. */
export type ArrivalEvent = 'corrected' | 'withdrawn' | 'consentWithdrawn';

/**
 * What owners have to be told of: contacts and leads, written in the statement that adds them, and what these people did
 * later on their private page. Not a foreign key of either table: who is deleted before is not told of.
 */
export const arrivals = pgTable(
  'arrivals',
  {
    userId: userId(),
    /** The id of the contact or lead; of an event, its own. */
    id: text('id').notNull(),
    kind: text('kind').$type<'contact' | 'lead'>().notNull(),
    /** What the person did; null: they are new. */
    event: text('event').$type<ArrivalEvent>(),
    /** Whose event it is, and the name of the card they had used. */
    personId: text('person_id'),
    cardName: text('card_name'),
    createdAt: createdAt(),
    toldAt: momentColumn('told_at'),
    /** What told of it: its own id, or the digest's. */
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

/** What owners want to be reminded of: somebody they met, at a time. */
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
