import { type SQLWrapper, sql } from 'drizzle-orm';
import { customType, timestamp } from 'drizzle-orm/pg-core';

/** Column types that tables share. */

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
export const momentColumn = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
export const createdAt = () => momentColumn('created_at').notNull().defaultNow();
/**
 * Text compared without letter case in every script, for sign-in names: in a database with locale C, `lower` alone
 * handles only ASCII.
 */
export const foldCase = (value: SQLWrapper | string) => sql`fold_case(${value})`;
