import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Db } from '#server/db/open.ts';
import type { BackupManifest } from '#server/operations/backup/format.ts';
import { openLoad } from '#server/operations/backup/load-database.ts';
import {
  openSnapshot,
  readParts,
  type Snapshot,
  type SnapshotTable,
} from '#server/operations/backup/snapshot.ts';
import type { CopyParts } from './open-to-copy.ts';

/**
 * Copies everything in a database into an empty one, in one transaction; resolves to the number of rows. Neither connection
 * may lead through a pooler. If anything fails, the other database stays empty. `prepare` is for what the copy has besides.
 */
export async function copyDatabase(
  from: pg.ClientConfig,
  to: pg.ClientConfig,
  { onProgress, signal }: Pick<CopyParts, 'onProgress' | 'signal'>,
  prepare: (copy: Db) => Promise<void> = async () => {},
): Promise<number> {
  const snapshot = await openSnapshot(from);
  try {
    const load = await openLoad(to, snapshot.migration);
    const stop = () => void load.close();
    signal.addEventListener('abort', stop);
    try {
      signal.throwIfAborted();
      const sent: Pick<BackupManifest, 'tables' | 'queue'> = { tables: {}, queue: {} };
      for (const table of snapshot.tables) {
        const facts = { rows: 0, columns: table.columns, parts: 0 };
        sent[table.kind][table.name] = facts;
        await load.add({ ...table, table: table.name }, readRows(snapshot, table, facts));
        onProgress(`${countRows(sent).toLocaleString('en')} rows are copied …`);
      }
      onProgress('Building indexes and checking everything …');
      await load.finish({ ...sent, sequences: snapshot.sequences });
      await prepare(drizzle(load.client));
      signal.throwIfAborted();
      await load.commit();
      return countRows(sent);
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      signal.removeEventListener('abort', stop);
      await load.close();
    }
  } finally {
    await snapshot.close();
  }
}

const countRows = ({ tables }: Pick<BackupManifest, 'tables'>): number =>
  Object.values(tables).reduce((sum, { rows }) => sum + rows, 0);

async function* readRows(snapshot: Snapshot, table: SnapshotTable, facts: { rows: number; parts: number }) {
  for await (const { bytes, rows } of readParts(snapshot, table)) {
    facts.rows += rows;
    facts.parts += 1;
    yield bytes;
  }
}
