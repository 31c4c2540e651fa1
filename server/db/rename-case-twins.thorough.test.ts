import pg from 'pg';
import { expect, it } from 'vitest';
import { migrate } from '#server/db/migrate.ts';
import { EMPTY_IN_C } from '#test/new-database.ts';
import { createOlderDatabase } from '#test/older-database.ts';

it('migrates a database in which names differ in letter case alone, and reports who was renamed', async () => {
  const older = await createOlderDatabase(4, EMPTY_IN_C);
  const client = new pg.Client(older.url);
  await client.connect();
  const people = [
    ['1', 'änne', 'a@example.com', '2026-02-01'],
    ['2', 'ÄNNE', 'Ö@example.com', '2026-01-01'],
    ['3', 'ÄNNE-2', 'ö@example.com', '2026-03-01'],
    ['5', 'ada', 'ada@example.com', '2026-01-01'],
  ];
  for (const person of people)
    await client.query(
      "insert into users (id, username, email, created_at, password, full_name) values ($1, $2, $3, $4, '', '')",
      person,
    );
  const sentences: string[] = [];
  await migrate({ connectionString: older.url }, (sentence) => sentences.push(sentence));
  const { rows } = await client.query('select id, username, email from users order by id');
  expect(rows).toEqual([
    { id: '1', username: 'änne-3', email: 'a@example.com' },
    { id: '2', username: 'ÄNNE', email: 'Ö@example.com' },
    { id: '3', username: 'ÄNNE-2', email: 'ö+2@example.com' },
    { id: '5', username: 'ada', email: 'ada@example.com' },
  ]);
  expect(sentences).toHaveLength(2);
  expect(sentences).toContain(
    'The username änne belongs to two accounts, which now differ in more than letter case: the younger (1) is änne-3 from now on. Please tell its owner.',
  );
  await migrate({ connectionString: older.url }, (sentence) => sentences.push(sentence));
  expect(sentences).toHaveLength(2);
  await client.end();
  await older.drop();
});
