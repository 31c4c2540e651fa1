import os from 'node:os';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { holdFiles } from '#server/db/hold-files.ts';
import { readNewestMigration } from '#server/db/migrate.ts';
import { SCHEMA } from '#server/infra/queue/failed-jobs.ts';
import { QUEUE_TABLES } from '#server/infra/queue/queue-tables.ts';
import { BackupRefusal, PART_BYTES } from './format.ts';

/** The database at one moment, read in one transaction however long that takes. */

export interface SnapshotTable {
  kind: 'tables' | 'queue';
  name: string;
  /** Those that are stored; a generated one is computed again. */
  columns: string[];
}

export interface Snapshot {
  client: pg.Client;
  at: Date;
  migration: number;
  /** Like `15.18`. */
  postgres: string;
  databaseBytes: number;
  tables: SnapshotTable[];
  /** The last number of each that has given one. */
  sequences: Record<string, string>;
  close(): Promise<void>;
}

/** How values are written in COPY's text; the same on both sides. */
export const TEXT_FORMAT = `set datestyle = 'ISO'; set intervalstyle = 'postgres'; set timezone = 'UTC';
  set extra_float_digits = 1; set bytea_output = 'hex'; set client_encoding = 'UTF8'`;
/** Work of minutes in one transaction. */
export const NO_TIMEOUTS =
  'set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0';

/**
 * Begins to read the database of `connection`, which must not lead through a pooler, and holds the files that it names.
 * Throws a `BackupRefusal` if nothing has been set up there.
 */
export async function openSnapshot(connection: pg.ClientConfig): Promise<Snapshot> {
  const client = new pg.Client({ ...connection, application_name: 'goldleaf-backup' });
  // An error between two statements surfaces in the next one.
  client.on('error', () => {});
  await client.connect();
  const close = () => client.end();
  try {
    await client.query(`${NO_TIMEOUTS}; ${TEXT_FORMAT}`);
    await requireSetUp(client);
    await giveWay(client, connection);
    await holdFiles(client);
    const before = await listTables(client);
    await client.query('begin isolation level repeatable read read only');
    // A migration waits until the end: it must not change a table between the snapshot and its turn. The snapshot is
    // taken by the first statement after this one.
    await client.query(`lock table ${before.map(qualify).join(', ')} in access share mode`);
    return { client, ...(await readFacts(client)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Whoever reads the rows for us on this machine takes what the product leaves of the processor, as we do. */
async function giveWay(client: pg.Client, { host }: pg.ClientConfig): Promise<void> {
  if (!host?.startsWith('/')) return;
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  try {
    os.setPriority(rows[0]?.pid ?? 0, os.constants.priority.PRIORITY_LOW);
  } catch {
    // It belongs to another user: it only takes more of the processor.
  }
}

async function requireSetUp(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    "select where to_regclass('drizzle.__drizzle_migrations') is not null and to_regclass('public.users') is not null",
  );
  if (rows.length > 0) return;
  throw new BackupRefusal(
    'There is nothing to back up: this database isn’t set up yet. Start Goldleaf once first.',
  );
}

async function readFacts(client: pg.Client) {
  const { rows } = await client.query<{ at: Date; postgres: string; bytes: string }>(
    `select now() as at, split_part(current_setting('server_version'), ' ', 1) as postgres,
       pg_database_size(current_database()) as bytes`,
  );
  const sequences = await client.query<{ name: string; last: string }>(
    `select sequencename as name, last_value as last from pg_sequences
     where schemaname = 'public' and last_value is not null`,
  );
  const migration = await readNewestMigration(client);
  const [facts] = rows;
  if (!facts || migration === null) throw new BackupRefusal('This database has no migrations noted.');
  return {
    at: facts.at,
    postgres: facts.postgres,
    databaseBytes: Number(facts.bytes),
    migration,
    tables: await listTables(client),
    sequences: Object.fromEntries(sequences.rows.map(({ name, last }) => [name, last])),
  };
}

/** Ours, without what an extension brought or a crash may empty, and those of the queue. */
async function listTables(client: pg.Client): Promise<SnapshotTable[]> {
  const { rows } = await client.query<{ schema: string; name: string; columns: string[] }>(
    `select nspname as schema, relname as name, array_agg(attname::text order by attnum) as columns
     from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
     where relkind in ('r', 'p') and not relispartition and relpersistence <> 'u'
       and (nspname = 'public' or nspname = $1 and relname = any($2))
       and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
     group by nspname, relname order by nspname desc, array_position($2, relname::text), relname`,
    [SCHEMA, QUEUE_TABLES],
  );
  return rows.map(({ schema, name, columns }) => ({
    kind: schema === 'public' ? ('tables' as const) : ('queue' as const),
    name,
    columns,
  }));
}

/** The name of a table in a statement. */
export const qualify = ({ kind, name }: Pick<SnapshotTable, 'kind' | 'name'>): string =>
  `${kind === 'tables' ? 'public' : SCHEMA}.${pg.escapeIdentifier(name)}`;
export const listColumns = (columns: readonly string[]): string =>
  columns.map((column) => pg.escapeIdentifier(column)).join(', ');

/** The rows of a table as COPY's text, in parts of about 4 MB that end where a row does, each with its number of rows. */
export async function* readParts(
  { client }: Pick<Snapshot, 'client'>,
  table: SnapshotTable,
): AsyncGenerator<{ bytes: Buffer; rows: number }> {
  const statement = `copy (select ${listColumns(table.columns)} from ${qualify(table)}) to stdout`;
  let held: Buffer[] = [];
  let length = 0;
  for await (const chunk of client.query(copyTo(statement)) as AsyncIterable<Buffer>) {
    held.push(chunk);
    length += chunk.length;
    if (length < PART_BYTES) continue;
    const all = Buffer.concat(held);
    const end = all.lastIndexOf(NEWLINE) + 1;
    if (end > 0) yield { bytes: all.subarray(0, end), rows: countRows(all.subarray(0, end)) };
    held = [all.subarray(end)];
    length = all.length - end;
  }
  if (length > 0) {
    const bytes = Buffer.concat(held);
    yield { bytes, rows: countRows(bytes) };
  }
}

const NEWLINE = 10;

/** A newline within a value is written as `\n`, so that each of these ends a row. */
function countRows(bytes: Buffer): number {
  let rows = 0;
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) rows += 1;
  return rows;
}
