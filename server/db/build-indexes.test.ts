import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { buildIndexes, shrinkIndexes } from '#server/db/build-indexes.ts';
import { signUp } from '#test/factories.ts';
import { onOwnConnection } from '#test/keep-lists.ts';
import { startTestServer } from '#test/server.ts';

const server = startTestServer();
const db = () => server.running.app.db;

async function sizeOf(index: string): Promise<number> {
  const { rows } = await db().execute<{ size: number }>(
    sql`select pg_relation_size(${index}::regclass)::int as size`,
  );
  return rows[0]?.size ?? 0;
}

it('An index of what is left to do is small again once that is done, also after an interrupted try', {
  tags: ['thorough'],
}, async () => {
  const { id } = await signUp(server);
  await db().execute(sql`
    insert into contacts (id, user_id, full_name)
    select ${id} || n, ${id}, 'Guest ' || n from generate_series(1, 20000) n`);
  const before = await sizeOf('contacts_unmatched');
  expect(before).toBeGreaterThan(1024 * 1024);
  await onOwnConnection(server, shrinkIndexes);
  expect(await sizeOf('contacts_unmatched')).toBe(before);
  // One that cannot be finished is left behind as an interrupted one is.
  const unfinished = sql`create unique index concurrently contacts_unmatched_ccnew on contacts (user_id)`;
  await expect(db().execute(unfinished)).rejects.toThrow();
  await db().execute(sql`update contacts set is_matched = true`);
  await onOwnConnection(server, shrinkIndexes);
  expect(await sizeOf('contacts_unmatched')).toBeLessThan(100_000);
  const { rows } = await db().execute(sql`select from pg_class where relname like 'contacts_unmatched_cc%'`);
  expect(rows).toEqual([]);
});

it('An index that says the same as several older ones replaces them', async () => {
  await db().execute(sql`create index contacts_newest on contacts (user_id, created_at, id)`);
  await db().execute(
    sql`create index contacts_not_followed_up on contacts (user_id) where followed_up_at is null`,
  );
  await onOwnConnection(server, (own) => buildIndexes(own, 'ordered'));
  const { rows } = await db().execute<{ name: string }>(sql`
    select indexrelid::regclass::text as name from pg_index where indrelid = 'contacts'::regclass order by 1`);
  expect(rows.map(({ name }) => name)).toEqual([
    'contacts_by_time',
    'contacts_card_id',
    'contacts_favorites',
    'contacts_held',
    'contacts_pkey',
    'contacts_search',
    'contacts_tagged',
    'contacts_unmatched',
    'contacts_unsearchable',
  ]);
});
