import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createUpkeep, hasUpgradeWork } from '#server/db/upkeep.ts';
import { signUpWithCard } from '#test/factories.ts';
import { startTestServer } from '#test/server.ts';

const server = startTestServer();
const db = () => server.running.app.db;
const connection = () => ({ connectionString: server.running.app.config.databaseDirectUrl });

let other: pg.Client;
beforeEach(async () => {
  other = new pg.Client(connection());
  await other.connect();
});
afterEach(() => other.end());

async function isBuilt(): Promise<boolean> {
  const { rows } = await db().execute<{ count: number }>(sql`
    select count(*)::int from pg_index where indexrelid = to_regclass('contacts_by_time') and indisvalid`);
  return rows[0]?.count === 1;
}

/** Resolves when another transaction is blocking the index build. */
const isHeldUp = () =>
  expect
    .poll(
      async () =>
        (
          await db().execute(sql`
            select from pg_stat_activity where application_name = 'goldleaf-upkeep'
              and query like 'create index concurrently%' and wait_event_type = 'Lock'`)
        ).rows.length,
      { timeout: 20_000 },
    )
    .toBe(1);

it('builds the indexes of an upgrade in one process at a time', async () => {
  await signUpWithCard(server);
  await other.query('drop index contacts_by_time');
  expect(await hasUpgradeWork(db())).toBe(true);
  await other.query('begin');
  await other.query('update contacts set notes = notes');
  const first = createUpkeep(connection());
  const running = first.run();
  await isHeldUp();
  await createUpkeep(connection()).run();
  await first.run();
  expect(await isBuilt()).toBe(false);
  await other.query('rollback');
  await running;
  expect(await isBuilt()).toBe(true);
  expect(await hasUpgradeWork(db())).toBe(false);
});

it('stops at once in the middle of an index, and the next run builds it again', async () => {
  await signUpWithCard(server);
  await other.query('drop index contacts_by_time');
  await other.query('begin');
  await other.query('update contacts set notes = notes');
  const upkeep = createUpkeep(connection());
  const running = upkeep.run();
  running.catch(() => {});
  await isHeldUp();
  await upkeep.close();
  await expect(running).rejects.toThrow();
  await other.query('rollback');
  await expect
    .poll(
      async () => {
        await createUpkeep(connection()).run();
        return isBuilt();
      },
      { timeout: 20_000 },
    )
    .toBe(true);
});
