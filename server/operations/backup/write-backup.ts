import type { Writable } from 'node:stream';
import pg from 'pg';
import { type Config, listSetNames } from '#server/config/config.ts';
import { countOf } from '#server/portability/archive/archive-words.ts';
import type { DiskBudget } from '#server/portability/archive/disk-budget.ts';
import { type FileSource, type Opened, openAhead, openFileSource } from './file-source.ts';
import {
  ABOUT,
  BACKUP_FORMAT,
  type BackupAbout,
  type BackupManifest,
  MANIFEST,
  type TableFacts,
} from './format.ts';
import type { OnProgress } from './progress.ts';
import { readRelease } from './release.ts';
import { signBackup } from './sign-manifest.ts';
import { openSnapshot, readParts, type Snapshot } from './snapshot.ts';
import { listMediaFiles, listWorkFiles, type StoredFile } from './stored-files.ts';
import { createTarWriter, type TarWriter } from './tar-writer.ts';

/** Names of missing files, and of those that cannot be read, that the manifest says. */
const NAMED = 100;

interface Source {
  /** Never through a pooler. */
  direct: pg.ClientConfig;
  config: Config;
}

/** Writes the database and the files as they are now; resolves once `out` has all of it. */
export async function writeBackup(
  { direct, config }: Source,
  { out, spend }: { out: Writable; spend: DiskBudget['spend'] },
  onProgress: OnProgress,
): Promise<BackupManifest> {
  const snapshot = await openSnapshot(direct);
  let source: FileSource | null = null;
  try {
    source = await openFileSource(config, snapshot.client);
    const tar = createTarWriter(out, spend);
    const facts = await describe(snapshot);
    await tar.add(ABOUT, JSON.stringify(facts));
    const files = createFileCopy(tar, onProgress);
    for await (const one of openAhead(listWorkFiles(source), source)) await files.copy(one);
    const tables = await copyTables(tar, snapshot, onProgress);
    for await (const one of openAhead(listMediaFiles(snapshot), source)) await files.copy(one);
    const missing = await leaveOutSwept(direct, files.missing);
    const manifest: BackupManifest = {
      ...facts,
      ...tables,
      sequences: snapshot.sequences,
      files: files.counts,
      missing: missing.slice(0, NAMED),
      missingFiles: missing.length,
      unread: files.unread.slice(0, NAMED),
      unreadFiles: files.unread.length,
      cut: files.cut,
      settings: listSetNames(),
      sums: await tar.finishSums(),
    };
    await tar.add(MANIFEST, signBackup(manifest));
    await tar.end();
    return manifest;
  } finally {
    await source?.close();
    await snapshot.close();
  }
}

async function describe({ migration, postgres, at, databaseBytes }: Snapshot): Promise<BackupAbout> {
  const release = await readRelease();
  return {
    product: 'Goldleaf',
    format: BACKUP_FORMAT,
    release,
    migration,
    postgres,
    at: at.toISOString(),
    databaseBytes,
  };
}

async function copyTables(tar: TarWriter, snapshot: Snapshot, onProgress: OnProgress) {
  const facts: Pick<BackupManifest, 'tables' | 'queue'> = { tables: {}, queue: {} };
  for (const table of snapshot.tables) {
    const of: TableFacts = { rows: 0, columns: table.columns, parts: 0 };
    for await (const { bytes, rows } of readParts(snapshot, table)) {
      of.parts += 1;
      of.rows += rows;
      await tar.add(`${table.kind}/${table.name}/${of.parts}`, bytes);
      onProgress(`${table.name}: ${countOf(of.rows, 'row')}`);
    }
    facts[table.kind][table.name] = of;
  }
  return facts;
}

function createFileCopy(tar: TarWriter, onProgress: OnProgress) {
  const counts: BackupManifest['files'] = {};
  const missing: string[] = [];
  const unread: string[] = [];
  const cut: string[] = [];
  return {
    counts,
    missing,
    unread,
    cut,
    async copy({ file: { folder, name, isNamed }, handle }: { file: StoredFile; handle: Opened }) {
      const noteUnread = (why: string) => void unread.push(`${folder}/${name} (${why})`);
      if (handle === null && isNamed) missing.push(name);
      if (handle === null) return;
      if (typeof handle === 'string') return noteUnread(handle);
      try {
        const added = await tar.addFile(`files/${folder}/${name}`, handle);
        if (added.isCut) cut.push(`${folder}/${name}`);
        if (added.unread) return noteUnread(added.unread);
        const { files, bytes } = counts[folder] ?? { files: 0, bytes: 0 };
        counts[folder] = { files: files + 1, bytes: bytes + added.bytes };
        onProgress(`${folder}: ${countOf(files + 1, 'file')}`);
      } finally {
        await handle.close();
      }
    },
  };
}

/** A process of an older release deletes in the middle of a backup what no card shows; its row is gone then, too. */
async function leaveOutSwept(direct: pg.ClientConfig, missing: string[]): Promise<string[]> {
  if (missing.length === 0) return [];
  const client = new pg.Client(direct);
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      'select name from media where name = any($1) order by name',
      [missing],
    );
    return rows.map(({ name }) => name);
  } finally {
    await client.end();
  }
}
