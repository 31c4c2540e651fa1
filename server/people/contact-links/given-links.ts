import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import { notFound } from '#server/access/refusals.ts';
import { followableText, isFollowable } from '#server/access/visibility.ts';
import { whereCan } from '#server/access/where-can.ts';
import { writeInOrderOf } from '#server/access/write-in-order.ts';
import type { UserContext } from '#server/context.ts';
import { isOlder, newestFirst, toMomentPosition, toPage } from '#server/db/keyset.ts';
import type { Db } from '#server/db/open.ts';
import { readPrepared, selectAs } from '#server/db/prepared.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import { contacts } from '#server/db/schema/people.ts';
import { contactLinks } from '#server/db/schema/people-visitors.ts';
import { users } from '#server/db/schema/users.ts';
import type { ById } from '#server/infra/http/by-id.ts';
import {
  isLinked,
  type LinkMoments,
  type LinkRow,
  lockLink,
} from '#server/people/contact-links/link-rows.ts';
import { recordContactEvent } from '#server/people/contacts/history.ts';
import type { Page } from '#shared/contract/api.ts';
import { AppError } from '#shared/contract/errors.ts';
import { type PageQuery, rowsWanted } from '#shared/contract/pages.ts';
import type { GivenLink, LinkOffer } from '#shared/people/contact-links.ts';

/** Links from the other side: people offer owners who have their details a card to keep in step with, and take that back. */

/** The name on the card at which the details were left, as long as others may see it. */
const ownerName = sql<string | null>`(
  select c.full_name from ${businessCards} c
  where c.id = ${contacts.cardId} and ${sql.raw(followableText('c', 'users'))}
)`;

const { id, cardId, offeredAt, acceptedAt, refusedAt, createdAt } = contactLinks;
/** With the contact, if there still is one. */
const GIVEN = sql`select ${selectAs({ id, cardId, offeredAt, acceptedAt, refusedAt, createdAt, ownerName })}
  from contact_links join users on users.id = contact_links.user_id
    left join contacts on contacts.id = contact_links.person_id`;

interface Given extends LinkMoments {
  id: string;
  cardId: string | null;
  createdAt: Date;
  ownerName: string | null;
}

async function readGiven(ctx: UserContext, rest: SQL): Promise<Given[]> {
  const rows = await readPrepared<Omit<Given, 'createdAt'> & { createdAt: string }>(
    ctx,
    'given_links',
    sql`${GIVEN} ${rest}`,
  );
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) }));
}

const toGiven = ({ ownerName: name, ...link }: Given): GivenLink => ({
  id: link.id,
  ownerName: name,
  state: decideState(link),
  cardId: link.cardId,
  sharedAt: link.createdAt.toISOString(),
});

/** That somebody said no is not told: the offer waits. */
function decideState(link: LinkMoments): GivenLink['state'] {
  if (!link.offeredAt) return 'known';
  if (isLinked(link)) return 'linked';
  return link.acceptedAt ? 'ended' : 'offered';
}

/** Only of contacts that their owners still have. */
export async function listGiven(ctx: UserContext, { query }: { query: PageQuery }): Promise<Page<GivenLink>> {
  const limit = rowsWanted(query);
  const isNext = isOlder(createdAt, id, toMomentPosition(query.cursor)) ?? sql`true`;
  const rows = await readGiven(
    ctx,
    sql`where ${whereCan(ctx, 'see', 'givenLink')} and contacts.id is not null and ${isNext}
      order by ${createdAt} desc, ${id} desc limit ${limit + 1}`,
  );
  const page = toPage(rows, limit, newestFirst);
  return { ...page, rows: page.rows.map(toGiven) };
}

async function readOne(ctx: UserContext, linkId: string): Promise<GivenLink> {
  const [row] = await readGiven(ctx, sql`where ${id} = ${linkId}`);
  if (!row) throw notFound('contactLink');
  return toGiven(row);
}

const isMine = (ctx: UserContext, linkId: string) => and(eq(id, linkId), whereCan(ctx, 'edit', 'givenLink'));

/** The change is one of the account that has the contact. */
const writeForOwner = <Result>(ctx: UserContext, id: string, write: (tx: Db) => Promise<Result>) => {
  const owner = sql`select user_id from contact_links where ${isMine(ctx, id)}`;
  return writeInOrderOf(ctx, owner, ctx.actor, write);
};

/**
 * Agrees, with one of the requester's own cards. Another card takes the place of the one before, and is a new offer: the
 * owner had agreed to that card only.
 */
export function offerLink(
  ctx: UserContext,
  { params, body }: ById & { body: LinkOffer },
): Promise<GivenLink> {
  return writeForOwner(ctx, params.id, async (tx) => {
    const { link, contact } = await lockLink(tx, isMine(ctx, params.id));
    if (!contact) throw notFound('contactLink');
    const cardId = await chooseCard(ctx, tx, body.cardId);
    const isSame = link.offeredAt !== null && link.cardId === cardId;
    if (!isSame) {
      await tx
        .update(contactLinks)
        .set({ cardId, offeredAt: ctx.now(), acceptedAt: null, seen: {}, checkedAt: null })
        .where(eq(contactLinks.id, link.id));
      await recordEnd(ctx, tx, link, contact);
    }
    return readOne({ ...ctx, db: tx }, link.id);
  });
}

/** The card, if it is the requester's and others can see it; without a choice, the featured one, else the newest. */
async function chooseCard(ctx: UserContext, tx: Db, chosen: string | undefined): Promise<string> {
  const { id, isFeatured, createdAt } = businessCards;
  const cards = await tx
    .select({ id, isFollowable: sql<boolean>`${isFollowable()}` })
    .from(businessCards)
    .innerJoin(users, eq(users.id, businessCards.userId))
    .where(and(whereCan(ctx, 'list', 'card'), chosen === undefined ? isFollowable() : eq(id, chosen)))
    .orderBy(desc(isFeatured), desc(createdAt), desc(id))
    .limit(1);
  const [card] = cards;
  if (!card && chosen !== undefined) throw notFound('card');
  if (card?.isFollowable) return card.id;
  throw new AppError('conflict', 'Others can’t see this card right now. Choose a public card or create one.');
}

/** Ends it at once, whether it was accepted or not; the contact stays as it is. */
export function takeBackLink(ctx: UserContext, { params }: ById): Promise<GivenLink> {
  return writeForOwner(ctx, params.id, async (tx) => {
    const { link, contact } = await lockLink(tx, isMine(ctx, params.id));
    await tx
      .update(contactLinks)
      .set({ cardId: null, offeredAt: null, acceptedAt: null, seen: {}, checkedAt: null })
      .where(eq(contactLinks.id, link.id));
    if (contact) await recordEnd(ctx, tx, link, contact);
    return readOne({ ...ctx, db: tx }, link.id);
  });
}

/** Tells the owner of the contact, in its history, of the end of what they had accepted. */
async function recordEnd(ctx: UserContext, tx: Db, link: LinkRow, { id }: { id: string }): Promise<void> {
  if (!isLinked(link)) return;
  await recordContactEvent(tx, { userId: link.userId, contactId: id, kind: 'unlinked', at: ctx.now() });
}
