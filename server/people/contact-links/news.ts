import { sql } from 'drizzle-orm';
import { isFollowable } from '#server/access/visibility.ts';
import { whereCan } from '#server/access/where-can.ts';
import { shownField, shownUpdatedAt } from '#server/cards/brand/lay-over.ts';
import type { UserContext } from '#server/context.ts';
import { toCursor, toPosition } from '#server/db/keyset.ts';
import { readLists, selectAs, selectAsJson } from '#server/db/prepared.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import { contacts } from '#server/db/schema/people.ts';
import { contactLinks } from '#server/db/schema/people-visitors.ts';
import {
  type FollowedCard,
  type FollowingContact,
  findLinkChanges,
} from '#server/people/contact-links/changes.ts';
import { isOffered, type LinkRow } from '#server/people/contact-links/link-rows.ts';
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

const FOLLOWED = sql`select ${selectAs({
  id: contactLinks.id,
  seen: contactLinks.seen,
  version: sql`${contactLinks}.xmin::text`,
  contact: selectAsJson(CONTACT_COLUMNS),
  card: selectAsJson(CARD_COLUMNS),
})}
  from contact_links join contacts on contacts.id = contact_links.person_id
    join business_cards on business_cards.id = contact_links.card_id join users on users.id = business_cards.user_id`;

interface Followed {
  id: string;
  seen: LinkRow['seen'];
  version: string;
  contact: FollowingContact & { id: string };
  card: FollowedCard & { updatedAt: string };
}

/** Offers come first, the newest before the others. */
export async function listNews(
  ctx: UserContext,
  { query }: { query: PageQuery },
): Promise<Page<ContactNews>> {
  const limit = query.limit ?? PAGE_ROWS;
  const from = toPosition(query.cursor);
  const read = await readNews(ctx, from?.id ?? '', limit);
  const offers = read.offers.map((row) => toNews(row, 'offer'));
  const { rows, next } = await findChanged(ctx, read, limit);
  const known = new Set<string>();
  const fresh = [...offers, ...rows].filter(({ contactId }) => {
    const isFirst = !known.has(contactId);
    known.add(contactId);
    return isFirst;
  });
  return { rows: fresh, next };
}

const toNews = ({ contact }: Followed, kind: ContactNews['kind']): ContactNews => ({
  contactId: contact.id,
  fullName: contact.fullName,
  kind,
});

interface News {
  offers: Followed[];
  /** The last link that is looked at, if there are more. */
  end: { id: string }[];
  changed: Followed[];
}

function readNews(ctx: UserContext, from: string, limit: number): Promise<News> {
  const isOpen = sql`${whereCan(ctx, 'see', 'contactLink')} and ${isOffered} and refused_at is null and ${isFollowable()}`;
  const isAhead = sql`${whereCan(ctx, 'see', 'contactLink')} and contact_links.id > ${from}`;
  const end = sql`select id from contact_links where ${isAhead} order by id offset ${WINDOW - 1} limit 1`;
  const settled = new Date(ctx.now().getTime() - SETTLED_MS).toISOString();
  return readLists<News>(ctx, 'contact_news', {
    offers: sql`${FOLLOWED} where ${isOpen} and accepted_at is null and ${from === ''}
      order by offered_at desc limit ${limit}`,
    end,
    changed: sql`${FOLLOWED} where ${isOpen} and ${isAhead}
      and contact_links.id <= coalesce((${end}), (select max(id) from contact_links where ${isAhead}))
      and accepted_at is not null and (checked_at is null or ${shownUpdatedAt()} > checked_at)
      and ${shownUpdatedAt()} <= ${settled}::timestamptz
      order by contact_links.id limit ${limit}`,
  });
}

async function findChanged(
  ctx: UserContext,
  { changed, end }: News,
  limit: number,
): Promise<Page<ContactNews>> {
  const isNew = ({ contact, card, seen }: Followed) => findLinkChanges(contact, card, seen).length > 0;
  const fresh = changed.filter(isNew);
  await noteChecked(
    ctx,
    changed.filter((row) => !fresh.includes(row)),
  );
  const last = changed.length === limit ? changed.at(-1) : end[0];
  return {
    rows: fresh.map((row) => toNews(row, 'changes')),
    next: last ? toCursor({ key: '', id: last.id }) : null,
  };
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
