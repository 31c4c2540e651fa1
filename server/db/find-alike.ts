import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/open.ts';

/** Keys read for one page: a page of a long list may be empty and still have a next one. */
const KEYS_READ = 20_000;
interface Group {
  key: string;
  ids: string[];
}

interface Wanted {
  userId: string;
  /** The key after which to begin. */
  from: string;
  limit: number;
  /** A key that more contacts share makes nobody the same person. */
  most: number;
}

/**
 * Groups that share a key behind `from`; null as `end` when all keys were read. Left out are those that share an earlier
 * key, too, and those whose owner said that they are different people.
 */
export async function findAlike(
  db: Db,
  { userId, from, limit, most }: Wanted,
): Promise<{ groups: Group[]; end: string | null }> {
  const mine = sql`user_id = ${userId}`;
  const { rows } = await db.execute<{ key: string; ids: string[]; last: string | null }>(sql`
    with read as (
      select key, contact_id from contact_matches where ${mine} and key > ${from} order by key, contact_id
      limit ${KEYS_READ}
    ), last as (
      -- The last key may go on behind what was read.
      select case when count(*) = ${KEYS_READ} then max(key) end as key from read
    ), shared as (
      select key, array_agg(contact_id order by contact_id) as ids from read
      where key < coalesce((select key from last), 'z')
      group by key having count(*) between 2 and ${most}
    ), fresh as (
      select key, ids from shared s
      where not exists (
        select from contact_matches m
        where m.contact_id = any(s.ids) and m.key < s.key
        group by m.key having count(*) = cardinality(s.ids)
          and (select count(*) from (
            select from contact_matches o where o.user_id = ${userId} and o.key = m.key limit ${most + 1}
          ) as same) <= ${most}
      ) and (
        select count(*) from distinct_contacts d
        where d.user_id = ${userId} and d.contact_id = any(s.ids) and d.other_id = any(s.ids)
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
