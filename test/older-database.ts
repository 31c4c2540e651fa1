import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { inject } from 'vitest';
import { packageRoot } from '#server/package-root.ts';

/** A database as an older release left it, without data: after its first `count` migrations. */
export async function createOlderDatabase(
  name: string,
  count: number,
): Promise<{ url: string; drop(): Promise<void> }> {
  const admin = new pg.Client({ connectionString: inject('databaseServer') });
  await admin.connect();
  await admin.query(`create database ${name}`);
  const url = new URL(inject('databaseServer'));
  url.pathname = `/${name}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  const folder = olderMigrations(count);
  await migrate(drizzle(client), { migrationsFolder: folder });
  await client.end();
  fs.rmSync(folder, { recursive: true });
  return {
    url: url.href,
    drop: () => admin.query(`drop database ${name} with (force)`).then(() => admin.end()),
  };
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
