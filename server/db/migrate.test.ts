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
