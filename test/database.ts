import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { newDatabase } from '#test/new-database.ts';

/** A new database, copied from the migrated template or this one; call `drop` when done. */
export const createTestDatabase = (template = inject('templateDatabase')) =>
  newDatabase(inject('databaseServer'), `test_${randomBytes(6).toString('hex')}`, template);

/** A new database without tables, as an operator creates it. */
export const createEmptyDatabase = (template?: string) =>
  newDatabase(inject('databaseServer'), `empty_${randomBytes(6).toString('hex')}`, template);
