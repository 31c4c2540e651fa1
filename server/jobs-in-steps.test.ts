import fs from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, it, vi } from 'vitest';
import { allJobs } from '#server/jobs.ts';
import { deleteOldCounts } from '#server/operations/upkeep/old-limit-counts.ts';
import { openMailbox, WITH_MAIL } from '#test/mails.ts';
import { startTestServer } from '#test/server.ts';

const server = startTestServer(WITH_MAIL);
openMailbox(server);
const db = () => server.running.app.db;

const ACCOUNTS = 10;
const ROWS = 2_100;
/** Contacts whose time is over, announced and not. */
const ANNOUNCED = 300;
const NEXT = 1_100;
/** Rows that a statement may change, with those that go with them, unless its table says fewer. */
const MOST = 2_000;
const FEWER: Record<string, number> = {
  business_cards: 50,
  users: 100,
  billing_endings: 500,
  contacts: 200,
  retention_notices: 1_000,
};

/** Rows of a table whose time is over, as the measure `due` has them. */
interface Due {
  table: string;
  share: number;
  columns: Record<string, string>;
}
let due: Due[];

const execute = (text: string) => db().execute(sql.raw(text));

/** Notes how many rows each statement adds, changes and deletes. */
async function watchStatements(): Promise<void> {
  await execute('create table test_statements (name text, rows integer)');
  await execute(`create function test_note() returns trigger language plpgsql as $$ begin
      insert into test_statements select tg_table_name, count(*) from changed;
      return null;
    end $$`);
  await execute(`do $$ declare name text; begin
      for name in select tablename from pg_tables where schemaname = 'public' and tablename <> 'test_statements' loop
        execute format('create trigger test_added after insert on %I referencing new table as changed
          for each statement execute function test_note()', name);
        execute format('create trigger test_deleted after delete on %I referencing old table as changed
          for each statement execute function test_note()', name);
        execute format('create trigger test_updated after update on %I referencing new table as changed
          for each statement execute function test_note()', name);
      end loop;
    end $$`);
}

beforeAll(async () => {
  due = JSON.parse(await fs.readFile(new URL('../bench/due-rows.json', import.meta.url), 'utf8'));
  const addAccounts = (name: string, count: number, more: string) =>
    execute(`insert into users (id, username, full_name, email, password, trial_ends_at, subscription_status, subscription_ends_at)
      select '${name}' || n, '${name}' || n, 'Ada King', '${name}' || n || '@example.com', '', now() + interval '9 days', ${more}
      from generate_series(1, ${count}) n`);
  await addAccounts('bench', ACCOUNTS, "'trial', null");
  await addAccounts('ended', 250, "'cancelled', now() - interval '1 day'");
  await execute(`insert into business_cards (id, user_id, name, full_name)
    select 'bench' || n, 'bench' || n, 'Work', 'Ada King' from generate_series(1, ${ACCOUNTS}) n`);
  await execute(`insert into business_cards (id, user_id, name, full_name, deleted_at)
    select 'gone' || n, 'ended' || n, 'Work', 'Ada King', now() - interval '40 days' from generate_series(1, 120) n`);
  await execute(
    `update users set retention_months = 6, retention_since = now() - interval '1 year' where id = 'bench1'`,
  );
  await execute(`insert into contacts (id, user_id, full_name, created_at)
    select 'old' || n, 'bench1', 'Ada King', now() - interval '2 years' from generate_series(1, ${ANNOUNCED + NEXT}) n`);
  await execute(`insert into retention_notices (person_id, user_id, mail_id, created_at, announced_at)
    select 'old' || n, 'bench1', 'mail', now() - interval '8 days', now() - interval '8 days' from generate_series(1, ${ANNOUNCED}) n`);
  for (const { table, share, columns } of due)
    await execute(`insert into ${table} (${Object.keys(columns).join(', ')}) select ${Object.values(columns).join(', ')}
      from generate_series(1, ${Math.ceil(ROWS * share)}) n, (select ${ACCOUNTS} as accounts) a`);
  await watchStatements();
});

it('Jobs that come by time do in steps what is due, however much it is, and leave nothing of it', {
  tags: ['thorough'],
}, async () => {
  for (const { cron, isOn, run } of allJobs)
    if (cron && (isOn?.(server.running.app) ?? true))
      await run(
        server.running.app,
        { after: '' } as never,
        'pass',
        new Date(),
        true,
        new AbortController().signal,
      );
  await deleteOldCounts(server.running.app);
  await vi.waitFor(
    async () => {
      const waiting = await execute(
        `select count(*)::integer as count from retention_notices where announced_at is not null`,
      );
      // Those of people who are gone are forgotten with their mail.
      expect(waiting.rows).toEqual([{ count: ANNOUNCED + NEXT }]);
    },
    { timeout: 20_000 },
  );
  const { rows } = await db().execute<{ name: string; rows: number }>(
    sql`select name, max(rows) as rows from test_statements group by name order by name`,
  );
  expect(rows.filter((one) => one.rows > (FEWER[one.name] ?? MOST))).toEqual([]);
  const left: string[] = [];
  for (const table of ['business_cards', ...due.map((one) => one.table)]) {
    const counted = await execute(`select count(*)::integer as count from ${table}`);
    // Cards and contacts that went leave a tombstone each.
    if (Number(counted.rows[0]?.count) > 200 + ANNOUNCED) left.push(table);
  }
  // They wait for the provider.
  expect(left.filter((table) => table !== 'billing_endings')).toEqual([]);
});
