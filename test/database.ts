import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { inject } from 'vitest';
import type { Db } from '#server/db/open.ts';
import { newDatabase } from '#test/new-database.ts';

/** A new database, copied from the migrated template or this one; call `drop` when done. */
export const createTestDatabase = (template = inject('templateDatabase')) =>
  newDatabase(inject('databaseServer'), `test_${randomBytes(6).toString('hex')}`, template);

/** A new database without tables, as an operator creates it. */
export const createEmptyDatabase = (template?: string) =>
  newDatabase(inject('databaseServer'), `empty_${randomBytes(6).toString('hex')}`, template);

/** Runs several commands, which no statement by itself may be (docs/decisions/391). */
export const runAll = (db: Db, commands: string) => db.transaction((tx) => tx.execute(sql.raw(commands)));
