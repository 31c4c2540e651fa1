import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { answersColumn, consentsColumn } from '#server/db/answer-columns.ts';
import { bytea, createdAt, foldCase, momentColumn } from '#server/db/columns.ts';
import { columnsOf, detailColumnsOf } from '#server/db/field-columns.ts';
import { CARD_FIELDS } from '#shared/cards/card-fields.ts';
import type { IDLE_MINUTES, RETENTION_MONTHS, SUBSCRIPTION_STATUSES } from '#shared/contract/constants.ts';
import { AUTO_SMS_MESSAGE, TEAM_COLOR, TEAM_PLAN, TEAM_ROLE } from '#shared/contract/constants.ts';
import type { LeadStatus } from '#shared/contract/lead-questions.ts';
import { CONTACT_FIELDS, LEAD_COLUMNS } from '#shared/people/contact-fields.ts';
import { DETAIL_FIELDS } from '#shared/people/contact-record.ts';
import type { FollowUpLanguage } from '#shared/people/follow-ups.ts';

/**
 * All tables (section 3 of the specification, and what serving them needs) except those of payments
 * (`billing-schema.ts`), of views (`analytics-schema.ts`), of what happened (`history-schema.ts`) and of lists
 * (`list-schema.ts`, which also has most indexes used for paging). Ids are short unguessable texts, see `new-id.ts`.
 */

export const users = pgTable(
  'users',
  {
    id: text('id').primaryKey(),
    username: text('username').notNull(),
    /** Null: released, because its owner said that this account is not theirs; on the wire it is "". */
    email: text('email'),
    /** When its owner proved to read mail sent to this address; null in rows from before there was this column. */
    emailConfirmedAt: momentColumn('email_confirmed_at'),
    /** The address that replaces this one as soon as it is confirmed. */
    pendingEmail: text('pending_email'),
    /** Argon2id, never the password itself; null for those who sign in without one. */
    password: text('password'),
    fullName: text('full_name').notNull(),
    createdAt: createdAt(),
    subscriptionStatus: text('subscription_status')
      .$type<(typeof SUBSCRIPTION_STATUSES)[number]>()
      .notNull()
      .default('trial'),
    trialEndsAt: momentColumn('trial_ends_at'),
    subscriptionEndsAt: momentColumn('subscription_ends_at'),
    stripeCustomerId: text('stripe_customer_id'),
    stripeSubscriptionId: text('stripe_subscription_id'),
    checkoutCompletedAt: momentColumn('checkout_completed_at'),
    autoSmsEnabled: boolean('auto_sms_enabled').notNull().default(true),
    autoSmsMessage: text('auto_sms_message').notNull().default(AUTO_SMS_MESSAGE),
    phoneNumber: text('phone_number'),
    isAdmin: boolean('is_admin').notNull().default(false),
    /** Bytes of the files the account holds, plus those reserved by uploads in progress; see `media-schema.ts`. */
    mediaBytes: bigint('media_bytes', { mode: 'number' }).notNull().default(0),
    isProfileVisible: boolean('is_profile_visible').notNull().default(true),
    isAnalyticsEnabled: boolean('is_analytics_enabled').notNull().default(true),
    isExchangeEnabled: boolean('is_exchange_enabled').notNull().default(true),
    /** Neither among the contacts nor among what waits is there room for more: see `server/people/contacts/contact-use.ts`. */
    isInboxFull: boolean('is_inbox_full').notNull().default(false),
    /** True if what is known of a contact, and photos of paper cards, may be sent to the language model that this server is set up with. */
    usesLanguageModel: boolean('uses_language_model').notNull().default(true),
    /** An unused session ends after this many minutes; null: after `SESSION_DAYS`. */
    idleMinutes: integer('idle_minutes').$type<(typeof IDLE_MINUTES)[number]>(),
    /** Set by an administrator: from then on, the account can only be exported and deleted. */
    suspendedAt: momentColumn('suspended_at'),
    /** What the administrator tells the suspended person. */
    suspensionMessage: text('suspension_message'),
    /** True if the suspension also hides the public pages. */
    arePagesSuspended: boolean('are_pages_suspended').notNull().default(false),
    /** True if /{username} leads to the owner's portfolio or only card: off until they choose it. */
    hasAlias: boolean('has_alias').notNull().default(false),
    /** IANA name of the zone in which mails say dates, from the browser; null until one is known. */
    timeZone: text('time_zone'),
    /** When a mail server last refused the address for good, and its answer; null again once a mail arrives. */
    emailRefusedAt: momentColumn('email_refused_at'),
    emailRefusal: text('email_refusal'),
    /** Contacts and leads go this many months after the last contact; null: never. */
    retentionMonths: integer('retention_months').$type<(typeof RETENTION_MONTHS)[number]>(),
    /** When that was chosen; nothing goes in the days after it. */
    retentionSince: momentColumn('retention_since'),
  },
  (table) => [
    uniqueIndex('users_username_key').on(foldCase(table.username)),
    uniqueIndex('users_email_key').on(foldCase(table.email)),
    index('users_trial_ends_at').on(table.trialEndsAt).where(sql`${table.subscriptionStatus} = 'trial'`),
    index('users_subscription_ends_at')
      .on(table.subscriptionEndsAt)
      .where(sql`${table.subscriptionStatus} = 'cancelled'`),
    uniqueIndex('users_stripe_customer_id').on(table.stripeCustomerId),
  ],
);

