import fs from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { beforeAll, expect, it, vi } from 'vitest';
import { allJobs } from '#server/jobs.ts';
import { deleteOldCounts } from '#server/operations/upkeep/old-limit-counts.ts';
import { openMailbox, WITH_MAIL } from '#test/mails.ts';
import { startTestServer } from '#test/server.ts';

vi.setConfig({ testTimeout: 300_000 });
const server = startTestServer(WITH_MAIL);
openMailbox(server);
const db = () => server.running.app.db;

/** More than a step of each table, and accounts enough for tables with a row for each. */
const ROWS = 2_100;
const ACCOUNTS = ROWS;
/** Rows that go one by one, each after what would go with it: the first has more than a step of that. */
const ONE_BY_ONE = ['contact_imports', 'account_imports', 'team_lists', 'team_figures', 'team_sums'];
const FEW = 10;
/** Filled here, or worked through as they come: none gets old. */
const OTHERS = [
  'users',
  'business_cards',
  'contacts',
  'contact_matches',
  'retention_notices',
  'contact_use_changes',
  'text_messages',
  'pgboss',
];
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
/** Rows that stay, of those that are not over. */
const STAYING: Record<string, number> = {
  business_cards: ACCOUNTS,
  contact_imports: ACCOUNTS,
  team_list_rows: ROWS,
  team_lists: 1,
  // Each row that went may have left one, which is new.
  tombstones: Number.POSITIVE_INFINITY,
  // They wait for the provider.
  billing_endings: ROWS,
};

/** Rows of a table whose time is over, as the measure `due` has them. */
interface Due {
  table: string;
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
  await execute(`insert into teams (id, name, owner_id)
    select 'bench' || n, 'Engines', 'bench' || n from generate_series(1, ${ACCOUNTS}) n`);
  await execute(`insert into contact_imports (id, user_id, file_name, blob_name, state, created_at)
    select 'waiting' || n, 'bench' || n, '', 'waiting' || n || '.upload', 'ready', now() - interval '400 days'
    from generate_series(1, ${ACCOUNTS}) n`);
  await execute(`insert into team_lists (id, user_id, file_name, blob_name, state, finished_at)
    values ('ended', 'bench1', '', 'ended.upload', 'done', now() - interval '1 hour')`);
  await execute(`insert into team_list_rows (list_id, line, cells)
    select 'ended', n, '{Ada}' from generate_series(1, ${ROWS}) n`);
  for (const { table, columns } of due)
    await execute(`insert into ${table} (${Object.keys(columns).join(', ')}) select ${Object.values(columns).join(', ')}
      from generate_series(1, ${ONE_BY_ONE.includes(table) ? FEW : ROWS}) n, (select ${ACCOUNTS} as accounts) a`);
  await watchStatements();
});

/** Tables from which statements delete, or go over in steps. */
function watchTables(): Set<string> {
  const names = new Set<string>();
  const { query } = pg.Client.prototype;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [given] = args as [string | { text: string }];
    const text = typeof given === 'string' ? given : given.text;
    for (const [, name] of text.matchAll(/(?:delete from|for update of) "?(\w+)"?(?!\.)/g))
      names.add(name ?? '');
    return Reflect.apply(query, this, args);
  });
  return names;
}

it('Jobs that come by time do in steps what is due, however much it is, and leave nothing of it', {
  tags: ['thorough'],
}, async () => {
  const names = watchTables();
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
  vi.restoreAllMocks();
  const isKnown = (name: string) => OTHERS.includes(name) || due.some(({ table }) => table === name);
  expect([...names].filter((name) => !isKnown(name))).toEqual([]);
  const { rows } = await db().execute<{ name: string; rows: number }>(
    sql`select name, max(rows) as rows from test_statements group by name order by name`,
  );
  expect(rows.filter((one) => one.rows > (FEWER[one.name] ?? MOST))).toEqual([]);
  const left: string[] = [];
  for (const table of ['business_cards', ...due.map((one) => one.table)]) {
    const counted = await execute(`select count(*)::integer as count from ${table}`);
    // Cards and contacts that went leave a tombstone each.
    if (Number(counted.rows[0]?.count) > 200 + ANNOUNCED + (STAYING[table] ?? 0)) left.push(table);
  }
  expect(left).toEqual([]);
  const kept =
    await execute(`select (select count(*)::integer from contact_imports where state = 'ready') as waiting,
    (select count(*)::integer from team_list_rows where cells is not null) as cells,
    (select count(*)::integer from tombstones where changed_at < now() - interval '300 days') as tombstones`);
  expect(kept.rows).toEqual([{ waiting: 0, cells: 0, tombstones: 0 }]);
});
