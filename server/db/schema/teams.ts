import { sql } from 'drizzle-orm';
import {
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { createdAt, foldCase, momentColumn } from '#server/db/columns.ts';
import type { PersonId } from '#shared/accounts/ids.ts';
import type { BrandMode } from '#shared/cards/brand.ts';
import type { BrandFieldName } from '#shared/cards/card-fields.ts';
import type { FiguresOfDay, FiguresOfHolder } from '#shared/teams/figures.ts';
import type { TeamRole } from '#shared/teams/roles.ts';
import { cardId } from './cards.ts';
import { teams, userId, users } from './users.ts';

/**
 * Invites to the cards that teams prepare for people, and what keeps people from being mailed by teams too often; and
 * the figures of teams (docs/decisions/360).
 */

const teamId = () =>
  text('team_id')
    .notNull()
    .references(() => teams.id, { onDelete: 'cascade' });

/**
 * The fields that the cards of a team take over from it. The values of `companyLogo` and `primaryColor` are the team's own
 * columns. No row: each card has its own.
 */
export const teamBrand = pgTable(
  'team_brand',
  {
    teamId: teamId(),
    field: text('field').$type<BrandFieldName>().notNull(),
    /** Null: none, which a locked field may be. */
    value: text('value'),
    /** 'default': the cards' whose holder has written none. 'locked': every card's. */
    mode: text('mode').$type<BrandMode>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.field] }),
    check('team_brand_mode', sql`${table.mode} in ('default', 'locked')`),
    check(
      'team_brand_value',
      sql`${table.value} is null or ${table.field} not in ('companyLogo', 'primaryColor')`,
    ),
  ],
);

/** A card prepared for somebody who has not claimed it, or has. A revoked one is deleted. */
export const teamInvites = pgTable(
  'team_invites',
  {
    id: text('id').primaryKey(),
    teamId: teamId(),
    cardId: cardId(),
    /** As it was typed; compared without letter case. */
    email: text('email').notNull(),
    fullName: text('full_name').notNull(),
    role: text('role').$type<Exclude<TeamRole, 'owner'>>().notNull(),
    /** SHA-256 of the link's token; null until a link was made, and after whoever has it refused. */
    tokenHash: text('token_hash'),
    invitedBy: text('invited_by')
      .$type<PersonId>()
      .references(() => users.id, { onDelete: 'set null' }),
    /** Why no mail was sent; null if one was. */
    problem: text('problem'),
    createdAt: createdAt(),
    sentAt: momentColumn('sent_at'),
    openedAt: momentColumn('opened_at'),
    expiresAt: momentColumn('expires_at').notNull(),
    /** Since when its mail waits because the team has sent as many as it may a day; null if none waits. */
    waitsSince: momentColumn('waits_since'),
    claimedAt: momentColumn('claimed_at'),
    claimedBy: text('claimed_by')
      .$type<PersonId>()
      .references(() => users.id, { onDelete: 'set null' }),
    /** Somebody signed in with another address asked to be invited at it. */
    askedEmail: text('asked_email'),
  },
  (table) => [
    index('team_invites_team').on(table.teamId, table.createdAt, table.id),
    index('team_invites_card_id').on(table.cardId),
    index('team_invites_invited_by').on(table.invitedBy),
    index('team_invites_claimed_by').on(table.claimedBy),
    uniqueIndex('team_invites_token_hash').on(table.tokenHash).where(sql`${table.tokenHash} is not null`),
    uniqueIndex('team_invites_open')
      .on(table.teamId, foldCase(table.email), table.cardId)
      .where(sql`${table.claimedAt} is null`),
    index('team_invites_waits')
      .on(table.teamId, table.waitsSince)
      .where(sql`${table.waitsSince} is not null`),
    check('team_invites_role', sql`${table.role} in ('admin', 'member')`),
  ],
);

/**
 * Mails sent to an address for teams, by a keyed hash of it: one a day and three in all from one team, one a week from others.
 * They outlive their team, or who deletes it could mail the address again, and the link in the mail would end with it.
 */
export const teamMails = pgTable(
  'team_mails',
  {
    id: text('id').primaryKey(),
    teamId: text('team_id').notNull(),
    addressHash: text('address_hash').notNull(),
    /** As in `team_invites`; whoever has the link may refuse, also when the invite is gone. */
    tokenHash: text('token_hash'),
    sentAt: momentColumn('sent_at').notNull(),
  },
  (table) => [
    uniqueIndex('team_mails_token_hash').on(table.tokenHash),
    index('team_mails_address').on(table.addressHash, table.sentAt),
    index('team_mails_team').on(table.teamId, table.sentAt),
  ],
);

