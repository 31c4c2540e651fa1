import { type SQL, sql } from 'drizzle-orm';
import { whereCan } from '#server/access/where-can.ts';
import type { UserContext } from '#server/context.ts';
import { cutPage, findNearest, toMomentPosition } from '#server/db/keyset.ts';
import { readPrepared } from '#server/db/prepared.ts';
import { isAmong } from '#server/db/search/index-contacts.ts';
import {
  byMoment,
  type Found,
  findPage,
  fromPage,
  isNotSearched,
  type Wanted,
} from '#server/db/search/search.ts';
import { SEARCHED } from '#server/db/search/search-sources.ts';
import { toE164 } from '#server/infra/phone.ts';
import { hasLeads, isPlannedOnce, wantedBy } from '#server/people/contacts/contacts.ts';
import { FIELDS_OF_CONTACT, FIELDS_OF_LEAD } from '#server/people/contacts/exchange/submission-columns.ts';
import type { Page } from '#shared/contract/api.ts';
import { rowsWanted } from '#shared/contract/pages.ts';
import type { PeopleQuery, Person } from '#shared/people/contacts.ts';

/** Contacts and leads as one list, newest first. */
export async function listPeople(ctx: UserContext, { query }: { query: PeopleQuery }): Promise<Page<Person>> {
  const limit = rowsWanted(query);
  const common = {
    order: byMoment(sql`created_at`),
    owner: ctx.account.id,
    q: query.q,
    from: toMomentPosition(query.cursor),
    limit,
  };
  const contacts = {
    ...common,
    source: SEARCHED.contacts,
    ...wantedBy(ctx, query, sql`${whereCan(ctx, 'see', 'contact')}`),
  };
  const leads = {
    ...common,
    source: SEARCHED.leads,
    ...wantedBy(ctx, query, sql`${whereCan(ctx, 'see', 'lead')}`, true),
  };
  const isOfBoth = hasLeads(query);
  if (isNotSearched(contacts)) {
    const fromLeads = isOfBoth ? fromPage(leads) : FROM_NO_LEADS;
    const name = isPlannedOnce(query) ? 'people' : null;
    return cutPage(await readPeople(ctx, name, fromPage(contacts), fromLeads, limit), null, limit);
  }
  const found = await findPage(ctx.db, contacts);
  const foundLeads = isOfBoth ? await findPage(ctx.db, leads) : null;
  // Rows beyond the end of a page are unknown: nothing older than the nearer end may be shown yet.
  const ends = [found.next, foundLeads?.next].filter((end) => end !== null && end !== undefined);
  const isBefore = ends.map(({ key, id }) => sql`(created_at, id) >= (${key}::timestamptz, ${id})`);
  const fromFound = ({ source, where }: Wanted, { rows }: Found): SQL => sql`from ${source.table}
    where ${sql.join([where, isAmong(rows.map(({ id }) => id)), ...isBefore], sql` and `)}`;
  const fromLeads = foundLeads ? fromFound(leads, foundLeads) : FROM_NO_LEADS;
  const rows = await readPeople(ctx, null, fromFound(contacts, found), fromLeads, limit);
  return cutPage(rows, await findNearest(ctx.db, ends), limit);
}

const FROM_NO_LEADS = sql`from lead_captures where false`;

/** The people of both lists, sorted together by the database, and one more than `limit` if there are. */
async function readPeople(
  ctx: UserContext,
  name: string | null,
  fromContacts: SQL,
  fromLeads: SQL,
  limit: number,
): Promise<Person[]> {
  const people = await readPrepared<Person>(
    ctx,
    name,
    sql`
    select id, card_id as "cardId", card_name as "cardName", ${sql.raw(FIELDS_OF_CONTACT)}, phone_e164 as "phoneE164",
      profile_image as "profileImage", is_favorite as "isFavorite", tags, met_at as "metAt", met_place as "metPlace",
      met_event as "metEvent", followed_up_at as "followedUpAt", custom_fields as "customFields", consents,
      lead_status as "leadStatus", holder_id as "holderId", created_at as "createdAt", false as "isLead"
    from (select * ${fromContacts}) contact
    union all
    select l.id, l.card_id, c.name, ${sql.raw(FIELDS_OF_LEAD)}, l.lead_phone_e164, null, false,
      '{}'::text[], null, l.met_place, l.met_event, null, l.custom_fields, l.consents, l.status, l.holder_id, l.created_at, true
    from (select * ${fromLeads}) l join business_cards c on c.id = l.card_id
    order by "createdAt" desc, id desc limit ${limit + 1}`,
  );
  // In place: a copy of so many properties takes longer than reading them.
  for (const person of people) {
    person.phoneE164 ??= toE164(person.phone);
    person.metAt &&= new Date(person.metAt).toISOString();
    person.followedUpAt &&= new Date(person.followedUpAt).toISOString();
    person.createdAt = new Date(person.createdAt).toISOString();
  }
  return people;
}
