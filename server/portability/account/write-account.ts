import { and, desc, eq, getTableColumns, isNotNull, type SQL } from 'drizzle-orm';
import { whereCan } from '#server/access/where-can.ts';
import { toLastingAccount } from '#server/accounts/auth/auth.ts';
import { getSecurity } from '#server/accounts/auth/security.ts';
import { listSessions } from '#server/accounts/auth/sessions.ts';
import type { UserContext } from '#server/context.ts';
import { isOlder, toCursor } from '#server/db/keyset.ts';
import { type Dated, readByPages } from '#server/db/read-by-pages.ts';
import { accountEvents, aliases, linkedIdentities } from '#server/db/schema/accounts.ts';
import { cardViews } from '#server/db/schema/analytics.ts';
import { businessCards, cardDrafts } from '#server/db/schema/cards.ts';
import {
  modelUse,
  noticeSettings,
  pushSubscriptions,
  reminders,
  textMessages,
} from '#server/db/schema/messages.ts';
import { invoices, subscriptions } from '#server/db/schema/money.ts';
import {
  contactFilters,
  contactHistory,
  contactNotes,
  contacts,
  contactTags,
  leadCaptures,
  metEvents,
} from '#server/db/schema/people.ts';
import { contactLinks, receipts, senderBlocks } from '#server/db/schema/people-visitors.ts';
import { nfcTags } from '#server/db/schema/sharing.ts';
import { teamMembers, teams } from '#server/db/schema/users.ts';
import { listGiven } from '#server/people/contact-links/given-links.ts';
import { ARCHIVE_FORMAT, ARCHIVE_VERSION } from '#server/portability/archive/manifest.ts';

/** Far more events than anybody names by hand; the contacts carry their names, too. */
const MET_EVENTS_MAX = 1_000;

/** Everything stored about the requester as the text of one JSON object, piece by piece. */
export async function* writeAccount(ctx: UserContext): AsyncGenerator<string> {
  yield `{\n"format": ${JSON.stringify(ARCHIVE_FORMAT)},\n"version": ${ARCHIVE_VERSION},\n`;
  for (const [name, read] of Object.entries(shortParts(ctx))) {
    yield `${JSON.stringify(name)}: ${JSON.stringify(await read(), null, 2)},\n`;
  }
  const long = {
    contacts: readTable(ctx, contacts, whereCan(ctx, 'export', 'contact')),
    contactNotes: readTable(ctx, contactNotes, whereCan(ctx, 'export', 'contactNote')),
    contactHistory: readTable(ctx, contactHistory, whereCan(ctx, 'export', 'contactEvent')),
    contactLinks: readLinks(ctx),
    sharedDetails: readGiven(ctx),
    leads: readTable(ctx, leadCaptures, whereCan(ctx, 'export', 'lead')),
    receipts: readReceipts(ctx),
    automaticTexts: readTable(ctx, textMessages, whereCan(ctx, 'export', 'textMessage')),
    blockedSenders: readBlocks(ctx),
    history: readHistory(ctx),
    views: readViews(ctx),
  };
  let separator = '';
  for (const [name, pages] of Object.entries(long)) {
    yield separator;
    yield* writeList(name, pages);
    separator = ',\n';
  }
  yield '\n}\n';
}

/** Parts short enough to be read at once. */
const shortParts = (ctx: UserContext) => ({
  exportedAt: async () => ctx.now(),
  account: async () => toLastingAccount(ctx.account, ctx),
  security: () => getSecurity(ctx),
  linkedSignIns: () =>
    ctx.db
      .select()
      .from(linkedIdentities)
      .where(whereCan(ctx, 'export', 'linkedIdentity')),
  sessions: async () => (await listSessions(ctx, { query: {} })).rows,
  cards: () =>
    ctx.db
      .select()
      .from(businessCards)
      .where(whereCan(ctx, 'export', 'card')),
  drafts: () =>
    ctx.db
      .select()
      .from(cardDrafts)
      .where(whereCan(ctx, 'export', 'draft')),
  names: () =>
    ctx.db
      .select()
      .from(aliases)
      .where(whereCan(ctx, 'export', 'alias')),
  contactTags: () =>
    ctx.db
      .select({ name: contactTags.name, createdAt: contactTags.createdAt })
      .from(contactTags)
      .where(whereCan(ctx, 'export', 'contactTag')),
  contactFilters: () =>
    ctx.db
      .select()
      .from(contactFilters)
      .where(whereCan(ctx, 'export', 'contactFilter')),
  metEvents: () =>
    ctx.db
      .select()
      .from(metEvents)
      .where(whereCan(ctx, 'export', 'metEvent'))
      .orderBy(desc(metEvents.endsAt))
      .limit(MET_EVENTS_MAX),
  nfcTags: () => listTags(ctx),
  ...readNotices(ctx),
  ...readModelUse(ctx),
  teams: () => listTeams(ctx),
  subscription: () =>
    ctx.db
      .select()
      .from(subscriptions)
      .where(whereCan(ctx, 'export', 'subscription')),
  invoices: () =>
    ctx.db
      .select()
      .from(invoices)
      .where(whereCan(ctx, 'export', 'invoice')),
});

/** A list of any length, one line per row. */
async function* writeList(name: string, pages: AsyncGenerator<object[]>): AsyncGenerator<string> {
  yield `${JSON.stringify(name)}: [`;
  let separator = '\n';
  for await (const rows of pages) {
    yield separator + rows.map((row) => JSON.stringify(row)).join(',\n');
    separator = ',\n';
  }
  yield '\n]';
}

