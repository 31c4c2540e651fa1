import { desc, eq, getTableColumns } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { type ActionOn, mayAs, type ObjectKind } from '#server/access/rules.ts';
import { whereCan } from '#server/access/where-can.ts';
import { toLastingAccount } from '#server/accounts/auth/auth.ts';
import { getSecurity } from '#server/accounts/auth/security.ts';
import { listSessions } from '#server/accounts/auth/sessions.ts';
import type { UserContext } from '#server/context.ts';
import { linkedIdentities } from '#server/db/schema/accounts.ts';
import { cardDrafts } from '#server/db/schema/cards.ts';
import { modelUse, noticeSettings, pushSubscriptions, reminders } from '#server/db/schema/messages.ts';
import { invoiceDetails, invoices, subscriptions } from '#server/db/schema/money.ts';
import { contactFilters, contactTags, metEvents } from '#server/db/schema/people.ts';
import { teamBrand } from '#server/db/schema/teams.ts';
import { teamMembers, teams } from '#server/db/schema/users.ts';

/** The parts of an account's archive, each with the kind of what it has (docs/decisions/362). */

type Exported = { [K in ObjectKind]: 'export' extends ActionOn<K> ? K : never }[ObjectKind];
export type AccountParts<Read> = Record<string, readonly [Exported, () => Read]>;

/** The parts that the caller's role may export: in a team, admins get less than its owner, and members what they hold. */
export const allowedParts = <Read>(ctx: UserContext, parts: AccountParts<Read>): [string, () => Read][] =>
  Object.entries(parts).flatMap(([name, [kind, read]]): [string, () => Read][] =>
    mayAs(ctx, kind, 'export') ? [[name, read]] : [],
  );

/** Far more events than anybody names by hand; the contacts carry their names, too. */
const MET_EVENTS_MAX = 1_000;

/** A part that is the rows of a table as they are. */
const wholeRows = (ctx: UserContext, kind: Exported, table: PgTable): [Exported, () => Promise<unknown>] => [
  kind,
  async () =>
    ctx.db
      .select()
      .from(table)
      .where(whereCan(ctx, 'export', kind)),
];

/** Parts short enough to be read at once. What is a person's own is in no archive of a team. */
export const shortParts = (ctx: UserContext): AccountParts<Promise<unknown>> => ({
  account: ['account', async () => toLastingAccount(ctx.account, ctx)],
  ...(ctx.account.kind === 'team' ? ofTeam(ctx) : ofPerson(ctx)),
  contactTags: ['contactTag', () => listTagNames(ctx)],
  contactFilters: wholeRows(ctx, 'contactFilter', contactFilters),
  modelUse: ['modelUse', () => readModelUse(ctx)],
  subscription: wholeRows(ctx, 'subscription', subscriptions),
  invoices: wholeRows(ctx, 'invoice', invoices),
});

/** How a person signs in and is told of what happens, what they began, and the teams they are in. */
const ofPerson = (ctx: UserContext): AccountParts<Promise<unknown>> => ({
  security: ['passkey', () => getSecurity(ctx)],
  linkedSignIns: wholeRows(ctx, 'linkedIdentity', linkedIdentities),
  sessions: ['session', async () => (await listSessions(ctx, { query: {} })).rows],
  drafts: wholeRows(ctx, 'draft', cardDrafts),
  metEvents: ['metEvent', () => listMetEvents(ctx)],
  noticeSettings: wholeRows(ctx, 'noticeSettings', noticeSettings),
  pushDevices: ['pushSubscription', () => listDevices(ctx)],
  reminders: wholeRows(ctx, 'reminder', reminders),
  teams: ['membership', () => listTeams(ctx)],
});

/** A team's name and look. */
const ofTeam = (ctx: UserContext): AccountParts<Promise<unknown>> => ({
  team: wholeRows(ctx, 'team', teams),
  invoiceDetails: wholeRows(ctx, 'invoiceDetails', invoiceDetails),
  brand: wholeRows(ctx, 'brand', teamBrand),
});

const listTagNames = async ({ db, ...ctx }: UserContext) =>
  db
    .select({ name: contactTags.name, createdAt: contactTags.createdAt })
    .from(contactTags)
    .where(whereCan(ctx, 'export', 'contactTag'));

const listMetEvents = async ({ db, ...ctx }: UserContext) =>
  db
    .select()
    .from(metEvents)
    .where(whereCan(ctx, 'export', 'metEvent'))
    .orderBy(desc(metEvents.endsAt))
    .limit(MET_EVENTS_MAX);

const listDevices = async ({ db, ...ctx }: UserContext) =>
  db
    .select({ id: pushSubscriptions.id, createdAt: pushSubscriptions.createdAt })
    .from(pushSubscriptions)
    .where(whereCan(ctx, 'export', 'pushSubscription'));

/** The requests to the language model on each day of which the figures are kept. */
const readModelUse = async ({ db, ...ctx }: UserContext) =>
  db
    .select({
      day: modelUse.day,
      calls: modelUse.calls,
      failures: modelUse.failures,
      tokens: modelUse.tokens,
    })
    .from(modelUse)
    .where(whereCan(ctx, 'export', 'modelUse'))
    .orderBy(desc(modelUse.day));

const listTeams = async ({ db, ...ctx }: UserContext) =>
  db
    .select({ ...getTableColumns(teams), role: teamMembers.role, joinedAt: teamMembers.joinedAt })
    .from(teamMembers)
    .innerJoin(teams, eq(teams.id, teamMembers.teamId))
    .where(whereCan(ctx, 'export', 'membership'));
