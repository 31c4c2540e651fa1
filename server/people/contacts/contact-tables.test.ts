import { getTableColumns, getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { expect, it } from 'vitest';

/**
 * Tables that refer to a contact. A new one belongs here once a merge moves its rows to the contact that stays, undoing
 * a merge or a deletion brings them back, and they are gone with the contact.
 */
const REFERRING = [
  ...[
    'arrivals',
    'contact_history',
    'contact_import_rows',
    'contact_keys',
    'contact_links',
    'contact_matches',
  ],
  ...['contact_media', 'contact_notes', 'contact_undo_rows', 'distinct_contacts', 'kept_follow_ups'],
  ...['receipts', 'released_people', 'reminders', 'retention_notices', 'text_messages'],
];

it('knows every table that refers to a contact', () => {
  const schemas = import.meta.glob<Record<string, unknown>>(['../../db/schema/*.ts', '!**/*.test.ts'], {
    eager: true,
  });
  const tables = Object.values(schemas).flatMap((schema) =>
    Object.values(schema).filter((one) => is(one, PgTable)),
  );
  const refers = (table: PgTable) =>
    Object.values(getTableColumns(table)).some(({ name }) => /^(?:contact|person|lead)_id$/.test(name));
  expect([...new Set(tables.filter(refers).map((table) => getTableName(table)))].sort()).toEqual(REFERRING);
});
