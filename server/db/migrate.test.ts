import pg from 'pg';
import { expect, it } from 'vitest';
import { migrate } from '#server/db/migrate.ts';
import { createOlderDatabase } from '#test/older-database.ts';

it('waits for a table that an older release is using, without blocking other queries', {
  tags: ['thorough'],
}, async () => {
  const older = await createOlderDatabase(6);
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

it('lets a request that waits for one of its tables, and holds another, go first', {
  tags: ['thorough'],
  timeout: 60_000,
}, async () => {
  const older = await createOlderDatabase(6);
  const clients = [new pg.Client(older.url), new pg.Client(older.url), new pg.Client(older.url)] as const;
  const [request, reader, watcher] = clients;
  await Promise.all(clients.map((client) => client.connect()));
  const count = async (which: string) =>
    (await watcher.query(`select from pg_locks where not granted and ${which}`)).rowCount ?? 0;
  await reader.query('begin');
  await reader.query('lock table card_views in row exclusive mode');
  await request.query('begin');
  await request.query('lock table contacts in row exclusive mode');
  const sentences: string[] = [];
  const migrating = migrate({ connectionString: older.url }, (sentence) => sentences.push(sentence));
  const isHeld = "relation in ('card_views'::regclass, 'contacts'::regclass)";
  await expect.poll(() => count(isHeld), { timeout: 20_000 }).toBeGreaterThan(0);
  let hasUsers = false;
  const asking = request.query('lock table users in row exclusive mode').then(() => {
    hasUsers = true;
  });
  const waits = async () => hasUsers || (await count("relation = 'users'::regclass")) > 0;
  await expect.poll(waits, { interval: 10 }).toBe(true);
  await reader.query('commit');
  await asking;
  await request.query('commit');
  await migrating;
  expect(sentences.length).toBeLessThanOrEqual(1);
  await Promise.all(clients.map((client) => client.end()));
  await older.drop();
});
