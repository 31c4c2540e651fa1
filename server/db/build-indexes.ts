import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/open.ts';

/**
 * Builds the indexes listed in `online_indexes` that are missing, without blocking writes: on a large table, a
 * migration, which is one transaction, would block them for minutes. An index that replaces an older one drops it
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
    if (replaces) await db.execute(sql`drop index concurrently if exists ${sql.identifier(replaces)}`);
  }
}
