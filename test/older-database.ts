import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { packageRoot } from '#server/config/package-root.ts';
import { createEmptyDatabase } from '#test/database.ts';

/** A database as an older release left it, without data: after its first `count` migrations. */
export async function createOlderDatabase(
  count: number,
  template?: string,
): Promise<{ url: string; drop(): Promise<void> }> {
  const database = await createEmptyDatabase(template);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const folder = olderMigrations(count);
  await migrate(drizzle(client), { migrationsFolder: folder });
  await client.end();
  fs.rmSync(folder, { recursive: true });
  return database;
}

function olderMigrations(count: number): string {
  const ours = path.join(packageRoot, 'server/db/migrations');
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'goldleaf-migrations-'));
  const journal = JSON.parse(fs.readFileSync(path.join(ours, 'meta/_journal.json'), 'utf8'));
  journal.entries = journal.entries.slice(0, count);
  fs.mkdirSync(path.join(folder, 'meta'));
  fs.writeFileSync(path.join(folder, 'meta/_journal.json'), JSON.stringify(journal));
  for (const { tag } of journal.entries)
    fs.copyFileSync(path.join(ours, `${tag}.sql`), path.join(folder, `${tag}.sql`));
  return folder;
}
