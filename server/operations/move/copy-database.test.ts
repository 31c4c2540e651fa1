import pg from 'pg';
import { expect, it } from 'vitest';
import { describeDatabase } from '#test/backups.ts';
import { createEmptyDatabase, createTestDatabase } from '#test/database.ts';
import { createOlderDatabase } from '#test/older-database.ts';
import { copyDatabase } from './copy-database.ts';

const WATCHED = { onProgress: () => {}, signal: new AbortController().signal };

async function run(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client.query(statement).finally(() => client.end());
}

it.each([42, 60])(
  'brings the rows of an older release up to this one: after %d migrations',
  { tags: ['thorough'] },
  async (count) => {
    const [from, to, fresh] = await Promise.all([
      createOlderDatabase(count),
      createEmptyDatabase(),
      createTestDatabase(),
    ]);
    await run(
      from.url,
      `insert into users (id, username, email, password, full_name) values ('u1', 'ada', 'ada@example.com', 'x', 'Ada Lovelace');
     insert into business_cards (id, user_id, name, full_name) values ('c1', 'u1', 'Work', 'Ada Lovelace');
     insert into contacts (id, user_id, full_name, email) select 'p' || n, 'u1', 'Person ' || n, n || '@example.com'
       from generate_series(1, 300) n`,
    );
    expect(
      await copyDatabase({ connectionString: from.url }, { connectionString: to.url }, WATCHED),
    ).toBeGreaterThan(301);
    const { rows } = await run(to.url, `select count(*)::int as n, max(full_name) as name from contacts`);
    expect(rows).toEqual([{ n: 300, name: 'Person 99' }]);
    const described = await describeDatabase({ connectionString: to.url });
    const wanted = await describeDatabase({ connectionString: fresh.url });
    const withoutNumbers = (lines: string[]) => lines.filter((line) => !/^\w+ \d+$/.test(line));
    // A fresh database lacks what the product builds later.
    for (const line of withoutNumbers(wanted.schema)) expect(described.schema).toContain(line);
    for (const database of [from, to, fresh]) await database.drop();
  },
);
