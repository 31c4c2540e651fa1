import { and, asc, desc, eq, gt, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import { isFollowable } from '#server/access/visibility.ts';
import { whereCan } from '#server/access/where-can.ts';
import { shownField, shownUpdatedAt } from '#server/cards/brand/lay-over.ts';
import type { UserContext } from '#server/context.ts';
import { toCursor, toPosition } from '#server/db/keyset.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import { contacts } from '#server/db/schema/people.ts';
import { contactLinks } from '#server/db/schema/people-visitors.ts';
import { users } from '#server/db/schema/users.ts';
import {
  type FollowedCard,
  type FollowingContact,
  findLinkChanges,
} from '#server/people/contact-links/changes.ts';
import { isOffered } from '#server/people/contact-links/link-rows.ts';
import type { Page } from '#shared/contract/api.ts';
import { PAGE_ROWS, type PageQuery } from '#shared/contract/pages.ts';
import { type ContactNews, SETTLED_MS } from '#shared/people/contact-links.ts';

/** Which contacts have an offer or new details: nothing is stored when a card is saved, however many follow it. */

/** Links looked at for one page, so that each costs the same however many contacts keep in step. */
const WINDOW = 10_000;

/** Only what is compared: both tables have wide rows. */
const CONTACT_COLUMNS = {
  id: contacts.id,
  fullName: contacts.fullName,
  email: contacts.email,
  phone: contacts.phone,
  company: contacts.company,
  jobTitle: contacts.jobTitle,
  website: contacts.website,
  moreEmails: contacts.moreEmails,
  morePhones: contacts.morePhones,
  moreWebsites: contacts.moreWebsites,
} satisfies Record<keyof FollowingContact | 'id', unknown>;
const CARD_COLUMNS = {
  updatedAt: shownUpdatedAt(),
  fullName: businessCards.fullName,
  primaryEmail: businessCards.primaryEmail,
  workEmail: businessCards.workEmail,
  secondaryEmail: businessCards.secondaryEmail,
  primaryPhone: businessCards.primaryPhone,
  workPhone: businessCards.workPhone,
  secondaryPhone: businessCards.secondaryPhone,
  company: shownField('company'),
  jobTitle: businessCards.jobTitle,
  website: shownField('website'),
  portfolio: businessCards.portfolio,
} satisfies Record<keyof FollowedCard | 'updatedAt', unknown>;

const selectFollowed = (ctx: UserContext) =>
  ctx.db
    .select({
      id: contactLinks.id,
      seen: contactLinks.seen,
      version: sql<string>`${contactLinks}.xmin::text`,
      contact: CONTACT_COLUMNS,
      card: CARD_COLUMNS,
    })
    .from(contactLinks)
    .innerJoin(contacts, eq(contacts.id, contactLinks.personId))
    .innerJoin(businessCards, eq(businessCards.id, contactLinks.cardId))
    .innerJoin(users, eq(users.id, businessCards.userId));

type Followed = Awaited<ReturnType<typeof selectFollowed>>[number];

/** Offers come first, the newest before the others. */
export async function listNews(
  ctx: UserContext,
  { query }: { query: PageQuery },
): Promise<Page<ContactNews>> {
  const limit = query.limit ?? PAGE_ROWS;
  const from = toPosition(query.cursor);
  const offers = from ? [] : await listOffers(ctx, limit);
  const { rows, next } = await listChanged(ctx, from?.id ?? '', limit);
  const known = new Set<string>();
  const fresh = [...offers, ...rows].filter(({ contactId }) => {
    const isFirst = !known.has(contactId);
    known.add(contactId);
    return isFirst;
  });
  return { rows: fresh, next };
}

async function listOffers(ctx: UserContext, limit: number): Promise<ContactNews[]> {
  const { acceptedAt, refusedAt, offeredAt } = contactLinks;
  const rows = await selectFollowed(ctx)
    .where(
      and(
        whereCan(ctx, 'see', 'contactLink'),
        isOffered,
        isNull(acceptedAt),
        isNull(refusedAt),
        isFollowable(),
      ),
    )
    .orderBy(desc(offeredAt))
    .limit(limit);
  return rows.map(({ contact }) => ({ contactId: contact.id, fullName: contact.fullName, kind: 'offer' }));
}

async function listChanged(ctx: UserContext, from: string, limit: number): Promise<Page<ContactNews>> {
  const { id, acceptedAt, refusedAt, checkedAt } = contactLinks;
  const isAhead = and(whereCan(ctx, 'see', 'contactLink'), gt(id, from));
  const [end] = await ctx.db
    .select({ id })
    .from(contactLinks)
    .where(isAhead)
    .orderBy(asc(id))
    .offset(WINDOW - 1)
    .limit(1);
  const settled = new Date(ctx.now().getTime() - SETTLED_MS);
  const rows = await selectFollowed(ctx)
    .where(
      and(
        isAhead,
        end && lte(id, end.id),
        isOffered,
        isNotNull(acceptedAt),
        isNull(refusedAt),
        or(isNull(checkedAt), gt(shownUpdatedAt(), checkedAt)),
        lte(shownUpdatedAt(), settled),
        isFollowable(),
      ),
    )
    .orderBy(asc(id))
    .limit(limit);
  const isNew = ({ contact, card, seen }: Followed) => findLinkChanges(contact, card, seen).length > 0;
  const fresh = rows.filter(isNew);
  await noteChecked(
    ctx,
    rows.filter((row) => !fresh.includes(row)),
  );
  const news = fresh.map(
    ({ contact }): ContactNews => ({ contactId: contact.id, fullName: contact.fullName, kind: 'changes' }),
  );
  const last = rows.length === limit ? rows.at(-1) : end;
  return { rows: news, next: last ? toCursor({ key: '', id: last.id }) : null };
}

/**
 * Nothing was new there: these are not looked at again before their card is saved again. What was decided or ended
 * meanwhile, or is right now, is left as it is.
 */
async function noteChecked({ db }: UserContext, rows: Followed[]): Promise<void> {
  if (rows.length === 0) return;
  const looked = rows.map(({ id, version, card }) => ({ id, version, at: card.updatedAt }));
  await db.execute(sql`
    with checked as (
      select l.id, looked.at
      from json_to_recordset(${JSON.stringify(looked)}::json) as looked (id text, version text, at timestamptz)
      join contact_links l on l.id = looked.id and l.xmin::text = looked.version
      for no key update of l skip locked
    )
    update contact_links l set checked_at = checked.at from checked where l.id = checked.id`);
}
