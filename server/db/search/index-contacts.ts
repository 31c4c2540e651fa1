import { setImmediate as breathe } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import type { Db } from '#server/db/open.ts';
import { contactColumns } from '#server/db/schema/people.ts';
import { MATCHED_COLUMNS, replaceKeys } from '#server/db/search/match-contacts.ts';
import {
  contactWords,
  readWords,
  SEARCHED,
  type Searchable,
  type SearchColumns,
} from '#server/db/search/search-sources.ts';
import { valuesOf } from '#server/db/values-of.ts';

/**
 * The columns of the search, and the keys of contacts (`match-keys.ts`): functions of the fields. Both are written with a
 * new contact, so that its row and its entries in eight indexes are written once (docs/decisions/374); after a change, in
 * its transaction.
 */

/** `contacts` with the columns of the search, which no list and no export reads. */
export const searchedContacts = pgTable('contacts', {
  ...contactColumns(),
  searchText: text('search_text'),
  searchGrams: integer('search_grams').array(),
});

/** The columns of the search for a contact that is about to be written in this account. */
export const searchColumnsOf = (userId: string, contact: Searchable): SearchColumns =>
  readWords(userId, contactWords(contact));

/** Contacts read together. */
const AT_ONCE = 200;

type Unfinished = Parameters<typeof replaceKeys>[1][number] & { words: string };

/** Makes anew what triggers took from contacts that the transaction has changed; `which` is a condition on `contacts`. */
export async function finishContacts(tx: Db, which: SQL): Promise<void> {
  for (;;) {
    const { rows } = await tx.execute<Unfinished & Record<string, unknown>>(sql`
      select ${MATCHED_COLUMNS}, ${SEARCHED.contacts.words} as words from contacts
      where (search_text is null or not is_matched) and ${which} order by id limit ${AT_ONCE} for no key update`);
    if (rows.length === 0) return;
    const read = rows.map(({ id, userId, words }) => ({ id, ...readWords(userId, words) }));
    await tx.execute(sql`
      update contacts as c set search_text = read."searchText", search_grams = read."searchGrams", is_matched = true
      from json_to_recordset(${JSON.stringify(read)}::json) as read (id text, "searchText" text, "searchGrams" int4[])
      where c.id = read.id`);
    await replaceKeys(tx, rows);
    if (rows.length < AT_ONCE) return;
    await breathe();
  }
}

/** A condition on `contacts`, or on another table with an id. */
export const isAmong = (ids: readonly string[]): SQL => sql`id in ${valuesOf(ids)}`;
