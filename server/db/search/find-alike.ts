import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/open.ts';
import type { AccountId } from '#shared/accounts/ids.ts';

/** Keys read at once: first as many as fill most pages, then more. A page of a long list may be empty and still have a next one. */
const KEYS_READ = [2_000, 20_000];

interface Group {
  key: string;
  ids: string[];
  /** Only the name is the same: addresses and numbers of two of them differ. */
  differs: boolean;
}

interface Wanted {
  userId: AccountId;
  /** The position after which to begin; empty for the first page. */
  from: string;
  limit: number;
  /** A key that more contacts share makes nobody the same person. */
  most: number;
}

/** The surest first. `end` is the first key that is no longer of the kind. */
const STAGES = [
  { begin: 'm', end: 'n', differs: false },
  { begin: 'p', end: 'q', differs: false },
  { begin: 'n', end: 'o', differs: false },
  { begin: 'n', end: 'o', differs: true },
] as const;

/**
 * Groups that share a key behind `from`: an address, then a number, then a name; null as `end` when all keys were read.
 * Left out are those that share a surer key, too, and those whose owner said that they are different people.
 */
export async function findAlike(
  db: Db,
  { userId, from, limit, most }: Wanted,
): Promise<{ groups: Group[]; end: string | null }> {
  const groups: Group[] = [];
  let [stage, after] = [Number(from.charAt(0)) || 0, from.slice(1)];
  for (; stage < STAGES.length; stage += 1) {
    for (const keys of KEYS_READ) {
      const wanted = { userId, from: after, limit: limit - groups.length, most };
      const read = await findInStage(db, stage, wanted, keys);
      groups.push(...read.groups);
      after = read.end ?? '';
      if (!read.end || groups.length === limit) break;
    }
    if (after) return { groups, end: `${stage}${after}` };
    if (groups.length === limit && stage + 1 < STAGES.length) return { groups, end: String(stage + 1) };
  }
  return { groups, end: null };
}

/** As in the order of the stages; `m.key < s.key` alone would put names before numbers. */
const isSurer = sql`(position(left(m.key, 1) in 'mpn'), m.key) < (position(left(s.key, 1) in 'mpn'), s.key)`;

/** True if two of the group have mail addresses, but none in common, and the same with numbers. */
const DIFFERS = sql`exists (
  with known as materialized (
    select contact_id as id, array_agg(key) filter (where key like 'm%') as mails,
      array_agg(key) filter (where key like 'p%') as phones
    from contact_matches where contact_id = any(s.ids) group by contact_id
  )
  select from known one join known other on one.id < other.id
  where not (one.mails && other.mails) and not (one.phones && other.phones)
)`;

async function findInStage(
  db: Db,
  stage: number,
  { userId, from, limit, most }: Wanted,
  keys: number,
): Promise<{ groups: Group[]; end: string | null }> {
  const { begin, end, differs } = STAGES[stage] ?? STAGES[0];
  const { rows } = await db.execute<{ key: string; ids: string[]; last: string | null }>(sql`
    with read as (
      select key, contact_id from contact_matches
      where user_id = ${userId} and key > ${from || begin} and key < ${end} order by key, contact_id
      limit ${keys}
    ), last as (
      -- The last key may go on behind what was read.
      select case when count(*) = ${keys} then max(key) end as key from read
    ), next as materialized (
      -- Read again from there; a key of more contacts than that is nobody's. Once, not for each group.
      select coalesce((select max(read.key) from read where read.key < last.key), last.key) as key from last
    ), shared as (
      select key, array_agg(contact_id order by contact_id) as ids from read
      where key < coalesce((select key from last), 'z')
      group by key having count(*) between 2 and ${most}
      -- In order, so that the costly conditions are asked of no more groups than the page takes.
      order by key
    ), fresh as (
      select key, ids from shared s
      where not exists (
        select from contact_matches m
        where m.contact_id = any(s.ids) and ${isSurer}
        group by m.key having count(*) = cardinality(s.ids)
          and (select count(*) from (
            select from contact_matches o where o.user_id = ${userId} and o.key = m.key limit ${most + 1}
          ) as same) <= ${most}
      ) and (
        select count(*) from distinct_contacts d
        where d.user_id = ${userId} and d.contact_id = any(s.ids) and d.other_id = any(s.ids)
      ) < cardinality(s.ids) * (cardinality(s.ids) - 1) / 2
      ${begin === 'n' ? sql`and ${DIFFERS} = ${differs}` : sql``}
      order by key limit ${limit}
    )
    select fresh.key, fresh.ids, next.key as last from next left join fresh on true order by fresh.key`);
  const groups = rows.flatMap(({ key, ids }) => (key ? [{ key, ids, differs }] : []));
  const last = rows[0]?.last ?? null;
  return { groups, end: groups.length === limit ? (groups.at(-1)?.key ?? null) : last };
}