/** Rows of a table, newest first. */
const readTable = (
  { db }: UserContext,
  table:
    | typeof contacts
    | typeof contactNotes
    | typeof contactHistory
    | typeof leadCaptures
    | typeof textMessages
    | typeof cardViews,
  condition: SQL,
): AsyncGenerator<Dated[]> =>
  readByPages<Dated>((from, limit) =>
    db
      .select()
      .from(table)
      .where(and(condition, isOlder(table.createdAt, table.id, from)))
      .orderBy(desc(table.createdAt), desc(table.id))
      .limit(limit),
  );

/** The views of the requester's cards, card by card. */
async function* readViews(ctx: UserContext): AsyncGenerator<Dated[]> {
  const cards = await ctx.db
    .select({ id: businessCards.id })
    .from(businessCards)
    .where(whereCan(ctx, 'export', 'card'));
  for (const { id } of cards) yield* readTable(ctx, cardViews, eq(cardViews.cardId, id));
}

/** The senders that the requester has blocked. Contacts waiting for review are not exported until they are accepted. */
const readBlocks = (ctx: UserContext): AsyncGenerator<Dated[]> =>
  readByPages<Dated>((from, limit) =>
    ctx.db
      .select({
        id: senderBlocks.id,
        kind: senderBlocks.kind,
        label: senderBlocks.label,
        createdAt: senderBlocks.createdAt,
        endsAt: senderBlocks.endsAt,
      })
      .from(senderBlocks)
      .where(and(whereCan(ctx, 'export', 'block'), isOlder(senderBlocks.createdAt, senderBlocks.id, from)))
      .orderBy(desc(senderBlocks.createdAt), desc(senderBlocks.id))
      .limit(limit),
  );

/** The receipts that people asked for, without what they gave: that is theirs, and the contacts have it. */
const readReceipts = ({ db, ...ctx }: UserContext): AsyncGenerator<Dated[]> =>
  readByPages<Dated>((from, limit) => {
    const { given: _given, userId: _userId, ...columns } = getTableColumns(receipts);
    return db
      .select(columns)
      .from(receipts)
      .where(and(whereCan(ctx, 'export', 'receipt'), isOlder(receipts.createdAt, receipts.id, from)))
      .orderBy(desc(receipts.createdAt), desc(receipts.id))
      .limit(limit);
  });

/** The offers that the requester got; of accounts that made none, their owners may not know. */
const readLinks = (ctx: UserContext): AsyncGenerator<Dated[]> =>
  readByPages<Dated>((from, limit) => {
    const {
      senderId: _sender,
      userId: _user,
      checkedAt: _checked,
      ...columns
    } = getTableColumns(contactLinks);
    const { offeredAt, createdAt, id } = contactLinks;
    return ctx.db
      .select(columns)
      .from(contactLinks)
      .where(and(whereCan(ctx, 'export', 'contactLink'), isNotNull(offeredAt), isOlder(createdAt, id, from)))
      .orderBy(desc(createdAt), desc(id))
      .limit(limit);
  });

/** The owners who have the requester's details, and the offers to them. */
const readGiven = (ctx: UserContext): AsyncGenerator<Dated[]> =>
  readByPages<Dated>(async (from, limit) => {
    const cursor = from ? toCursor(from) : undefined;
    const { rows } = await listGiven(ctx, { query: { limit, cursor } });
    return rows.map(({ sharedAt, ...row }) => ({ ...row, createdAt: new Date(sharedAt) }));
  });

/** The events of the account, as its owner reads them in the settings. */
const readHistory = (ctx: UserContext): AsyncGenerator<Dated[]> =>
  readByPages<Dated>((from, limit) => {
    const { foldKey: _foldKey, ...columns } = getTableColumns(accountEvents);
    return ctx.db
      .select(columns)
      .from(accountEvents)
      .where(and(whereCan(ctx, 'export', 'event'), isOlder(accountEvents.createdAt, accountEvents.id, from)))
      .orderBy(desc(accountEvents.createdAt), desc(accountEvents.id))
      .limit(limit);
  });

/** The requests to the language model on each day of which the figures are kept. */
const readModelUse = (ctx: UserContext) => ({
  modelUse: () =>
    ctx.db
      .select({
        day: modelUse.day,
        calls: modelUse.calls,
        failures: modelUse.failures,
        tokens: modelUse.tokens,
      })
      .from(modelUse)
      .where(whereCan(ctx, 'export', 'modelUse'))
      .orderBy(desc(modelUse.day)),
});

/** How the requester is told of what happens, and of what they want to be reminded. */
const readNotices = (ctx: UserContext) => ({
  noticeSettings: () =>
    ctx.db
      .select()
      .from(noticeSettings)
      .where(whereCan(ctx, 'export', 'noticeSettings')),
  pushDevices: () =>
    ctx.db
      .select({ id: pushSubscriptions.id, createdAt: pushSubscriptions.createdAt })
      .from(pushSubscriptions)
      .where(whereCan(ctx, 'export', 'pushSubscription')),
  reminders: () =>
    ctx.db
      .select()
      .from(reminders)
      .where(whereCan(ctx, 'export', 'reminder')),
});

const listTags = (ctx: UserContext) =>
  ctx.db
    .select(getTableColumns(nfcTags))
    .from(nfcTags)
    .innerJoin(businessCards, eq(businessCards.id, nfcTags.cardId))
    .where(whereCan(ctx, 'export', 'card'));

const listTeams = (ctx: UserContext) =>
  ctx.db
    .select({ ...getTableColumns(teams), role: teamMembers.role, joinedAt: teamMembers.joinedAt })
    .from(teamMembers)
    .innerJoin(teams, eq(teams.id, teamMembers.teamId))
    .where(whereCan(ctx, 'export', 'membership'));
