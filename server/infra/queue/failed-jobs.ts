import { sql } from 'drizzle-orm';
import { isOlder, type Position } from '#server/db/keyset.ts';
import type { Db } from '#server/db/open.ts';

/** Jobs that were given up, in the tables of the queue. */

export const SCHEMA = 'pgboss';

export interface FailedJob {
  id: string;
  kind: string;
  data: unknown;
  error: string;
  tries: number;
  createdAt: Date;
  failedAt: Date | null;
}

const jobs = sql`${sql.identifier(SCHEMA)}.job`;

/** The kind of a job that was given up. */
export async function findFailedKind(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select name from ${jobs} where state = 'failed' and id::text = ${id}`,
  );
  return rows[0]?.name;
}

/** A job that was given up frees its key: what it stood for may be added again. */
export async function forgetGivenUp(db: Db, kind: string, id: string): Promise<void> {
  await db.execute(sql`delete from ${jobs} where name = ${kind} and id = ${id}::uuid and state = 'failed'`);
}

/** Jobs with this data that were given up although what they stood for has been done since. */
export async function forgetFailed(db: Db, kind: string, data: Record<string, string>): Promise<void> {
  await db.execute(
    sql`delete from ${jobs} where name = ${kind} and state = 'failed' and data @> ${JSON.stringify(data)}::jsonb`,
  );
}

/** When a job was given up, with the precision of a cursor. */
const failedAt = sql`date_trunc('milliseconds', completed_on)`;

/** As `Queue.listFailed`. */
export async function listFailed(db: Db, limit: number, from: Position | null): Promise<FailedJob[]> {
  const { rows } = await db.execute<{
    id: string;
    name: string;
    data: unknown;
    output: { message?: string } | null;
    retry_count: number;
    created_on: string;
    completed_on: string | null;
  }>(sql`
    select id, name, data, output, retry_count, created_on, completed_on
    from ${jobs}
    where state = 'failed' and ${isOlder(failedAt, sql`id::text`, from) ?? sql`true`}
    order by ${failedAt} desc, id::text desc limit ${limit}`);
  return rows.map((row) => ({
    id: row.id,
    kind: row.name,
    data: row.data,
    error: row.output?.message ?? '',
    tries: row.retry_count + 1,
    createdAt: new Date(row.created_on),
    failedAt: row.completed_on ? new Date(row.completed_on) : null,
  }));
}
