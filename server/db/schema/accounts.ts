import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { bytea, createdAt, foldCase, momentColumn } from '#server/db/columns.ts';
import type { ALIAS_KINDS } from '#shared/accounts/aliases.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import { businessCards } from './cards.ts';
import { userId, users } from './users.ts';

/**
 * How someone signs in and is found: sessions, passkeys, two-step codes, sign-in with other providers, mailed links,
 * short addresses, and the history that owners read.
 */

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

/** Public keys of passkeys (Web Authentication, level 3); the private ones never leave their owners' devices. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: text('id').primaryKey(),
    userId: userId(),
    /** The browser's id for it, as base64url; unique in the world. */
    credentialId: text('credential_id').notNull().unique(),
    /** In COSE form (RFC 9052). */
    publicKey: bytea('public_key').notNull(),
    /** How often it has signed, as far as it counts at all: synced passkeys stay at 0. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: jsonb('transports').$type<string[]>().notNull().default([]),
    /** True if it is synced between devices, so that losing one of them does not lose it. */
    isBackedUp: boolean('is_backed_up').notNull().default(false),
    name: text('name').notNull(),
    createdAt: createdAt(),
    lastUsedAt: momentColumn('last_used_at'),
  },
  (table) => [index('passkeys_user_id').on(table.userId)],
);

/** Challenges that have been answered: each may be answered once, and only in the browser it was made for. */
export const usedChallenges = pgTable(
  'used_challenges',
  {
    challengeHash: bytea('challenge_hash').primaryKey(),
    expiresAt: momentColumn('expires_at').notNull(),
  },
  (table) => [index('used_challenges_expires_at').on(table.expiresAt)],
);

/** The secret of an account's two-step codes (RFC 6238). */
export const twoStep = pgTable('two_step', {
  userId: userId().primaryKey(),
  /** As base32, the form that authenticator apps read. */
  secret: text('secret').notNull(),
  /** When its owner typed a code of it, which turned it on; until then it is not asked for. */
  confirmedAt: momentColumn('confirmed_at'),
  /** The step of 30 seconds whose code was last accepted: neither it nor an earlier one is accepted again. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
  createdAt: createdAt(),
});

/** Codes for whoever has lost the authenticator. A used one is deleted. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: userId(),
    /** HMAC-SHA-256 with a key of this installation. */
    codeHash: bytea('code_hash').notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
);

/** Browsers that their owner has told us not to ask for codes. */
export const rememberedDevices = pgTable(
  'remembered_devices',
  {
    userId: userId(),
    /** SHA-256 of the token in the browser's cookie. */
    tokenHash: bytea('token_hash').notNull(),
    createdAt: createdAt(),
    expiresAt: momentColumn('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.tokenHash] }),
    index('remembered_devices_expires_at').on(table.expiresAt),
  ],
);

/** The people at providers who may sign in to an account; each signs in to one account only. */
export const linkedIdentities = pgTable(
  'linked_identities',
  {
    id: text('id').primaryKey(),
    userId: userId(),
    /** Its name in `OIDC_PROVIDERS` when it was linked. */
    provider: text('provider').notNull(),
    issuer: text('issuer').notNull(),
    /** The person at the issuer, who stays the same when their address changes. */
    subject: text('subject').notNull(),
    /** The address at the provider, so that its owner recognizes it. */
    email: text('email'),
    createdAt: createdAt(),
    lastUsedAt: momentColumn('last_used_at'),
  },
  (table) => [
    uniqueIndex('linked_identities_issuer_subject').on(table.issuer, table.subject),
    index('linked_identities_user_id').on(table.userId),
  ],
);

/** The links in mails, or printed for an administrator, that let someone act without signing in; each works once. */
export const mailedLinks = pgTable(
  'mailed_links',
  {
    /** SHA-256 of the token in the link; the token itself is never stored. */
    tokenHash: bytea('token_hash').primaryKey(),
    /** The purpose of the link: the name of an entry in `server/accounts/links/purposes.ts`. */
    purpose: text('purpose').notNull(),
    /** Null once the account is deleted: the row still counts against the mails that its address may get in an hour. */
    userId: text('user_id')
      .$type<AccountId>()
      .references(() => users.id, { onDelete: 'set null' }),
    /** The address it was mailed to; null if it was printed. */
    mailedTo: text('mailed_to'),
    /** Further values that its purpose needs. */
    data: jsonb('data').$type<Record<string, string>>().notNull().default({}),
    createdAt: createdAt(),
    expiresAt: momentColumn('expires_at').notNull(),
    usedAt: momentColumn('used_at'),
  },
  (table) => [
    index('mailed_links_user_id').on(table.userId),
    index('mailed_links_mailed_to').on(foldCase(table.mailedTo), table.createdAt),
    index('mailed_links_expires_at').on(table.expiresAt),
  ],
);

/**
 * Every name that was ever part of a short address, so that it never passes to another account. Rows are never deleted:
 * once the account is gone, a keyed hash is all that is left.
 */
export const claimedNames = pgTable(
  'claimed_names',
  {
    /** Keyed hash of the confusable skeleton: names that look alike have the same one. */
    skeletonHash: bytea('skeleton_hash').primaryKey(),
    /** Null: the account is gone. */
    userId: text('user_id')
      .$type<AccountId>()
      .references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (table) => [index('claimed_names_user_id').on(table.userId)],
);

/** Where each name leads, former ones too: `business_cards.alias` and `users.username` tell which are current. */
export const aliases = pgTable(
  'aliases',
  {
    kind: text('kind').$type<(typeof ALIAS_KINDS)[number]>().notNull(),
    /** As names are compared: `foldName` of `shared/accounts/aliases.ts`. */
    name: text('name').notNull(),
    userId: userId(),
    /** Null for a username. */
    cardId: text('card_id').references(() => businessCards.id, { onDelete: 'cascade' }),
    /** When it was last chosen. */
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.name] }),
    index('aliases_user_id').on(table.userId),
    index('aliases_card_id').on(table.cardId),
  ],
);

export const accountEvents = pgTable(
  'account_events',
  {
    id: text('id').primaryKey(),
    userId: userId(),
    /** A key of `EVENTS` in server/infra/journal/event-kinds.ts. */
    kind: text('kind').notNull(),
    /** Browser and kind of device; null for what no browser did. */
    device: text('device'),
    /** The network part of the address, as in `networkOf`. */
    network: text('network'),
    place: text('place'),
    details: jsonb('details').$type<Record<string, string>>().notNull().default({}),
    /** The person who did it, where somebody asked. Without a reference, as the next: they may be gone. */
    actorId: text('actor_id'),
    /** In the history of a team: the person whom it was done to. */
    subjectId: text('subject_id'),
    /** How many times it happened, if the row stands for several. */
    count: integer('count').notNull().default(1),
    /** Events with the same key are one row; null for an event that always has its own. */
    foldKey: text('fold_key'),
    /** The last time, if the row stands for several. */
    createdAt: createdAt(),
  },
  (table) => [
    index('account_events_newest').on(table.userId, table.createdAt, table.id),
    uniqueIndex('account_events_fold').on(table.userId, table.foldKey),
    index('account_events_created_at').on(table.createdAt),
  ],
);
