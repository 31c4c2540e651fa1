import { and, asc, desc, eq, gt, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { followableText } from '#server/access/visibility.ts';
import { whereCan } from '#server/access/where-can.ts';
import { changesOf } from '#server/contact-links/changes.ts';
import { isOffered } from '#server/contact-links/link-rows.ts';
import type { UserContext } from '#server/context.ts';
import { contactLinks } from '#server/db/contact-link-schema.ts';
import { toCursor, toPosition } from '#server/db/keyset.ts';
import { businessCards, contacts, users } from '#server/db/schema.ts';
import type { Page } from '#shared/api.ts';
import { type ContactNews, SETTLED_MS } from '#shared/contact-links.ts';
import { PAGE_ROWS, PAGE_ROWS_MAX, type PageQuery } from '#shared/pages.ts';

/** Which contacts have an offer or new details: nothing is stored when a card is saved, whoever follows it. */

/** Links looked at for one page, so that each costs the same however many contacts keep in step. */
const WINDOW = 2_000;

const selectFollowed = (ctx: UserContext) =>
  ctx.db
    .select({ id: contactLinks.id, seen: contactLinks.seen, contact: contacts, card: businessCards })
    .from(contactLinks)
    .innerJoin(contacts, eq(contacts.id, contactLinks.personId))
    .innerJoin(businessCards, eq(businessCards.id, contactLinks.cardId))
    .innerJoin(users, eq(users.id, businessCards.userId));

const isFollowable = (): SQL => sql.raw(followableText('business_cards', 'users'));

/** Offers come first, the newest before the others. */
export async function listNews(
  ctx: UserContext,
  { query }: { query: PageQuery },
): Promise<Page<ContactNews>> {
  const limit = Math.min(query.limit ?? PAGE_ROWS, PAGE_ROWS_MAX);
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
        or(isNull(checkedAt), gt(businessCards.updatedAt, checkedAt)),
        lte(businessCards.updatedAt, settled),
        isFollowable(),
      ),
    )
    .orderBy(asc(id))
    .limit(limit);
  const news = rows.flatMap(({ contact, card, seen }): ContactNews[] =>
    changesOf(contact, card, seen).length > 0
      ? [{ contactId: contact.id, fullName: contact.fullName, kind: 'changes' }]
      : [],
  );
  const last = rows.length === limit ? rows.at(-1) : end;
  return { rows: news, next: last ? toCursor({ key: '', id: last.id }) : null };
}
