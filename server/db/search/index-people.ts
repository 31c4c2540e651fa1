import { setImmediate as breathe } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/db/open.ts';
import { readWords, SEARCHED, type SearchSource } from '#server/db/search/search-sources.ts';

/** Rows read together: folding them takes about a millisecond. */
const AT_ONCE = 100;

interface Unread {
  id: string;
  owner: string;
  createdAt: string;
  words: string;
}

/**
 * Indexes rows for the search that were written without it: new leads and accounts, contacts that an older release wrote or
 * a session of psql changed (`index-contacts.ts`), and what is from before there was a search. Until then, a search reads such rows itself.
 * An interrupted run loses nothing. Two runs at once never index the same row twice.
 */
export async function indexPeople(db: Db): Promise<void> {
  for (const source of Object.values(SEARCHED)) {
    let from: Unread | undefined;
    do {
      from = await indexSome(db, source, from);
      await breathe();
    } while (from);
    await mergePending(db, source);
  }
}

/** Indexes the next rows after `from` and returns the last of them; undefined when there are no more. */
async function indexSome(
  db: Db,
  source: SearchSource,
  from: Unread | undefined,
): Promise<Unread | undefined> {
  const isNext: SQL = from
    ? sql`(${source.owner}, created_at, id) > (${from.owner}, ${from.createdAt}::timestamptz, ${from.id})`
    : sql`true`;
  return db.transaction(async (tx) => {
    const rows = await takeUnread(tx, source, isNext);
    await writeIndex(tx, source, rows);
    return rows.at(-1);
  });
}

/** Contacts that an import adds before the planner is told; with fewer, its statistics are still right. */
const MANY = 5_000;

/** Prepares searches and lists for what a large import has added. Skipped for a table that something else maintains. */
export async function settleContacts(db: Db, added: number): Promise<void> {
  if (added < MANY) return;
  await db.execute(sql`analyze (skip_locked) contacts, contact_matches, contact_history`);
  await mergeNewContacts(db);
}

/** Merges the contacts that came since the last time; an exchange that finds the list full would have to do it. */
export const mergeNewContacts = (db: Db): Promise<void> => mergePending(db, SEARCHED.contacts);

/** New entries wait in a list that every search reads, until they are merged into the index. */
async function mergePending(db: Db, { name }: SearchSource): Promise<void> {
  const index = `${name}_search`;
  await db.execute(
    sql`select gin_clean_pending_list(indexrelid) from pg_index where indexrelid = to_regclass(${index}) and indisvalid`,
  );
}

async function writeIndex(tx: Db, { table }: SearchSource, rows: Unread[]): Promise<void> {
  if (rows.length === 0) return;
  const read = rows.map(({ id, owner, words }) => ({ id, ...readWords(owner, words) }));
  await tx.execute(sql`
    update ${table} as t set search_text = read."searchText", search_grams = read."searchGrams"
    from json_to_recordset(${JSON.stringify(read)}) as read (id text, "searchText" text, "searchGrams" int4[])
    where t.id = read.id`);
}

/**
 * Locked until they are written, so that they cannot be renamed in between; rows locked by a change are left for the
 * next run.
 */
async function takeUnread(tx: Db, source: SearchSource, which: SQL): Promise<Unread[]> {
  const { table, owner, words } = source;
  const { rows } = await tx.execute<{ id: string; owner: string; createdAt: string; words: string }>(sql`
    select id, ${owner} as owner, created_at::text as "createdAt", ${words} as words from ${table}
    where search_text is null and ${which} order by ${owner}, created_at, id
    limit ${AT_ONCE} for no key update skip locked`);
  return rows;
}
