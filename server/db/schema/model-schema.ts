import { date, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { createdAt } from '#server/db/columns.ts';
import type { Suggestion } from '#shared/people/follow-ups.ts';
import { contacts, users } from './schema.ts';

/** What the language model was asked, and the suggestions kept of it. */

/** What an account asked of the model on a day (UTC). */
export const modelUse = pgTable(
  'model_use',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    day: date('day').notNull(),
    calls: integer('calls').notNull().default(0),
    /** Calls without an answer, or with one that could not be used. */
    failures: integer('failures').notNull().default(0),
    /** Of prompts and answers; those of running calls are an upper estimate. */
    tokens: integer('tokens').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.userId, table.day] }), index('model_use_day').on(table.day)],
);

/** The suggestions for a contact and a wish, as long as the facts they were made from stay the same. */
export const keptFollowUps = pgTable(
  'kept_follow_ups',
  {
    contactId: text('contact_id')
      .notNull()
      .references(() => contacts.id, { onDelete: 'cascade' }),
    /** Hashes of what the owner wished and who was to write, and of the facts. */
    wishHash: text('wish_hash').notNull(),
    factsHash: text('facts_hash').notNull(),
    /** How often others were asked for. */
    variant: integer('variant').notNull().default(0),
    /** Null: the built-in composer makes them again. */
    suggestions: jsonb('suggestions').$type<Suggestion[]>(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.contactId, table.wishHash] })],
);
