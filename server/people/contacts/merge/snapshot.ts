import { type SQL, sql } from 'drizzle-orm';
import { memberOf } from '#server/access/find-account.ts';
import type { Db } from '#server/db/open.ts';
import { finishContacts, isAmong } from '#server/db/search/index-contacts.ts';
import { valuesOf } from '#server/db/values-of.ts';
import { deleteAmong, insertInto } from '#server/people/contacts/write-contacts.ts';

/**
 * Contacts that are taken away so that they can come back whole: their rows, and those of every table that belongs to a
 * contact, go to `contact_undo_rows`. Tables are found in the database's catalog, so that none can be forgotten.
 */

/** A table whose rows go with their contact, and its columns that can be written. */
interface Dependent {
  name: string;
  column: string;
  columns: string;
}

/** Made anew from the contact itself. */
const DERIVED = 'contact_matches';

/** Texts outlive their contact, and only forget which one it was: that is kept. */
const TEXTS = 'text_messages';

const columnsOf = (oid: SQL): SQL => sql`(
  select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
  where attrelid = ${oid} and attnum > 0 and not attisdropped and attgenerated = '')`;

async function listDependents(tx: Db): Promise<Dependent[]> {
  const { rows } = await tx.execute<Dependent & Record<string, unknown>>(sql`
    select c.conrelid::regclass::text as name, quote_ident(a.attname) as "column", ${columnsOf(sql`c.conrelid`)} as columns
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.confrelid = 'contacts'::regclass and c.contype = 'f' and c.confdeltype = 'c'
      and c.conrelid <> ${DERIVED}::regclass
    order by 1, 2`);
  return rows;
}

/** Keeps the rows of these contacts, which the caller has locked, and deletes them. */
export async function takeAway(tx: Db, operationId: string, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length === 0) return;
  await tx.execute(sql`
    insert into contact_undo_rows (operation_id, contact_id, source, row, media_name)
    select ${operationId}, c.id, 'contacts', to_jsonb(c) - 'search_text' - 'search_grams' || '{"is_matched": false}',
      (select m.media_name from contact_media m where m.contact_id = c.id limit 1)
    from contacts c where c.id in ${valuesOf(ids)} order by c.id`);
  for (const { name, column } of await listDependents(tx)) {
    const at = sql.raw(column);
    await tx.execute(sql`
      insert into contact_undo_rows (operation_id, contact_id, source, row)
      select ${operationId}, t.${at}, ${name}, to_jsonb(t) from ${sql.raw(name)} t where t.${at} in ${valuesOf(ids)}`);
  }
  await tx.execute(sql`
    insert into contact_undo_rows (operation_id, contact_id, source, row)
    select ${operationId}, t.contact_id, ${TEXTS}, jsonb_build_object('id', t.id)
    from text_messages t where t.contact_id in ${valuesOf(ids)}`);
  await deleteAmong(tx, valuesOf(ids), at, (deletion) => sql`${deletion} where id in ${valuesOf(ids)}`);
}

/**
 * Brings these contacts back as they were. What refers to something that is gone for good stays away, and whoever has left
 * the team holds nobody any more.
 */
export async function bringBack(tx: Db, operationId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const kept = (source: string) => sql`
    select u.row from contact_undo_rows u
    where u.operation_id = ${operationId} and u.contact_id in ${valuesOf(ids)} and u.source = ${source}`;
  const { rows } = await tx.execute<{ columns: string }>(
    sql`select ${columnsOf(sql`'contacts'::regclass`)} as columns`,
  );
  const columns = (rows[0]?.columns ?? '').replace(/, search_text\b/, '').replace(/, search_grams\b/, '');
  await tx.execute(sql`
    ${sql.raw(insertInto(columns))}
    select ${sql.raw(columns)} from (${kept('contacts')}) as kept,
      jsonb_populate_record(null::contacts, row || jsonb_build_object(
        'card_id', (select id from business_cards where id = row ->> 'card_id'),
        'holder_id', ${memberOf(sql`row ->> 'user_id'`, sql`row ->> 'holder_id'`)}
      )) as whole
    on conflict (id) do nothing`);
  await finishContacts(tx, isAmong(ids));
  await tx.execute(sql`
    update text_messages t set contact_id = u.contact_id from contact_undo_rows u
    where u.operation_id = ${operationId} and u.contact_id in ${valuesOf(ids)} and u.source = ${TEXTS}
      and t.id = u.row ->> 'id' and exists (select from contacts c where c.id = u.contact_id)`);
  for (const { name, columns: written } of await listDependents(tx)) {
    const list = sql.raw(written);
    const back = (inside: Db) =>
      inside.execute(sql`
        insert into ${sql.raw(name)} (${list}) overriding system value
        select ${list} from (${kept(name)}) as kept, jsonb_populate_record(null::${sql.raw(name)}, row) as whole
        ${name === 'distinct_contacts' ? BOTH_THERE : sql``}
        on conflict do nothing`);
    // A row may refer to something that was deleted meanwhile: then the rows of this table stay away, not the contact.
    await tx.transaction(back).catch((error: unknown) => {
      if (!isForeign(error)) throw error;
    });
  }
}

/** Texts of contacts that this operation took away become those of another one, until they are brought back. */
export async function moveTexts(tx: Db, operationId: string, toContactId: string): Promise<void> {
  await tx.execute(sql`
    update text_messages t set contact_id = ${toContactId} from contact_undo_rows u
    where u.operation_id = ${operationId} and u.source = ${TEXTS} and t.id = u.row ->> 'id'`);
}

const BOTH_THERE = sql`where exists (select from contacts c where c.id = contact_id)
  and exists (select from contacts c where c.id = other_id)`;

/** True if a row named another that does not exist (PostgreSQL: foreign_key_violation). */
function isForeign(error: unknown): boolean {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  return (cause as { code?: unknown } | null)?.code === '23503';
}
