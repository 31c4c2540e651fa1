import { eq, getViewSelectedFields, sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  pgView,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { createdAt, foldCase, momentColumn } from '#server/db/columns.ts';
import type { AccountId, PersonId } from '#shared/accounts/ids.ts';
import {
  AUTO_SMS_MESSAGE,
  type IDLE_MINUTES,
  type RETENTION_MONTHS,
  type SUBSCRIPTION_STATUSES,
  TEAM_COLOR,
  TEAM_PLAN,
  TEAM_ROLE,
} from '#shared/contract/constants.ts';
import type { TeamRole } from '#shared/teams/roles.ts';

/**
 * Accounts, and the persons among them: what nearly every other table refers to. Ids are short unguessable texts, see
 * `new-id.ts`. Whose each column and each table is, the account's or only a person's: docs/decisions/353.
 */

/** Besides, `gone`: what is left of a deleted account while the rest goes; who finds accounts by id or card asks `isExisting` (docs/decisions/391). */
const ACCOUNT_KINDS = ['person', 'team'] as const;

export const users = pgTable(
  'users',
  {
    id: text('id').$type<AccountId>().primaryKey(),
    /** Never changes, except to `gone`: triggers of other tables rely on it. */
    kind: text('kind').$type<(typeof ACCOUNT_KINDS)[number]>().notNull().default('person'),
    /** A team's is its slug. */
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
    /** Bytes of the files the account holds, plus those reserved by uploads in progress; see `cards.ts`. */
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
    /** A message from the administrator to the suspended person. */
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
    check('users_kind', sql`${table.kind} in ('person', 'team', 'gone')`),
    check(
      'users_team_is_no_person',
      sql`${table.kind} = 'person' or (not ${table.isAdmin} and coalesce(${table.email}, ${table.pendingEmail}, ${table.password}, ${table.phoneNumber}, ${table.timeZone}, ${table.emailRefusal}) is null and coalesce(${table.emailConfirmedAt}, ${table.emailRefusedAt}) is null and ${table.idleMinutes} is null)`,
    ),
  ],
);

/** Who signs in, is mailed, and is listed and counted as a person (docs/decisions/353). */
export const persons = pgView('persons').as((query) =>
  query.select().from(users).where(eq(users.kind, 'person')),
);
export const personColumns = getViewSelectedFields(persons);

/** A person, as they sign in: the row of the account that is their own. */
export type PersonRow = Omit<typeof users.$inferSelect, 'id'> & { id: PersonId };

/** Whose a row is: it goes with the account. */
export const userId = () =>
  text('user_id')
    .$type<AccountId>()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/**
 * Who holds a card of a team, and whom a person met through it belongs to within the team. Null for what is a person's
 * own, and where nobody holds it (docs/decisions/356).
 */
export const holderId = () =>
  text('holder_id')
    .$type<PersonId>()
    .references(() => users.id, { onDelete: 'set null' });

export const teams = pgTable(
  'teams',
  {
    /** That of its account. */
    id: text('id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** A person who cannot be deleted before the team has another owner or is gone. */
    ownerId: text('owner_id')
      .$type<AccountId>()
      .notNull()
      .references(() => users.id, { onDelete: 'restrict' }),
    plan: text('plan').notNull().default(TEAM_PLAN),
    logo: text('logo'),
    primaryColor: text('primary_color').notNull().default(TEAM_COLOR),
    /** Rises with each change of what its cards take over from it, and when that was (docs/decisions/363). */
    brandVersion: integer('brand_version').notNull().default(0),
    brandChangedAt: momentColumn('brand_changed_at'),
    /** Members may export the contacts of the cards they hold. */
    membersMayExport: boolean('members_may_export').notNull().default(false),
    /** Team admins without two-step verification may only what members may. */
    adminsNeedTwoStep: boolean('admins_need_two_step').notNull().default(false),
    /** The page of its people is public: see `team_page_cards`. */
    isPagePublic: boolean('is_page_public').notNull().default(false),
    /** A member who was asked to become the owner, until they answer. */
    offeredTo: text('offered_to')
      .$type<PersonId>()
      .references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    /** Restorable for 30 days, then deleted with all it has. */
    deletedAt: momentColumn('deleted_at'),
    /** If the forms of its cards were open when it was deleted, which closes them. */
    wasExchangeEnabled: boolean('was_exchange_enabled'),
  },
  (table) => [
    index('teams_newest').on(table.createdAt, table.id),
    index('teams_owner_id').on(table.ownerId),
    index('teams_offered_to').on(table.offeredTo),
    index('teams_deleted_at').on(table.deletedAt).where(sql`${table.deletedAt} is not null`),
  ],
);

export const teamMembers = pgTable(
  'team_members',
  {
    id: text('id').primaryKey(),
    teamId: text('team_id')
      .notNull()
      .references(() => teams.id, { onDelete: 'cascade' }),
    userId: userId(),
    role: text('role').$type<TeamRole>().notNull().default(TEAM_ROLE),
    joinedAt: momentColumn('joined_at').notNull().defaultNow(),
    /** Until when they were told of whom the team met through cards that nobody holds: see `tellUnheld`. */
    toldUntil: momentColumn('told_until'),
  },
  (table) => [
    uniqueIndex('team_members_team_id_user_id').on(table.teamId, table.userId),
    uniqueIndex('team_members_owner').on(table.teamId).where(sql`${table.role} = 'owner'`),
    check('team_members_role', sql`${table.role} in ('owner', 'admin', 'member')`),
    index('team_members_user_id').on(table.userId),
    index('team_members_joined').on(table.teamId, table.joinedAt, table.id),
  ],
);
