import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/db/open.ts';
import { SCHEMA } from './failed-jobs.ts';

/** Jobs that wait to be run, in the tables of the queue. */

const jobs = sql`${sql.identifier(SCHEMA)}.job`;

/** True if a job of this kind with this id in its data, there called `key`, waits or runs. */
export const isAwaited = (kind: string, id: SQL, key = 'id'): SQL =>
  sql`exists (select from ${jobs} where name = ${kind} and state < 'completed' and data ->> ${key} = ${id})`;

/** True if a job of this kind with this data has failed and waits for its next try; such as are sent anew count their `tries`. */
export async function isRetried(db: Db, kind: string, data: Record<string, string>): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from ${jobs} where name = ${kind} and state < 'active' and data @> ${JSON.stringify(data)}::jsonb
    and (state = 'retry' or (data ->> 'tries')::int > 0) limit 1`);
  return rows.length > 0;
}

/** Deletes those of these kinds that were added until then. */
export async function deleteWaiting(db: Db, kinds: readonly string[], until: Date): Promise<void> {
  if (kinds.length === 0) return;
  await db.execute(sql`
    delete from ${jobs} where name in ${kinds} and state < 'completed' and created_on <= ${until.toISOString()}`);
}

/** Deletes all but the newest of each of these kinds, which came by time while no one took them. */
export async function deleteRepeated(db: Db, kinds: readonly string[]): Promise<void> {
  await db.execute(sql`
    delete from ${jobs} where name in ${kinds} and state < 'active' and id not in (
      select distinct on (name) id from ${jobs} where name in ${kinds} and state < 'active'
      order by name, created_on desc)`);
}

/** Keeps what waits from being deleted as too old, however old the backup was. */
export async function keepWaiting(db: Db): Promise<void> {
  const { rows } = await db.execute<{ has: boolean }>(
    sql`select to_regclass('pgboss.job') is not null as has`,
  );
  if (rows[0]?.has)
    await db.execute(
      sql`update ${jobs} set keep_until = now() + interval '50 years' where state < 'completed'`,
    );
}
