import { and, desc, eq, getTableColumns, isNotNull, type SQL } from 'drizzle-orm';
import { whereCan } from '#server/access/where-can.ts';
import { readDays, readViews, readVisitors } from '#server/analytics/analytics/archived-figures.ts';
import type { UserContext } from '#server/context.ts';
import { separateBy, writeInTurns } from '#server/db/in-turns.ts';
import { isAfter, isOlder, toCursor } from '#server/db/keyset.ts';
import { type Dated, readByPages, readInOrder } from '#server/db/read-by-pages.ts';
import { accountEvents, aliases } from '#server/db/schema/accounts.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import { textMessages } from '#server/db/schema/messages.ts';
import { contactHistory, contactNotes, contacts, leadCaptures } from '#server/db/schema/people.ts';
import { contactLinks, receipts, senderBlocks } from '#server/db/schema/people-visitors.ts';
import { nfcTags } from '#server/db/schema/sharing.ts';
import { teamInvites } from '#server/db/schema/teams.ts';
import { persons, teamMembers } from '#server/db/schema/users.ts';
import { listGiven } from '#server/people/contact-links/given-links.ts';
import { type AccountParts, allowedParts, shortParts } from '#server/portability/account/short-parts.ts';
import { ARCHIVE_FORMAT, ARCHIVE_VERSION } from '#server/portability/archive/manifest.ts';

/**
 * Everything stored about the account for which the call is made, as far as the caller's role may export it, as the text of one
 * JSON object, piece by piece.
 */
export async function* writeAccount(ctx: UserContext): AsyncGenerator<string> {
  yield `{\n"format": ${JSON.stringify(ARCHIVE_FORMAT)},\n"version": ${ARCHIVE_VERSION},\n"exportedAt": ${JSON.stringify(ctx.now())}`;
  for (const [name, read] of allowedParts(ctx, shortParts(ctx))) {
    yield `,\n${JSON.stringify(name)}: ${JSON.stringify(await read(), null, 2)}`;
  }
  for (const [name, read] of allowedParts(ctx, longParts(ctx))) {
    yield ',\n';
    yield* writeList(name, read());
  }
  yield '\n}\n';
}

const longParts = (ctx: UserContext): AccountParts<AsyncGenerator<object[]>> => ({
  cards: ['card', () => readCards(ctx)],
  names: ['alias', () => readNames(ctx)],
  nfcTags: ['card', () => readTags(ctx)],
  ...(ctx.account.kind === 'team' && {
    members: ['teamMember', () => readPeople(ctx)],
    invites: ['invite', () => readInvites(ctx)],
  }),
  contacts: ['contact', () => readTable(ctx, contacts, whereCan(ctx, 'export', 'contact'))],
  contactNotes: ['contactNote', () => readTable(ctx, contactNotes, whereCan(ctx, 'export', 'contactNote'))],
  contactHistory: [
    'contactEvent',
    () => readTable(ctx, contactHistory, whereCan(ctx, 'export', 'contactEvent')),
  ],
  contactLinks: ['contactLink', () => readLinks(ctx)],
  sharedDetails: ['givenLink', () => readGiven(ctx)],
  leads: ['lead', () => readTable(ctx, leadCaptures, whereCan(ctx, 'export', 'lead'))],
  receipts: ['receipt', () => readReceipts(ctx)],
  automaticTexts: ['textMessage', () => readTable(ctx, textMessages, whereCan(ctx, 'export', 'textMessage'))],
  blockedSenders: ['block', () => readBlocks(ctx)],
  history: ['event', () => readHistory(ctx)],
  views: ['figures', () => readViews(ctx)],
  // After the views: a view that comes meanwhile is counted in them.
  viewDays: ['figures', () => readDays(ctx)],
  viewVisitors: ['figures', () => readVisitors(ctx)],
});

/** A list of any length, one line per row. */
async function* writeList(name: string, pages: AsyncGenerator<object[]>): AsyncGenerator<string> {
  const separator = separateBy(',\n', '\n');
  const write = (row: object) => separator() + JSON.stringify(row);
  yield* writeInTurns(pages, write, `${JSON.stringify(name)}: [`);
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
    | typeof textMessages,
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

/** Cards in memory at once: one with long text may have 160 kB. */
const CARDS_AT_ONCE = 10;

const readCards = ({ db, ...ctx }: UserContext): AsyncGenerator<Dated[]> =>
  readByPages<Dated>(
    (from, limit) =>
      db
        .select()
        .from(businessCards)
        .where(and(whereCan(ctx, 'export', 'card'), isOlder(businessCards.createdAt, businessCards.id, from)))
        .orderBy(desc(businessCards.createdAt), desc(businessCards.id))
        .limit(limit),
    null,
    CARDS_AT_ONCE,
  );

const readNames = ({ db, ...ctx }: UserContext) =>
  readInOrder<typeof aliases.$inferSelect>((last, limit) =>
    db
      .select()
      .from(aliases)
      .where(
        and(
          whereCan(ctx, 'export', 'alias'),
          isAfter([aliases.kind, aliases.name], last && [last.kind, last.name]),
        ),
      )
      .orderBy(aliases.kind, aliases.name)
      .limit(limit),
  );

const readTags = ({ db, ...ctx }: UserContext) =>
  readInOrder<typeof nfcTags.$inferSelect>((last, limit) =>
    db
      .select(getTableColumns(nfcTags))
      .from(nfcTags)
      .innerJoin(businessCards, eq(businessCards.id, nfcTags.cardId))
      .where(
        and(
          whereCan(ctx, 'export', 'card'),
          isAfter([nfcTags.cardId, nfcTags.number], last && [last.cardId, last.number]),
        ),
      )
      .orderBy(nfcTags.cardId, nfcTags.number)
      .limit(limit),
  );

const PERSON = {
  userId: teamMembers.userId,
  fullName: persons.fullName,
  email: persons.email,
  role: teamMembers.role,
  joinedAt: teamMembers.joinedAt,
};

const readPeople = ({ db, ...ctx }: UserContext) =>
  readInOrder<{ userId: string; joinedAt: Date }>((last, limit) =>
    db
      .select(PERSON)
      .from(teamMembers)
      .innerJoin(persons, eq(persons.id, teamMembers.userId))
      .where(
        and(
          whereCan(ctx, 'export', 'teamMember'),
          isAfter(
            [teamMembers.joinedAt, teamMembers.userId],
            last && [last.joinedAt.toISOString(), last.userId],
          ),
        ),
      )
      .orderBy(teamMembers.joinedAt, teamMembers.userId)
      .limit(limit),
  );

/** Without what their links are known by. */
const readInvites = ({ db, ...ctx }: UserContext): AsyncGenerator<Dated[]> =>
  readByPages<Dated>((from, limit) => {
    const { tokenHash: _tokenHash, ...columns } = getTableColumns(teamInvites);
    const { createdAt, id } = teamInvites;
    return db
      .select(columns)
      .from(teamInvites)
      .where(and(whereCan(ctx, 'export', 'invite'), isOlder(createdAt, id, from)))
      .orderBy(desc(createdAt), desc(id))
      .limit(limit);
  });

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
    const {
      foldKey: _foldKey,
      actorId: _actorId,
      subjectId: _subjectId,
      ...columns
    } = getTableColumns(accountEvents);
    return ctx.db
      .select(columns)
      .from(accountEvents)
      .where(and(whereCan(ctx, 'export', 'event'), isOlder(accountEvents.createdAt, accountEvents.id, from)))
      .orderBy(desc(accountEvents.createdAt), desc(accountEvents.id))
      .limit(limit);
  });
