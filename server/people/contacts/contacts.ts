import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { notFound } from '#server/access/refusals.ts';
import { mayAs } from '#server/access/rules.ts';
import { whereCan } from '#server/access/where-can.ts';
import { writeInOrder } from '#server/access/write-in-order.ts';
import type { UserContext } from '#server/context.ts';
import { newestFirst, toCursor, toMomentPosition, toPage } from '#server/db/keyset.ts';
import { prepareSelect } from '#server/db/prepared.ts';
import { contacts } from '#server/db/schema/people.ts';
import { isAmong } from '#server/db/search/index-contacts.ts';
import { byMoment, findPage, isNotSearched, pageOf, type Wanted } from '#server/db/search/search.ts';
import { SEARCHED } from '#server/db/search/search-sources.ts';
import type { ById } from '#server/infra/http/by-id.ts';
import { toE164 } from '#server/infra/phone.ts';
import { eraseTraces } from '#server/people/contacts/erase-traces.ts';
import { giveUpContacts } from '#server/people/contacts/released.ts';
import { deleteContacts, setUntold } from '#server/people/contacts/write-contacts.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import type { Page } from '#shared/contract/api.ts';
import { RECENT_CONTACT_DAYS } from '#shared/contract/constants.ts';
import { LEAD_STATUSES } from '#shared/contract/lead-questions.ts';
import { rowsWanted } from '#shared/contract/pages.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import type { ContactFilter } from '#shared/people/contact-filters.ts';
import type { Contact, FavoriteMark, PeopleQuery } from '#shared/people/contacts.ts';

const isContact = (ctx: UserContext, action: 'edit' | 'release' | 'delete', id: string) =>
  and(eq(contacts.id, id), whereCan(ctx, action, 'contact'));
/** A row as the endpoints return it. */
export const toContact = (
  row: Omit<typeof contacts.$inferSelect, 'isMatched' | 'otherProperties' | 'updatedAt'>,
): Contact => ({
  ...row,
  phoneE164: row.phoneE164 ?? toE164(row.phone),
  metAt: row.metAt?.toISOString() ?? null,
  followedUpAt: row.followedUpAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
});

const readContacts = prepareSelect(contacts, getTableColumns(contacts));

/** One plan serves every account, unless it searches or asks for a tag, which may be rare among very many. */
export const isPlannedOnce = ({ q, tag }: Pick<PeopleQuery, 'q' | 'tag'>): boolean =>
  q === undefined && tag === undefined;

export async function listContacts(
  ctx: UserContext,
  { query }: { query: PeopleQuery },
): Promise<Page<Contact>> {
  const wanted = {
    source: SEARCHED.contacts,
    order: byMoment(sql`created_at`),
    ...wantedBy(ctx, query, sql`${whereCan(ctx, 'see', 'contact')}`),
    owner: ctx.account.id,
    q: query.q,
    from: toMomentPosition(query.cursor),
    limit: rowsWanted(query),
  };
  if (isNotSearched(wanted)) {
    const rows = await readContacts(ctx, isPlannedOnce(query) ? 'contacts' : null, pageOf(wanted));
    const page = toPage(rows, wanted.limit, newestFirst);
    return { ...page, rows: page.rows.map(toContact) };
  }
  const found = await findPage(ctx.db, wanted);
  const isFound = isAmong(found.rows.map(({ id }) => id));
  const rows = await readContacts(ctx, null, sql`where ${isFound} order by created_at desc, id desc`);
  return { rows: rows.map(toContact), next: found.next && toCursor(found.next) };
}

/** `isListed` as SQL, for contacts and for leads, of which `hasLeads` says whether there are any. */
export function listedBy(
  { now, account }: Pick<UserContext, 'now'> & { account: Pick<UserContext['account'], 'id'> },
  { filter, tag }: Pick<PeopleQuery, 'filter' | 'tag'>,
  isOfLeads = false,
): SQL {
  const oldest = new Date(now().getTime() - RECENT_CONTACT_DAYS * DAY_MS).toISOString();
  const byFilter = LEAD_STATUSES.some((status) => status === filter)
    ? sql`${sql.raw(isOfLeads ? 'status' : 'lead_status')} = ${filter}`
    : filter === 'favorites'
      ? sql`is_favorite`
      : filter === 'notFollowedUp'
        ? sql`followed_up_at is null`
        : filter === 'recent'
          ? sql`created_at >= ${oldest}::timestamptz`
          : sql`true`;
  return tag === undefined ? byFilter : sql`${byFilter} and ${hasTag(account.id, tag)}`;
}

/** Likewise for `findPage`, of whom `may` is true; no index knows who was not written to, or has which status. */
export function wantedBy(
  ctx: Parameters<typeof listedBy>[0],
  query: Pick<PeopleQuery, 'filter' | 'tag'>,
  may: SQL,
  isOfLeads = false,
): Pick<Wanted, 'where' | 'filter'> {
  const listed = listedBy(ctx, query, isOfLeads);
  const { tag, filter = 'all' } = query;
  const isWalked = tag === undefined && !INDEXED_FILTERS.some((indexed) => indexed === filter);
  return isWalked ? { where: may, filter: listed } : { where: sql`${may} and ${listed}` };
}

const INDEXED_FILTERS = ['all', 'recent', 'favorites'] as const satisfies readonly ContactFilter[];

/** Leads are no favorites, have no tags, and are followed up as what they become. */
export const hasLeads = ({ filter, tag }: Pick<PeopleQuery, 'filter' | 'tag'>): boolean =>
  filter !== 'favorites' && filter !== 'notFollowedUp' && tag === undefined;

/** By the index of tags, which knows only rows that have any. */
const hasTag = (userId: AccountId, tag: string): SQL => sql`(tags <> '{}' and tags @> array[${tag}]
  and contact_tag_keys(user_id, tags) @> contact_tag_keys(${userId}, array[${tag}]))`;

export async function toggleFavorite(
  ctx: UserContext,
  { params, body }: ById & { body: FavoriteMark },
): Promise<Contact> {
  const { isFavorite = sql`not ${contacts.isFavorite}` } = body;
  const which = isContact(ctx, 'edit', params.id);
  const [row] = await writeInOrder(ctx, (tx) => setUntold(tx, which, { isFavorite }));
  if (!row) throw notFound('contact');
  return toContact(row);
}

/** Deletes a contact for good; a member of a team only gives up holding it. */
export async function deleteContact(ctx: UserContext, { params }: ById): Promise<{ id: string }> {
  const gone = await writeInOrder(ctx, async (tx) => {
    if (!mayAs(ctx, 'contact', 'delete'))
      return giveUpContacts(ctx, tx, isContact(ctx, 'release', params.id));
    const ids = await deleteContacts(tx, isContact(ctx, 'delete', params.id), ctx.now());
    await eraseTraces(tx, ctx.account.id, ids);
    return ids;
  });
  if (gone.length === 0) throw notFound('contact');
  return { id: params.id };
}
