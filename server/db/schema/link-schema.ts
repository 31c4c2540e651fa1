import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { bytea, createdAt, foldCase, momentColumn } from '#server/db/columns.ts';
import { users } from './schema.ts';

/** The links in mails, or printed for an administrator, that let someone act without signing in; each works once. */
export const mailedLinks = pgTable(
  'mailed_links',
  {
    /** SHA-256 of the token in the link; the token itself is never stored. */
    tokenHash: bytea('token_hash').primaryKey(),
    /** What the link is for: the name of an entry in `server/accounts/links/purposes.ts`. */
    purpose: text('purpose').notNull(),
    /** Null once the account is deleted: the row still counts against the mails that its address may get in an hour. */
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** The address it was mailed to; null if it was printed. */
    mailedTo: text('mailed_to'),
    /** What its purpose needs to know besides. */
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