/** Addresses whose owners want no invites from any team, by a keyed hash. */
export const teamRefusals = pgTable('team_refusals', {
  addressHash: text('address_hash').primaryKey(),
  refusedAt: momentColumn('refused_at').notNull(),
});

/** A team's figures of a range that somebody looked at, as they were when they were last counted. */
export const teamFigures = pgTable(
  'team_figures',
  {
    teamId: teamId(),
    /** The length of the range, which ended on the day of `countedAt`. */
    days: smallint('days').notNull(),
    /** When somebody first looked after the last count: that asks for the next. */
    wantedAt: momentColumn('wanted_at').notNull(),
    /** Null until they are counted for the first time. */
    countedAt: momentColumn('counted_at'),
    /** The first day that may still change; views of the days before are summed in the lines as `closed`. Null: not summed yet. */
    openFrom: date('open_from'),
    /** Each day of the range, oldest first. */
    byDay: jsonb('by_day').$type<FiguresOfDay[]>().notNull().default([]),
    /** Of the cards, contacts and leads that nobody holds. */
    unheld: jsonb('unheld').$type<Omit<FiguresOfHolder, 'userId' | 'fullName'>>(),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.days] }),
    index('team_figures_wanted')
      .on(table.wantedAt)
      .where(sql`${table.countedAt} is null or ${table.wantedAt} > ${table.countedAt}`),
  ],
);

/** Whose figures a line is part of. Cards and persons are named without a reference: each count makes the lines anew. */
const lineColumns = {
  teamId: text('team_id').notNull(),
  days: smallint('days').notNull(),
  views: integer('views').notNull(),
  visitors: integer('visitors').notNull(),
};

export const teamCardFigures = pgTable(
  'team_card_figures',
  {
    ...lineColumns,
    cardId: text('card_id').notNull(),
    closedViews: integer('closed_views').notNull().default(0),
    closedVisitors: integer('closed_visitors').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.days, table.cardId] }),
    index('team_card_figures_top').on(table.teamId, table.days, table.views, table.cardId),
    foreignKey({
      columns: [table.teamId, table.days],
      foreignColumns: [teamFigures.teamId, teamFigures.days],
    }).onDelete('cascade'),
  ],
);

export const teamHolderFigures = pgTable(
  'team_holder_figures',
  {
    ...lineColumns,
    holderId: text('holder_id').notNull(),
    cards: integer('cards').notNull(),
    contacts: integer('contacts').notNull(),
    leads: integer('leads').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.days, table.holderId] }),
    index('team_holder_figures_top').on(table.teamId, table.days, table.views, table.holderId),
    foreignKey({
      columns: [table.teamId, table.days],
      foreignColumns: [teamFigures.teamId, teamFigures.days],
    }).onDelete('cascade'),
  ],
);

/** The teams whose sums by card and day are kept, and until when they were last added up: see `sumDays`. */
export const teamSums = pgTable(
  'team_sums',
  {
    /** Of the account, which outlives the row of a team that is deleted until the days are gone, bit by bit. */
    teamId: text('team_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Null until they are added up for the first time. */
    summedAt: momentColumn('summed_at'),
  },
  (table) => [index('team_sums_summed_at').on(table.summedAt)],
);

/** Views and visitors by card and day (UTC), also of deleted cards, which can be restored. */
export const teamCardDays = pgTable(
  'team_card_days',
  {
    teamId: text('team_id')
      .notNull()
      .references(() => teamSums.teamId, { onDelete: 'cascade' }),
    day: date('day').notNull(),
    /** Without a reference, as in the lines. */
    cardId: text('card_id').notNull(),
    views: integer('views').notNull(),
    visitors: integer('visitors').notNull(),
  },
  (table) => [primaryKey({ columns: [table.teamId, table.day, table.cardId] })],
);

/** Contacts and leads of teams by holder and day (UTC), which triggers count in the same statement. */
export const teamPeopleDays = pgTable(
  'team_people_days',
  {
    userId: userId(),
    day: date('day').notNull(),
    /** Empty for those whom nobody holds. Without a reference, as in the lines. */
    holderId: text('holder_id').notNull(),
    contacts: integer('contacts').notNull(),
    leads: integer('leads').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.day, table.holderId] }),
    index('team_people_days_day').on(table.day),
  ],
);
