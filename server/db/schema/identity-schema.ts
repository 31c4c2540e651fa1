import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, momentColumn } from '#server/db/columns.ts';
import { users } from './schema.ts';

/** Tables of sign-in with other providers (OpenID Connect). */

/** The people at providers who may sign in to an account; each signs in to one account only. */
export const linkedIdentities = pgTable(
  'linked_identities',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
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
