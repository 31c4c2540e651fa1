import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import tar from 'tar-stream';
import { backUp } from '#server/operations/backup/back-up.ts';
import type { TestServer } from '#test/server.ts';

/** Backups in tests: taken apart, changed and put together again, and what two databases have compared. */

export interface SavedEntry {
  name: string;
  bytes: Buffer;
}

export async function readEntries(file: string): Promise<SavedEntry[]> {
  const extract = tar.extract();
  fs.createReadStream(file).pipe(extract);
  const entries: SavedEntry[] = [];
  for await (const entry of extract) entries.push({ name: entry.header.name, bytes: await buffer(entry) });
  return entries;
}

export async function writeEntries(file: string, entries: SavedEntry[]): Promise<void> {
  const pack = tar.pack();
  for (const { name, bytes } of entries) pack.entry({ name }, bytes);
  pack.finalize();
  await pipeline(pack, fs.createWriteStream(file));
}

/** As somebody who wants it to look right would: with the sums of what is there now. */
export async function writeSigned(
  file: string,
  entries: SavedEntry[],
  // biome-ignore lint/suspicious/noExplicitAny: a test changes whatever stands in it
  change: (manifest: any) => void = () => {},
): Promise<void> {
  const kept = entries.filter(({ name }) => !name.startsWith('sums/') && name !== 'manifest.json');
  const sums = Buffer.from(kept.map(({ name, bytes }) => `${hashOf(bytes)}  ${name}\n`).join(''));
  const last = entries.find(({ name }) => name === 'manifest.json');
  const { manifest } = JSON.parse(String(last?.bytes));
  manifest.sums = [hashOf(sums)];
  change(manifest);
  const signed = JSON.stringify({ manifest, sha256: hashOf(Buffer.from(JSON.stringify(manifest))) });
  await writeEntries(file, [
    ...kept,
    { name: 'sums/1', bytes: sums },
    { name: 'manifest.json', bytes: Buffer.from(signed) },
  ]);
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** The rows of each of our tables as one hash, and everything that is not a row. */
/** A copy keeps for longer what waits there, and has files of its own. */
const COMPARED: Record<string, string> = {
  'pgboss.job': `(to_jsonb(t) - 'keep_until')::text`,
  'public.secrets': `case name when 'files' then name else t::text end`,
};

export async function describeDatabase(connection: pg.ClientConfig) {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select relnamespace::regnamespace || '.' || relname as name from pg_class
       where relnamespace in (select oid from pg_namespace where nspname in ('public', 'drizzle') or nspname = 'pgboss')
         and relkind in ('r', 'p') and not relispartition order by 1`,
    );
    const rows: Record<string, string> = {};
    for (const { name } of tables) {
      const row = COMPARED[name] ?? 't::text';
      const { rows: found } = await client.query<{ hash: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(${row}, e'\\n' order by ${row})), '') as hash from ${name} t`,
      );
      rows[name] = found[0]?.hash ?? '';
    }
    return { rows, schema: await describeSchema(client) };
  } finally {
    await client.end();
  }
}

async function describeSchema(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(
    `select indexdef as line from pg_indexes where schemaname = 'public'
     union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || ' ' || convalidated::text
       from pg_constraint where connamespace = 'public'::regnamespace
     union all select tgenabled::text || ' ' || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
     union all select sequencename || ' ' || coalesce(last_value, 0)::text from pg_sequences where schemaname = 'public'
     order by 1`,
  );
  return rows.map(({ line }) => line);
}

/** Each file of a folder with the hash of its content. */
export function listFiles(folder: string): Record<string, string> {
  if (!fs.existsSync(folder)) return {};
  const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const files = names.filter((name) => fs.statSync(path.join(folder, name)).isFile());
  return Object.fromEntries(files.map((name) => [name, hashOf(fs.readFileSync(path.join(folder, name)))]));
}

/** Makes a backup of a test's server. */
export function makeTestBackup(
  server: TestServer,
  target: string,
  { keep = null }: { keep?: number | null } = {},
) {
  const { config } = server.running.app;
  const { databaseUrl: connectionString } = config;
  const out = new PassThrough();
  const database = { connection: { connectionString }, direct: { connectionString }, stop: async () => {} };
  return backUp({ config, database, now: () => new Date(), out, onProgress: () => {} }, { target, keep });
}
