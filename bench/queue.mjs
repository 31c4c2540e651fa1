import { PgBoss } from 'pg-boss';
import { readSocket } from './pgbench.mjs';

/** Adds jobs to the product's queue on its embedded database, and does none. */
export const openQueue = (folder) =>
  new PgBoss({
    host: readSocket(folder),
    user: 'app',
    database: 'postgres',
    supervise: false,
    schedule: false,
  });
