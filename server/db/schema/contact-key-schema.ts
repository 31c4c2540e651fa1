import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { createdAt } from '#server/db/columns.ts';
import { users } from './schema.ts';

/** The idempotency keys with which owners added contacts: a contact sent again, at any time, is not added again. */
export const contactKeys = pgTable(
  'contact_keys',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Keyed hashes of the key and of what was sent with it; nothing of the contact itself is kept here. */
    keyHash: text('key_hash').notNull(),
    bodyHash: text('body_hash').notNull(),
    /** The contact made of it, which may have been changed or deleted since. */
    contactId: text('contact_id').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.keyHash] }),
    index('contact_keys_created_at').on(table.createdAt),
  ],
);
