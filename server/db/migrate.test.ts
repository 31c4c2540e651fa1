import pg from 'pg';
import { expect, it } from 'vitest';
import { migrate } from '#server/db/migrate.ts';
import { createOlderDatabase } from '#test/older-database.ts';

it('waits for a table that an older release is using, without blocking other queries', async () => {
  const older = await createOlderDatabase('in_use', 6);
  const [reader, visitor] = [new pg.Client(older.url), new pg.Client(older.url)];
  await Promise.all([reader.connect(), visitor.connect()]);
  await reader.query('begin');
  await reader.query('select from contacts');
  const sentences: string[] = [];
  const migrating = migrate({ connectionString: older.url }, (sentence) => sentences.push(sentence));
  const waiting = "select from pg_locks where relation = 'contacts'::regclass and not granted";
  await expect.poll(async () => (await visitor.query(waiting)).rowCount, { timeout: 20_000 }).toBe(1);
  await visitor.query('select from contacts');
  await expect.poll(() => sentences, { timeout: 20_000 }).toHaveLength(1);
  expect(sentences[0]).toMatch(/^The update of the database waits/);
  await reader.query('rollback');
  await migrating;
  expect((await visitor.query('select search_text from contacts')).rows).toEqual([]);
  await Promise.all([reader.end(), visitor.end()]);
  await older.drop();
});

it.each([
  ['users', 'business_cards'],
  ['business_cards', 'users'],
])(
  'lets a request that holds rows of %s have those of %s',
  async (held, wanted) => {
    const older = await createOlderDatabase(`order_${held}`, 6);
    const [request, watcher] = [new pg.Client(older.url), new pg.Client(older.url)];
    await Promise.all([request.connect(), watcher.connect()]);
    await request.query(`insert into users (id, username, email, password, full_name, trial_ends_at)
    values ('1', 'a', 'a@example.com', '', '', now())`);
    await request.query(
      `insert into business_cards (id, user_id, name, full_name) values ('1', '1', '', '')`,
    );
    const sentences: string[] = [];
    let migrating: Promise<void> | undefined;
    const waiting = `select from pg_locks where relation = '${held}'::regclass and not granted`;
    for (let round = 0; round < 3; round += 1) {
      await request.query('begin');
      await request.query(`update ${held} set id = id`);
      migrating ??= migrate({ connectionString: older.url }, (sentence) => sentences.push(sentence));
      await expect.poll(async () => (await watcher.query(waiting)).rowCount, { timeout: 20_000 }).toBe(1);
      await request.query(`update ${wanted} set id = id`);
      await request.query('commit');
    }
    await migrating;
    expect(sentences.length).toBeLessThanOrEqual(1);
    await Promise.all([request.end(), watcher.end()]);
    await older.drop();
  },
  60_000,
);
