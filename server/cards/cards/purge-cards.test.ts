import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterEach, expect, it, vi } from 'vitest';
import { purgeCards } from '#server/cards/cards/cards.ts';
import { signUp } from '#test/factories.ts';
import { startTestServer } from '#test/server.ts';

const server = startTestServer();
const db = () => server.running.app.db;
const execute = (text: string) => db().execute(sql.raw(text));
const CARDS = 50;

afterEach(() => void vi.restoreAllMocks());

async function deleteCards(prefix: string, views: number): Promise<void> {
  const { id } = await signUp(server);
  await execute(`insert into business_cards (id, user_id, name, full_name, deleted_at)
    select '${prefix}' || n, '${id}', 'Work', 'Ada King', now() - interval '40 days' from generate_series(1, ${CARDS}) n`);
  await execute(`insert into card_views (id, card_id, created_at)
    select '${prefix}' || n || '-' || m, '${prefix}' || n, now() - interval '50 days'
    from generate_series(1, ${CARDS}) n, generate_series(1, ${views}) m`);
  await execute(`insert into contacts (id, user_id, card_id, card_name, full_name)
    select '${prefix}' || n, '${id}', '${prefix}' || n, 'Work', 'Ada' from generate_series(1, ${CARDS}) n`);
}

it('Cards to which little refers go in fewer statements than there are cards', async () => {
  await deleteCards('few', 3);
  const query = vi.spyOn(pg.Client.prototype, 'query');
  await purgeCards(server.running.app);
  expect(query.mock.calls.length).toBeLessThan(CARDS);
  const { rows } = await execute(`select count(*)::integer as cards,
    (select count(*)::integer from card_views) as views,
    (select count(*)::integer from contacts where id like 'few%' and card_id is null) as contacts from business_cards`);
  expect(rows).toEqual([{ cards: 0, views: 0, contacts: CARDS }]);
});

it('What refers to others is limited for each transaction, and goes before the card if it is much', {
  tags: ['thorough'],
}, async () => {
  await deleteCards('some', 50);
  await execute(`insert into card_views (id, card_id, created_at)
    select 'more' || m, 'some7', now() - interval '50 days' from generate_series(1, 1200) m`);
  await execute('create table test_views (at bigint, count int)');
  await execute(`create function test_views() returns trigger language plpgsql as $$ begin
    insert into test_views select txid_current(), count(*) from gone; return null; end $$`);
  await execute(`create trigger test_views after delete on card_views referencing old table as gone
    for each statement execute function test_views()`);
  await purgeCards(server.running.app);
  const { rows } = await execute(`select count(*)::integer as cards,
    (select sum(count)::integer from test_views) as views,
    (select max(sum)::integer <= 1000 from (select sum(count) from test_views group by at) t) as "areFew" from business_cards`);
  expect(rows).toEqual([{ cards: 0, views: CARDS * 50 + 1_200, areFew: true }]);
});
