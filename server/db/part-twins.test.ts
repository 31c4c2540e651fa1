import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { expect, inject, it } from 'vitest';
import { migrate } from '#server/db/migrate.ts';
import { packageRoot } from '#server/package-root.ts';

/** The first migrations, up to the last before names were folded beyond ASCII. */
function oldMigrations(): string {
  const ours = path.join(packageRoot, 'server/db/migrations');
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'goldleaf-migrations-'));
  const journal = JSON.parse(fs.readFileSync(path.join(ours, 'meta/_journal.json'), 'utf8'));
  journal.entries = journal.entries.filter(({ idx }: { idx: number }) => idx < 4);
  fs.mkdirSync(path.join(folder, 'meta'));
  fs.writeFileSync(path.join(folder, 'meta/_journal.json'), JSON.stringify(journal));
  for (const { tag } of journal.entries)
    fs.copyFileSync(path.join(ours, `${tag}.sql`), path.join(folder, `${tag}.sql`));
  return folder;
}

it('brings a database up to date in which names differ in letter case alone, and says who was renamed', async () => {
  const admin = new pg.Client({ connectionString: inject('databaseServer') });
  await admin.connect();
  await admin.query('create database twins');
  const url = new URL(inject('databaseServer'));
  url.pathname = '/twins';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  const folder = oldMigrations();
  await runMigrations(drizzle(client), { migrationsFolder: folder });
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
  await migrate({ connectionString: url.href }, (sentence) => sentences.push(sentence));
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
  await migrate({ connectionString: url.href }, (sentence) => sentences.push(sentence));
  expect(sentences).toHaveLength(2);
  await client.end();
  await admin.query('drop database twins with (force)');
  await admin.end();
  fs.rmSync(folder, { recursive: true });
});
