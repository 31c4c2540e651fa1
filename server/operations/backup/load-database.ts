import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { listMigrationTimes, lockMigrations, migrateWithin } from '#server/db/migrate.ts';
import { createQueueTables } from '#server/infra/queue/queue-tables.ts';
import { countOf } from '#server/portability/archive/archive-words.ts';
import { type BackupManifest, BackupRefusal } from './format.ts';
import { listColumns, NO_TIMEOUTS, qualify, TEXT_FORMAT } from './snapshot.ts';
import { buildListedIndexes, dropChecks, rebuildChecks, type TableChecks } from './table-checks.ts';

/** Fills an empty database in one transaction, so that whatever ends it in the middle leaves it empty. */

const POSTGRES_MIN = 150_000;

interface Part {
  kind: 'tables' | 'queue';
  table: string;
  columns: readonly string[];
}

export interface DatabaseLoad {
  client: pg.Client;
  /** Adds rows, as COPY's text; resolves to how many. Rows of a table that this release does not know are left out. */
  add(part: Part, rows: AsyncIterable<Buffer>): Promise<void>;
  /** Checks everything, compares it with the manifest, and brings it to this release. Throws a `BackupRefusal` that names a difference. */
  finish(manifest: Pick<BackupManifest, 'tables' | 'queue' | 'sequences'>): Promise<void>;
  commit(): Promise<void>;
  /** Without a commit before, nothing was written. */
  close(): Promise<void>;
}

/**
 * Begins to fill the database of `connection`, which must not lead through a pooler, in the schema of that migration. Throws
 * a `BackupRefusal` if anything of ours is there.
 */
export async function openLoad(connection: pg.ClientConfig, migration: number): Promise<DatabaseLoad> {
  if (!listMigrationTimes().includes(migration))
    throw new BackupRefusal(
      'The database is of a newer release than this one. Get that release or a newer one, then try again.',
    );
  const client = new pg.Client({ ...connection, application_name: 'goldleaf-restore' });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(`${NO_TIMEOUTS}; ${TEXT_FORMAT}; begin`);
    await lockMigrations(client);
    await requireUsable(client);
    await migrateWithin(client, migration);
    await createQueueTables(client);
    return createDatabaseLoad(client, await dropChecks(client));
  } catch (error) {
    await client.end();
    throw error;
  }
}

function createDatabaseLoad(client: pg.Client, checks: TableChecks): DatabaseLoad {
  return {
    client,
    async add({ kind, table, columns }, rows) {
      if (kind === 'queue') await addJobs(client, { table, columns }, rows);
      else if (checks.tables.includes(table)) {
        const into = `${qualify({ kind, name: table })} (${listColumns(columns)})`;
        await copyInto(client, into, rows);
      } else for await (const _ of rows);
    },
    async finish(manifest) {
      // Before the checks, which say less clearly that rows are missing.
      await compareCounts(client, manifest, checks.tables);
      await rebuildChecks(client, checks);
      for (const [name, last] of Object.entries(manifest.sequences))
        await client.query(
          'select setval(quote_ident($1)::regclass, $2) where to_regclass(quote_ident($1)) is not null',
          [name, last],
        );
      await migrateWithin(client);
      await buildListedIndexes(client);
      await client.query(
        `analyze ${checks.tables.map((name) => qualify({ kind: 'tables', name })).join(', ')}`,
      );
    },
    commit: async () => void (await client.query('commit')),
    close: () => client.end(),
  };
}

/** Throws a `BackupRefusal` unless the server is new enough and nothing of ours is in the database. */
export async function requireUsable(client: pg.Client): Promise<void> {
  await requireNewEnough(client);
  await requireEmptyDatabase(client);
}

async function requireNewEnough(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number; name: string }>(
    "select current_setting('server_version_num')::int as version, current_setting('server_version') as name",
  );
  const [server] = rows;
  if (server && server.version < POSTGRES_MIN)
    throw new BackupRefusal(`Goldleaf needs PostgreSQL 15 or newer; this one is ${server.name}.`);
}

/** Ours are in three schemas. What an extension brought is not counted. */
async function requireEmptyDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select nspname || '.' || relname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where nspname in ('public', 'drizzle', 'pgboss') and relkind in ('r', 'p', 'v', 'm', 'S')
       and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e') limit 1`,
  );
  const [found] = rows;
  if (found)
    throw new BackupRefusal(
      `The database is not empty: it has ${found.name}. Choose an empty one, so that nothing is overwritten.`,
    );
}

async function copyInto(client: pg.Client, into: string, rows: AsyncIterable<Buffer>): Promise<void> {
  await pipeline(
    Readable.from(rows, { objectMode: false }),
    client.query(copyFrom(`copy ${into} from stdin`)),
  );
}

/**
 * The queue's columns are those of its package, which this release may have in another version: rows come as text, and of
 * them what both versions have.
 */
async function addJobs(
  client: pg.Client,
  { table, columns }: Omit<Part, 'kind'>,
  rows: AsyncIterable<Buffer>,
): Promise<void> {
  const into = qualify({ kind: 'queue', name: table });
  const texts = columns.map((column) => `${pg.escapeIdentifier(column)} text`).join(', ');
  await client.query(`create temporary table incoming (${texts}) on commit drop`);
  await copyInto(client, 'incoming', rows);
  const known = await client.query<{ name: string; type: string }>(
    `select attname::text as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attname = any($2)`,
    [into, columns],
  );
  const names = listColumns(known.rows.map(({ name }) => name));
  const values = known.rows.map(({ name, type }) => `${pg.escapeIdentifier(name)}::${type}`).join(', ');
  await client.query(`insert into ${into} (${names}) select ${values} from incoming`);
  await client.query('drop table incoming');
}

async function compareCounts(
  client: pg.Client,
  { tables, queue }: Pick<BackupManifest, 'tables' | 'queue'>,
  known: readonly string[],
): Promise<void> {
  for (const [kind, facts] of [
    ['tables', tables],
    ['queue', queue],
  ] as const) {
    for (const [name, { rows: wanted }] of Object.entries(facts)) {
      if (kind === 'tables' && !known.includes(name)) continue;
      const { rows } = await client.query<{ count: string }>(
        `select count(*) from ${qualify({ kind, name })}`,
      );
      const found = Number(rows[0]?.count);
      if (found !== wanted)
        throw new BackupRefusal(
          `Of ${name}, ${countOf(found, 'row')} arrived instead of ${wanted}, so nothing was kept.`,
        );
    }
  }
}
