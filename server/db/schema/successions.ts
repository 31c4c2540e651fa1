import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { createdAt, momentColumn } from '#server/db/columns.ts';
import type { PersonId } from '#shared/accounts/ids.ts';
import type { TeamRole } from '#shared/teams/roles.ts';
import { cardId } from './cards.ts';
import { teamInvites } from './teams.ts';
import { teams, users } from './users.ts';

/** Cards of teams that went from one person to another, and people who left teams (docs/decisions/364). */

const teamId = () =>
  text('team_id')
    .notNull()
    .references(() => teams.id, { onDelete: 'cascade' });
const person = (name: string) =>
  text(name)
    .$type<PersonId>()
    .references(() => users.id, { onDelete: 'set null' });

/** That a card was handed to somebody else; one that was undone is deleted. Its fields are in `card_versions`. */
export const cardSuccessions = pgTable(
  'card_successions',
  {
    id: text('id').primaryKey(),
    teamId: teamId(),
    cardId: cardId(),
    /** Who held it; null for a card that nobody held, or once they are gone. */
    formerId: person('former_id'),
    /** The name that stood on the card. */
    formerName: text('former_name').notNull(),
    /** The invite of whoever comes next; null while nobody was named. */
    inviteId: text('invite_id').references(() => teamInvites.id, { onDelete: 'set null' }),
    /** The short name of the card, and all that led to it: they are the account's, and lead nowhere meanwhile. */
    alias: text('alias'),
    isAliasMain: boolean('is_alias_main').notNull().default(false),
    names: text('names').array().notNull().default(sql`'{}'`),
    handedBy: person('handed_by'),
    createdAt: createdAt(),
    claimedAt: momentColumn('claimed_at'),
    /** Contacts and leads that come to the new holder, and how many of them have; null until the card is claimed. */
    people: integer('people'),
    peopleMoved: integer('people_moved').notNull().default(0),
    movedAt: momentColumn('moved_at'),
  },
  (table) => [
    index('card_successions_card').on(table.cardId, table.createdAt),
    index('card_successions_team').on(table.teamId, table.createdAt, table.id),
    index('card_successions_invite').on(table.inviteId),
    index('card_successions_former').on(table.formerId),
    index('card_successions_handed_by').on(table.handedBy),
  ],
);

/** Who left a team or was removed from it, for 30 days. */
export const teamLeavers = pgTable(
  'team_leavers',
  {
    teamId: teamId(),
    leaverId: text('leaver_id')
      .$type<PersonId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text('role').$type<Exclude<TeamRole, 'owner'>>().notNull(),
    /** They left by themselves, and come back only if they say so. */
    isOwnChoice: boolean('is_own_choice').notNull(),
    leftAt: momentColumn('left_at').notNull(),
    /** The cards they held, without references: some may be gone. */
    cardIds: text('card_ids').array().notNull(),
    /** When they were asked to come back. */
    askedAt: momentColumn('asked_at'),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.leaverId] }),
    index('team_leavers_leaver_id').on(table.leaverId),
    index('team_leavers_left_at').on(table.leftAt),
  ],
);
