import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { longWorkColumns, momentColumn } from '#server/db/columns.ts';
import type { AccountImport, AccountImportState, ArchivedCard } from '#shared/portability/archive.ts';
import { contactImports } from './people-changes.ts';
import { userId } from './users.ts';

/** Whole accounts: archives that are brought in, and deletions. */

/** Archives of whole accounts that are brought in: what was found in each, and how far it has come. */
export const accountImports = pgTable(
  'account_imports',
  {
    ...longWorkColumns<AccountImportState, NonNullable<AccountImport['preview']>>(),
    userId: userId(),
    /** True if this server signed it, and nothing in it was changed since. */
    isSigned: boolean('is_signed').notNull().default(false),
    /** For whom it was written: the account, and its email address if that was confirmed. */
    writtenFor: text('written_for'),
    writtenForEmail: text('written_for_email'),
    /** The outcome of each card, in the order of the file; its length is how far the cards have come. */
    cards: jsonb('cards').$type<ArchivedCard[]>().notNull().default([]),
    /** The byte of the file of figures at which to go on. */
    figuresFrom: bigint('figures_from', { mode: 'number' }).notNull().default(0),
    leads: integer('leads').notNull().default(0),
    views: integer('views').notNull().default(0),
    contactImportId: text('contact_import_id').references(() => contactImports.id, { onDelete: 'set null' }),
  },
  (table) => [
    index('account_imports_user').on(table.userId, table.createdAt),
    index('account_imports_created_at').on(table.createdAt),
    index('account_imports_contact_import').on(table.contactImportId),
    // One at a time for each account.
    uniqueIndex('account_imports_open')
      .on(table.userId)
      .where(sql`${table.state} in ('reading', 'ready', 'running')`),
  ],
);

/** Deleted accounts, of which something is left: the row goes with the last of it. */
export const erasures = pgTable('erasures', {
  userId: userId().primaryKey(),
  begunAt: momentColumn('begun_at').notNull(),
});
