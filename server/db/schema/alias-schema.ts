import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytea, createdAt } from '#server/db/columns.ts';
import type { ALIAS_KINDS } from '#shared/accounts/aliases.ts';
import { businessCards, users } from './schema.ts';

/** Short addresses: /{username} and /c/{alias}. */

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
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
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
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
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
