import type pg from 'pg';
import type { BackupManifest } from './format.ts';
import { openLoad } from './load-database.ts';
import { openSnapshot, readParts, type Snapshot, type SnapshotTable } from './snapshot.ts';

/**
 * Copies everything in a database into an empty one, in one transaction; resolves to the number of rows. Neither connection
 * may lead through a pooler. If anything fails, the other database stays empty.
 */
export async function copyDatabase(from: pg.ClientConfig, to: pg.ClientConfig): Promise<number> {
  const snapshot = await openSnapshot(from);
  try {
    const load = await openLoad(to, snapshot.migration);
    try {
      const sent: Pick<BackupManifest, 'tables' | 'queue'> = { tables: {}, queue: {} };
      for (const table of snapshot.tables) {
        const facts = { rows: 0, columns: table.columns, parts: 0 };
        sent[table.kind][table.name] = facts;
        await load.add({ ...table, table: table.name }, readRows(snapshot, table, facts));
      }
      await load.finish({ ...sent, sequences: snapshot.sequences });
      await load.commit();
      return Object.values(sent.tables).reduce((sum, { rows }) => sum + rows, 0);
    } finally {
      await load.close();
    }
  } finally {
    await snapshot.close();
  }
}

async function* readRows(snapshot: Snapshot, table: SnapshotTable, facts: { rows: number; parts: number }) {
  for await (const { bytes, rows } of readParts(snapshot, table)) {
    facts.rows += rows;
    facts.parts += 1;
    yield bytes;
  }
}
