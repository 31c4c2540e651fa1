import type pg from 'pg';
import { getConstructionPlans } from 'pg-boss';
import { SCHEMA } from './failed-jobs.ts';

/** Tables of the queue that another database gets: its kinds, schedules and jobs, in the order in which they refer to one another. */
export const QUEUE_TABLES = ['queue', 'schedule', 'job'] as const;

/** Creates the queue's own tables, which the database must not have yet, in the caller's transaction. */
export async function createQueueTables(client: pg.Client): Promise<void> {
  const plans = getConstructionPlans(SCHEMA);
  // Their own transaction, with a time limit for what comes after them.
  const statements = plans.replace(/^\s*BEGIN;/, '').replace(/COMMIT;\s*$/, '');
  await client.query(statements);
  await client.query('set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0');
}
