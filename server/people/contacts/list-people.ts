import { type SQL, sql } from 'drizzle-orm';
import { whereCan } from '#server/access/where-can.ts';
import type { UserContext } from '#server/context.ts';
import { cutPage, findNearest, type Position, toMomentPosition } from '#server/db/keyset.ts';
import { byMoment, type Found, findPage } from '#server/db/search/search.ts';
import { SEARCHED } from '#server/db/search/search-sources.ts';
import { toE164 } from '#server/infra/phone.ts';
import { hasLeads, wantedBy } from '#server/people/contacts/contacts.ts';
import { FIELDS_OF_CONTACT, FIELDS_OF_LEAD } from '#server/people/contacts/exchange/submission-columns.ts';
import type { Page } from '#shared/contract/api.ts';
import { rowsWanted } from '#shared/contract/pages.ts';
import type { PeopleQuery, Person } from '#shared/people/contacts.ts';

const NOBODY: Found = { rows: [], next: null };

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
  const contacts = await findPage(ctx.db, {
    ...common,
    source: SEARCHED.contacts,
    ...wantedBy(ctx, query, sql`${whereCan(ctx, 'see', 'contact')}`),
  });
  const leads = hasLeads(query)
    ? await findPage(ctx.db, {
        ...common,
        source: SEARCHED.leads,
        ...wantedBy(ctx, query, sql`${whereCan(ctx, 'see', 'lead')}`, true),
      })
    : NOBODY;
  // Rows beyond the end of a page are unknown: nothing older than the nearer end may be shown yet.
  const ends = [contacts.next, leads.next].filter((end) => end !== null);
  const rows = await readPeople(ctx, contacts, leads, ends);
  return cutPage(rows, await findNearest(ctx.db, ends), limit);
}

/** The people found, sorted together by the database. */
async function readPeople(
  ctx: UserContext,
  contacts: Found,
  leads: Found,
  ends: Position[],
): Promise<Person[]> {
  const idsOf = ({ rows }: Found): SQL =>
    sql`(select json_array_elements_text(${JSON.stringify(rows.map(({ id }) => id))}))`;
  const isBefore = sql.join(
    [sql`true`, ...ends.map(({ key, id }) => sql`(created_at, id) >= (${key}::timestamptz, ${id})`)],
    sql` and `,
  );
  const { rows } = await ctx.db.execute<Omit<Person, 'createdAt'> & { createdAt: string }>(sql`
    select * from (
      select id, card_id as "cardId", card_name as "cardName", ${sql.raw(FIELDS_OF_CONTACT)}, phone_e164 as "phoneE164",
        profile_image as "profileImage", is_favorite as "isFavorite", tags, met_at as "metAt", met_place as "metPlace",
        met_event as "metEvent", followed_up_at as "followedUpAt", custom_fields as "customFields", consents,
        lead_status as "leadStatus", created_at, false as "isLead"
      from contacts where ${whereCan(ctx, 'see', 'contact')} and id in ${idsOf(contacts)}
      union all
      select l.id, l.card_id, c.name, ${sql.raw(FIELDS_OF_LEAD)}, l.lead_phone_e164, null, false,
        '{}'::text[], null, l.met_place, l.met_event, null, l.custom_fields, l.consents, l.status, l.created_at, true
      from lead_captures l join business_cards c on c.id = l.card_id
      where ${whereCan(ctx, 'see', 'lead', 'l')} and l.id in ${idsOf(leads)}
    ) as people where ${isBefore} order by created_at desc, id desc`);
  return rows.map(({ created_at, ...row }: Record<string, unknown>) => {
    const person = row as unknown as Person;
    return {
      ...person,
      phoneE164: person.phoneE164 ?? toE164(person.phone),
      followedUpAt: person.followedUpAt && new Date(person.followedUpAt).toISOString(),
      createdAt: new Date(String(created_at)).toISOString(),
    };
  });
}
