import pg from 'pg';

/**
 * A table's checks of each row, and what it does for it, are taken away while a backup's rows come, in any order, and put back
 * after them, which checks them as a whole.
 */

interface Definition {
  table: string;
  name: string;
  definition: string;
}

export interface TableChecks {
  /** Our tables, without their schema. */
  tables: string[];
  foreignKeys: Definition[];
  /** Indexes that no constraint owns. */
  indexes: Definition[];
}

const quote = pg.escapeIdentifier;

/** In a transaction whose tables were just made: empties them, and takes away what they check. */
export async function dropChecks(client: pg.Client): Promise<TableChecks> {
  const found = await client.query<{ name: string }>(
    `select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`,
  );
  const tables = found.rows.map(({ name }) => name);
  const foreignKeys = await client.query<Definition>(
    `select conrelid::regclass::text as table, conname::text as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by conname`,
  );
  const indexes = await client.query<Definition>(
    `select indrelid::regclass::text as table, relname::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index join pg_class on pg_class.oid = indexrelid
     where relnamespace = 'public'::regnamespace
       and not exists (select from pg_constraint where conindid = indexrelid)
     order by relname`,
  );
  for (const { table, name } of foreignKeys.rows)
    await client.query(`alter table ${table} drop constraint ${quote(name)}`);
  for (const { name } of indexes.rows) await client.query(`drop index ${quote(name)}`);
  for (const name of tables) await client.query(`alter table ${quote(name)} disable trigger user`);
  // Rows that migrations added: the backup has its own.
  await client.query(`truncate ${tables.map(quote).join(', ')}`);
  return { tables, foreignKeys: foreignKeys.rows, indexes: indexes.rows };
}

/** Puts it back. An error says which rows do not fit together. */
export async function rebuildChecks(
  client: pg.Client,
  { tables, foreignKeys, indexes }: TableChecks,
): Promise<void> {
  for (const { definition } of indexes) await client.query(definition);
  for (const { table, name, definition } of foreignKeys)
    await client.query(`alter table ${table} add constraint ${quote(name)} ${definition}`);
  for (const name of tables) await client.query(`alter table ${quote(name)} enable trigger user`);
}

/**
 * Builds what `online_indexes` lists, at once: nobody else uses the tables yet, for whom the product builds them one by one
 * (docs/decisions/090).
 */
export async function buildListedIndexes(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{
    name: string;
    definition: string;
    replaces: string | null;
    isBuilt: boolean;
  }>(
    `select name, definition, replaces, to_regclass(quote_ident(name)) is not null as "isBuilt" from online_indexes`,
  );
  for (const { name, definition, replaces, isBuilt } of rows) {
    if (!isBuilt) await client.query(`create index ${quote(name)} ${definition}`);
    if (replaces) await client.query(`drop index if exists ${quote(replaces)}`);
  }
}
