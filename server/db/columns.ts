import { type SQLWrapper, sql } from 'drizzle-orm';
import { customType, integer, jsonb, text, timestamp } from 'drizzle-orm/pg-core';

/** Column types that tables share. */

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
export const momentColumn = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
/**
 * Who made a row, where `acting` says so: filled from the transaction (docs/decisions/355), or by `stamp` where a job goes on
 * with what somebody began.
 */
export const actorColumns = { actorKind: text('actor_kind'), actorId: text('actor_id') };
export const createdAt = () => momentColumn('created_at').notNull().defaultNow();
/**
 * Text compared without letter case in every script, for sign-in names: in a database with locale C, `lower` alone
 * handles only ASCII.
 */
export const foldCase = (value: SQLWrapper | string) => sql`fold_case(${value})`;

/** The columns of every long work: what was uploaded, how it ended, and who works on it (`server/infra/long-work`). */
export const longWorkColumns = <State extends string, Preview>() => ({
  id: text('id').primaryKey(),
  fileName: text('file_name').notNull(),
  /** The uploaded file in the store of its kind, and what was made of it: this name with other endings. */
  blobName: text('blob_name').notNull(),
  state: text('state').$type<State | 'reading'>().notNull().default('reading'),
  preview: jsonb('preview').$type<Preview>(),
  error: text('error'),
  createdAt: createdAt(),
  finishedAt: momentColumn('finished_at'),
  /** The process that works on it; null if none does. */
  leaseHolder: text('lease_holder'),
  /** By the clock of the database: from then on, whoever has the files may go on. */
  leaseUntil: momentColumn('lease_until'),
  /** Failures in a row. */
  tries: integer('tries').notNull().default(0),
});
