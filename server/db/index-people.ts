import { setImmediate as breathe } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/db/open.ts';
import { foldWords, gramsOf, SEARCHED, type SearchSource } from '#server/db/search-sources.ts';

/** Rows read together: folding them takes about a millisecond. */
const AT_ONCE = 100;

interface Unread {
  id: string;
  owner: string;
  createdAt: string;
  words: string;
}

/**
 * Indexes new rows for the search: those since the last run, and those from before there was a search. The transaction
 * that adds a row does not do it, so that an exchange need not wait; until then, a search reads such rows itself.
 * An interrupted run loses nothing. Two runs at once never index the same row twice.
 */
export async function indexPeople(db: Db): Promise<void> {
  for (const source of Object.values(SEARCHED)) {
    let from: Unread | undefined;
    do {
      from = await indexSome(db, source, from);
      await breathe();
    } while (from);
    const index = `${source.name}_search`;
    await db.execute(
      sql`select gin_clean_pending_list(indexrelid) from pg_index where indexrelid = to_regclass(${index}) and indisvalid`,
    );
  }
}

/** Indexes the next rows after `from` and returns the last of them; undefined when there are no more. */
async function indexSome(
  db: Db,
  source: SearchSource,
  from: Unread | undefined,
): Promise<Unread | undefined> {
  return db.transaction(async (tx) => {
    const rows = await takeUnread(tx, source, from);
    if (rows.length === 0) return undefined;
    const read = rows.map(({ id, owner, words }) => {
      const text = foldWords(words);
      return { id, text, grams: gramsOf(owner, text) };
    });
    await tx.execute(sql`
      update ${source.table} as t set search_text = read.text, search_grams = read.grams
      from json_to_recordset(${JSON.stringify(read)}) as read (id text, text text, grams int4[]) where t.id = read.id`);
    return rows.at(-1);
  });
}

/**
 * Locked until they are written, so that they cannot be renamed in between; rows locked by a change are left for the
 * next run.
 */
async function takeUnread(tx: Db, source: SearchSource, from: Unread | undefined): Promise<Unread[]> {
  const { table, owner, words } = source;
  const isNext: SQL = from
    ? sql`(${owner}, created_at, id) > (${from.owner}, ${from.createdAt}::timestamptz, ${from.id})`
    : sql`true`;
  const { rows } = await tx.execute<{ id: string; owner: string; createdAt: string; words: string }>(sql`
    select id, ${owner} as owner, created_at::text as "createdAt", ${words} as words from ${table}
    where search_text is null and ${isNext} order by ${owner}, created_at, id
    limit ${AT_ONCE} for no key update skip locked`);
  return rows;
}
