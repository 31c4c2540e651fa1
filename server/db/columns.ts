import { type SQLWrapper, sql } from 'drizzle-orm';
import { customType, timestamp } from 'drizzle-orm/pg-core';

/** The kinds of column that tables share. */

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
export const createdAt = () => moment('created_at').notNull().defaultNow();
/** Text without letter case in every script, as logins are compared: `lower` alone knows only ASCII where the database's locale is C. */
export const foldCase = (value: SQLWrapper | string) => sql`fold_case(${value})`;