const userId = () =>
  text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the token in the cookie; the token itself is never stored. */
    tokenHash: bytea('token_hash').primaryKey(),
    id: text('id').notNull().unique(),
    userId: userId(),
    userAgent: text('user_agent'),
    /** Where the session began: the network part of the address, and the place if it was known. */
    network: text('network'),
    place: text('place'),
    createdAt: createdAt(),
    /** When its user last proved who they are, beyond having the cookie: see `auth/confirm-identity.ts`. */
    confirmedAt: momentColumn('confirmed_at'),
    /** True if it took more than a password to begin: a code, a recovery code, a remembered device or a passkey. */
    isTwoStep: boolean('is_two_step').notNull().default(false),
    /** Accurate to `SEEN_EVERY_MS`. */
    lastSeenAt: momentColumn('last_seen_at').notNull().defaultNow(),
    expiresAt: momentColumn('expires_at').notNull(),
  },
  (table) => [index('sessions_user_id').on(table.userId), index('sessions_expires_at').on(table.expiresAt)],
);

export const businessCards = pgTable(
  'business_cards',
  {
    id: text('id').primaryKey(),
    userId: userId(),
    ...columnsOf('business_cards', CARD_FIELDS),
    qrCode: text('qr_code').notNull().generatedAlwaysAs(sql`'/api/cards/' || id || '/qr.svg'`),
    /** Code of the country (ISO 3166-1) its owner was in, for telephone numbers that name none. */
    phoneRegion: text('phone_region'),
    viewCount: integer('view_count').notNull().default(0),
    /** The name in /c/{alias}, in the form in which names are compared; null: the card has none. */
    alias: text('alias'),
    /** True if the link with the alias is the card's main one: canonical, copied and shared. */
    isAliasMain: boolean('is_alias_main').notNull().default(false),
    /** Rises with each save that changes a field. */
    version: integer('version').notNull().default(1),
    /** Visitors, each counted once; stored with the views so that the dashboard never counts rows. */
    uniqueViewCount: integer('unique_view_count').notNull().default(0),
    createdAt: createdAt(),
    updatedAt: momentColumn('updated_at').notNull().defaultNow(),
    /** Soft deletion: restorable for 30 days, then purged. */
    deletedAt: momentColumn('deleted_at'),
  },
  (table) => [
    index('business_cards_user_id').on(table.userId, table.createdAt),
    index('business_cards_deleted_at').on(table.deletedAt).where(sql`${table.deletedAt} is not null`),
  ],
);

const cardId = () =>
  text('card_id')
    .notNull()
    .references(() => businessCards.id, { onDelete: 'cascade' });

export const leadCaptures = pgTable(
  'lead_captures',
  {
    id: text('id').primaryKey(),
    cardId: cardId(),
    cardOwnerId: text('card_owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
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

export const teams = pgTable(
  'teams',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    ownerId: text('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    plan: text('plan').notNull().default(TEAM_PLAN),
    logo: text('logo'),
    primaryColor: text('primary_color').notNull().default(TEAM_COLOR),
    createdAt: createdAt(),
  },
  (table) => [index('teams_owner_id').on(table.ownerId)],
);

export const teamMembers = pgTable(
  'team_members',
  {
    id: text('id').primaryKey(),
    teamId: text('team_id')
      .notNull()
      .references(() => teams.id, { onDelete: 'cascade' }),
    userId: userId(),
    role: text('role').notNull().default(TEAM_ROLE),
    joinedAt: momentColumn('joined_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('team_members_team_id_user_id').on(table.teamId, table.userId),
    index('team_members_user_id').on(table.userId),
  ],
);

export const contacts = pgTable(
  'contacts',
  {
    id: text('id').primaryKey(),
    userId: userId(),
    /** A contact outlives the card it was made through, but keeps the card's name. */
    cardId: text('card_id').references(() => businessCards.id, { onDelete: 'set null' }),
    cardName: text('card_name'),
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
    /** True if `contact_matches` has its keys; a change of what they are made of resets it. */
    isMatched: boolean('is_matched').notNull().default(false),
    /** What was answered in a lead form, for a contact that was a lead. */
    customFields: answersColumn(),
    consents: consentsColumn(),
    /** Null for a contact that never was a lead. */
    leadStatus: text('lead_status').$type<LeadStatus>(),
    createdAt: createdAt(),
  },
  (table) => [index('contacts_card_id').on(table.cardId)],
);

/** Keys created at the first start and shared by every process on this database. */
export const secrets = pgTable('secrets', {
  name: text('name').primaryKey(),
  value: bytea('value').notNull(),
});
