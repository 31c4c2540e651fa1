import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { actorColumns, longWorkColumns, momentColumn } from '#server/db/columns.ts';
import type { ImportState } from '#shared/people/import.ts';
import type { ListColumn, TeamList } from '#shared/teams/lists.ts';
import type { TeamRole } from '#shared/teams/roles.ts';
import { teamInvites } from './teams.ts';
import { userId } from './users.ts';

/** Lists of people for whom a team prepares cards, as long work: how far each has come, and what became of each row. */

const total = (name: string) => integer(name).notNull().default(0);

export const teamLists = pgTable(
  'team_lists',
  {
    ...longWorkColumns<ImportState, NonNullable<TeamList['preview']>>(),
    /** The team's account. */
    userId: userId(),
    /** Who uploaded it, and who takes it back. */
    ...actorColumns,
    /** Raised by each change of the columns: a preview of earlier ones is not kept. */
    revision: total('revision'),
    /** Null until the file is read. */
    rows: integer('rows'),
    columns: jsonb('columns').$type<ListColumn[]>().notNull().default([]),
    /** The part in the team for rows that name none. */
    role: text('role').$type<Exclude<TeamRole, 'owner'>>().notNull().default('member'),
    /** Of phone numbers without a country code. */
    country: text('country'),
    startedAt: momentColumn('started_at'),
    /** The last line that was dealt with. */
    position: total('position'),
    done: total('done'),
    prepared: total('prepared'),
    skipped: total('skipped'),
    failed: total('failed'),
    removed: total('removed'),
    kept: total('kept'),
  },
  (table) => [
    index('team_lists_user').on(table.userId, table.createdAt),
    index('team_lists_created_at').on(table.createdAt),
    index('team_lists_to_do')
      .on(table.leaseUntil)
      .where(sql`${table.state} in ('reading', 'running', 'undoing')`),
    // One at a time for each team.
    uniqueIndex('team_lists_open')
      .on(table.userId)
      .where(sql`${table.state} in ('reading', 'ready', 'running', 'undoing')`),
  ],
);

export const teamListRows = pgTable(
  'team_list_rows',
  {
    listId: text('list_id')
      .notNull()
      .references(() => teamLists.id, { onDelete: 'cascade' }),
    /** In the file, from 1. */
    line: integer('line').notNull(),
    /** As they were read; emptied once the row was dealt with. Null where the row could not be read. */
    cells: text('cells').array(),
    /** Null until it is dealt with. */
    outcome: text('outcome').$type<'prepared' | 'skipped' | 'failed' | 'removed' | 'kept'>(),
    /** Why there is no card, in a sentence. */
    note: text('note'),
    inviteId: text('invite_id').references(() => teamInvites.id, { onDelete: 'set null' }),
  },
  (table) => [
    primaryKey({ columns: [table.listId, table.line] }),
    index('team_list_rows_invite_id').on(table.inviteId),
  ],
);
