import { inArray, sql } from 'drizzle-orm';
import { notFound } from '#server/access/refusals.ts';
import { whereCan } from '#server/access/where-can.ts';
import { toContact } from '#server/contacts/contacts.ts';
import type { UserContext } from '#server/context.ts';
import { distinctContacts } from '#server/db/contact-schema.ts';
import { toCursor, toPosition } from '#server/db/keyset.ts';
import { matchOwn } from '#server/db/match-contacts.ts';
import { kindOfKey } from '#server/db/match-keys.ts';
import { contacts } from '#server/db/schema.ts';
import type { Page } from '#shared/api.ts';
import { ALIKE_MAX, type Alike } from '#shared/contact-book.ts';
import { type PageQuery, rowsWanted } from '#shared/pages.ts';

/** Contacts that seem to be the same person, by the index of keys: never by comparing all pairs. */

/** Keys read for one page: a page of a long list may be empty and still have a next one. */
const KEYS_READ = 20_000;
/** Contacts of which keys are made at once when someone asks. */
const MATCHED_AT_ONCE = 1_000;

interface Group {
  key: string;
  ids: string[];
}

export async function listAlike(ctx: UserContext, { query }: { query: PageQuery }): Promise<Page<Alike>> {
  const from = toPosition(query.cursor)?.key ?? '';
  if (!from) await matchOwn(ctx.db, ctx.user.id, MATCHED_AT_ONCE);
  const limit = Math.min(rowsWanted(query), 100);
  const { groups, end } = await findGroups(ctx, from, limit);
  const all = groups.flatMap(({ ids }) => ids);
  const rows = all.length ? await ctx.db.select().from(contacts).where(inArray(contacts.id, all)) : [];
  const byId = new Map(rows.map((row) => [row.id, row]));
  const found = groups.map(({ key, ids }) => ({
    by: kindOfKey(key),
    contacts: ids
      .flatMap((id) => byId.get(id) ?? [])
      .toSorted((one, other) => Number(one.createdAt) - Number(other.createdAt))
      .map(toContact),
  }));
  return { rows: found, next: end && toCursor({ key: end, id: 'key' }) };
}

/**
 * Groups that share a key behind `from`; null as `end` when all keys were read. Left out are those that share an earlier
 * key, too, and those whose owner said that they are different people.
 */
async function findGroups(
  ctx: UserContext,
  from: string,
  limit: number,
): Promise<{ groups: Group[]; end: string | null }> {
  const mine = sql`user_id = ${ctx.user.id}`;
  const { rows } = await ctx.db.execute<{ key: string; ids: string[]; last: string | null }>(sql`
    with read as (
      select key, contact_id from contact_matches where ${mine} and key > ${from} order by key, contact_id
      limit ${KEYS_READ}
    ), last as (
      -- The last key may go on behind what was read.
      select case when count(*) = ${KEYS_READ} then max(key) end as key from read
    ), shared as (
      select key, array_agg(contact_id order by contact_id) as ids from read
      where key < coalesce((select key from last), 'z')
      group by key having count(*) between 2 and ${ALIKE_MAX}
    ), fresh as (
      select key, ids from shared s
      where not exists (
        select from contact_matches m
        where m.contact_id = any(s.ids) and m.key < s.key
        group by m.key having count(*) = cardinality(s.ids)
          and (select count(*) from (
            select from contact_matches o where o.user_id = ${ctx.user.id} and o.key = m.key limit ${ALIKE_MAX + 1}
          ) as same) <= ${ALIKE_MAX}
      ) and (
        select count(*) from distinct_contacts d
        where d.user_id = ${ctx.user.id} and d.contact_id = any(s.ids) and d.other_id = any(s.ids)
      ) < cardinality(s.ids) * (cardinality(s.ids) - 1) / 2
      order by key limit ${limit}
    )
    select fresh.key, fresh.ids, (
      -- Read again from there; a key of more contacts than that is nobody's.
      select coalesce(max(read.key) filter (where read.key < last.key), last.key) from read
    ) as last
    from last left join fresh on true group by last.key, fresh.key, fresh.ids order by fresh.key`);
  const groups = rows.flatMap(({ key, ids }) => (key ? [{ key, ids }] : []));
  const last = rows[0]?.last ?? null;
  return { groups, end: groups.length === limit ? (groups.at(-1)?.key ?? null) : last };
}

/** Every two of these are different people from now on. */
export async function keepApart(
  ctx: UserContext,
  { body }: { body: { ids: string[] } },
): Promise<{ ids: string[] }> {
  const ids = [...new Set(body.ids)].sort();
  const known = await ctx.db
    .select({ id: contacts.id })
    .from(contacts)
    .where(sql`${inArray(contacts.id, ids)} and ${whereCan(ctx, 'edit', 'contact')}`);
  if (known.length < ids.length || ids.length < 2) throw notFound('contact');
  const pairs = ids.flatMap((contactId, at) =>
    ids.slice(at + 1).map((otherId) => ({ userId: ctx.user.id, contactId, otherId })),
  );
  await ctx.db.insert(distinctContacts).values(pairs).onConflictDoNothing();
  return { ids };
}
