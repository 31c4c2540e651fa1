import { bigint, boolean, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytea, createdAt, momentColumn } from '#server/db/columns.ts';
import { users } from './schema.ts';

/** How someone signs in besides the password in `users`: passkeys, two-step codes and what belongs to them. */

const userId = () =>
  text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/** Public keys of passkeys (Web Authentication, level 3); the private ones never leave their owners' devices. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: text('id').primaryKey(),
    userId: userId(),
    /** What the browser calls it, as base64url; unique in the world. */
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
