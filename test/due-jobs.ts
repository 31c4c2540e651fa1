import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/open.ts';

/** Has workers look for jobs that a test has changed in the table itself, as pg-boss announces what it adds. */
export async function announceJobs(db: Db): Promise<void> {
  await db.execute(sql.raw(ANNOUNCE_JOBS));
}

export const ANNOUNCE_JOBS =
  "select pg_notify('pgboss_' || left(encode(sha224('pgboss'), 'hex'), 24), name) from pgboss.queue";
