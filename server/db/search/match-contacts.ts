import { setImmediate as breathe } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/db/open.ts';
import { type Matched, matchKeysOf } from '#server/db/search/match-keys.ts';
import { valuesOf } from '#server/db/values-of.ts';
import type { AccountId } from '#shared/accounts/ids.ts';

/** Contacts read together: making their keys takes a few milliseconds. */
const AT_ONCE = 200;

/** A contact that is there. */
interface Stored extends Matched {
  id: string;
  userId: AccountId;
}

interface Unmatched extends Stored {
  createdAt: string;
}

/** The columns of `contacts` that `replaceKeys` reads. */
export const MATCHED_COLUMNS = sql`id, user_id as "userId", full_name as "fullName", email, phone, phone_e164 as "phoneE164",
  more_emails as "moreEmails", more_phones as "morePhones"`;

/**
 * Writes the keys by which contacts are recognized (`contact_matches`) for those that have none: what an older release wrote
 * or a session of psql changed, and what is from before there were keys. An interrupted run loses nothing.
 */
export async function matchContacts(db: Db): Promise<void> {
  let from: Unmatched | undefined;
  do {
    const rows = await matchSome(db, from ? isAfter(from) : sql`true`, AT_ONCE);
    from = rows.at(-1);
    await breathe();
  } while (from);
}

const isAfter = ({ userId, createdAt, id }: Unmatched): SQL =>
  sql`(user_id, created_at, id) > (${userId}, ${createdAt}::timestamptz, ${id})`;

/** Does it now for one owner's contacts, at most `most` of them; returns whether all are done. */
export async function matchOwn(db: Db, userId: AccountId, most: number): Promise<boolean> {
  const rows = await matchSome(db, sql`user_id = ${userId}`, most);
  return rows.length < most;
}

/** Rows that a change has locked are left for the next run. */
const matchSome = (db: Db, which: SQL, most: number): Promise<Unmatched[]> =>
  db.transaction(async (tx) => {
    const { rows } = await tx.execute<Unmatched & Record<string, unknown>>(sql`
      select ${MATCHED_COLUMNS}, created_at::text as "createdAt" from contacts where not is_matched and ${which} order by user_id, created_at, id
      limit ${most} for no key update skip locked`);
    if (rows.length > 0) {
      await tx.execute(sql`update contacts set is_matched = true
        where id in ${valuesOf(rows.map(({ id }) => id))}`);
      await replaceKeys(tx, rows);
    }
    return rows;
  });

/** Writes the keys of contacts that the transaction has locked, in place of those that they had. */
export async function replaceKeys(tx: Db, rows: Stored[]): Promise<void> {
  const given: Keys[] = rows.map((row) => ({
    id: row.id,
    owner: row.userId,
    keys: matchKeysOf(row),
  }));
  await tx.execute(sql`
    with given as (
      select id, owner, unnest(keys) as key
      from json_to_recordset(${JSON.stringify(given)}::json) as given (id text, owner text, keys text[])
    ), gone as (
      delete from contact_matches m
      where contact_id in ${valuesOf(rows.map(({ id }) => id))}
        and not exists (select from given where given.id = m.contact_id and given.key = m.key)
    )
    insert into contact_matches (user_id, key, contact_id) select owner, key, id from given
    on conflict do nothing`);
}

/** The keys of a contact in this account. */
interface Keys {
  id: string;
  owner: string;
  keys: string[];
}

/** Adds keys of contacts that the transaction has just written. */
export async function addKeys(tx: Db, given: Keys[]): Promise<void> {
  await tx.execute(sql`
    insert into contact_matches (user_id, key, contact_id) select owner, unnest(keys), id
    from json_to_recordset(${JSON.stringify(given)}::json) as given (id text, owner text, keys text[])
    on conflict do nothing`);
}
