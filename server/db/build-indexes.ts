import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/open.ts';

/**
 * Builds the indexes listed in `online_indexes` that are missing, without blocking writes: on a large table, a
 * migration, which is one transaction, would block them for minutes. An index that replaces older ones drops them
 * afterwards. A half-built index is dropped and built again; one that another process is building is left to that
 * process (docs/decisions/090).
 */
export async function buildIndexes(db: Db, kind: 'ordered' | 'search'): Promise<void> {
  const { rows } = await db.execute<{
    name: string;
    definition: string;
    replaces: string | null;
    state: string;
  }>(sql`
    select name, definition, replaces, case
      when indisvalid then 'built'
      when indexrelid is null then 'missing'
      when exists (select from pg_stat_progress_create_index where index_relid = indexrelid) then 'under way'
      else 'broken' end as state
    from online_indexes left join pg_index on indexrelid = to_regclass(quote_ident(name))
    where (definition like '%USING gin%') = ${kind === 'search'} order by name`);
  for (const { name, definition, replaces, state } of rows) {
    if (state === 'under way') continue;
    const index = sql.identifier(name);
    if (state === 'broken') await db.execute(sql`drop index concurrently ${index}`);
    if (state !== 'built') await db.execute(sql`create index concurrently ${index} ${sql.raw(definition)}`);
    for (const older of replaces?.split(', ') ?? []) {
      await db.execute(sql`drop index concurrently if exists ${sql.identifier(older)}`);
    }
  }
}

/** Smaller ones cost nothing. */
const LARGE_BYTES = 1024 * 1024;
/** Rows left to do: with so few, such an index is small once it is built again. */
const FEW = 1_000;

/**
 * Builds indexes of what is left to do again once that is little: they grow with an upgrade or a large load, and a B-tree
 * does not shrink by itself.
 */
export async function shrinkIndexes(db: Db): Promise<void> {
  await dropHalfBuilt(db);
  const { rows } = await db.execute<{ name: string; table: string; condition: string }>(sql`
    select name, indrelid::regclass::text as table, pg_get_expr(indpred, indrelid) as condition
    from online_indexes join pg_index on indexrelid = to_regclass(quote_ident(name))
    where indisvalid and indpred is not null and pg_relation_size(indexrelid) > ${LARGE_BYTES}
      and (name like '%_unsearchable' or name like '%_unmatched') order by name`);
  for (const { name, table, condition } of rows) {
    const { rows: left } = await db.execute(
      sql`select from ${sql.identifier(table)} where ${sql.raw(condition)} limit ${FEW}`,
    );
    if (left.length < FEW) await db.execute(sql`reindex index concurrently ${sql.identifier(name)}`);
  }
}

/** Drops the rest of an index that an interrupted run built again: PostgreSQL adds this ending to its name. */
async function dropHalfBuilt(db: Db): Promise<void> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select c.relname as name from pg_class c join pg_index i on i.indexrelid = c.oid
    where not i.indisvalid and regexp_replace(c.relname, '_cc(new|old)[0-9]*$', '') in (select name from online_indexes)
      and c.relname ~ '_cc(new|old)[0-9]*$' and c.relnamespace = current_schema()::regnamespace
      and not exists (select from pg_stat_progress_create_index p where p.index_relid = c.oid)`);
  for (const { name } of rows)
    await db.execute(sql`drop index concurrently if exists ${sql.identifier(name)}`);
}
