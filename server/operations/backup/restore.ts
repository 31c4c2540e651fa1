import fs from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '#server/config/config.ts';
import { type DatabaseHome, openDatabase } from '#server/db/connect.ts';
import { removeSpools } from '#server/db/half-restored.ts';
import { databaseAt } from '#server/db/open.ts';
import { withPairPlace } from '#server/infra/hold/open-stores.ts';
import { adoptFilesWithin } from '#server/infra/hold/paired-files.ts';
import { markRestored } from '#server/infra/hold/restored.ts';
import { countOf } from '#server/portability/archive/archive-words.ts';
import type { CopyCheck } from './check-copy.ts';
import { DISK_FULL, explainBackupFailure } from './explain-failure.ts';
import { type BackupManifest, BackupRefusal, parseEntryName } from './format.ts';
import { openLoad, requireUsable } from './load-database.ts';
import type { OnProgress } from './progress.ts';
import { readBackup } from './read-backup.ts';
import { openRestoreBucket, type RestoreBucket } from './restore-bucket.ts';
import {
  emptyMarkedPlace,
  isDiskSpent,
  readRestoringMark,
  releaseBucket,
  removeMark,
  requireDiskRoom,
  requireEmptyPlace,
  writeMark,
} from './restore-place.ts';
import { spoolBackup } from './spool.ts';
import { createFileWriter } from './write-files.ts';

export interface RestoreParts {
  config: Config;
  log: Logger;
  /** Standard input, for `-`. */
  input: Readable;
  onProgress: OnProgress;
  /** Ends it before it is done: what was written is removed. */
  signal: AbortSignal;
  /** Looks at the restored copy. */
  check(database: DatabaseHome): Promise<CopyCheck>;
}

/** A copy, and how it differs from what was saved. */
export interface Restored extends CopyCheck {
  sentence: string;
}

/**
 * Brings a backup into an empty place: `source` is a file, or `-`. It is read as a whole before anything is written. Throws
 * if nothing is left of what was written.
 */
export async function restore(parts: RestoreParts, source: string): Promise<Restored> {
  const { config, log, signal } = parts;
  const startedAt = performance.now();
  removeSpools(config.dataDir);
  if (await wasWritten(config))
    return finish(parts, await openDatabase(config, log), {
      sentence: await describeBefore(config, source),
      missing: [],
    });
  await emptyMarkedPlace(config);
  await requireEmptyPlace(config);
  if (config.databaseUrl) await inDatabase(config, requireUsable);
  const file = source === '-' ? await spoolBackup(config.dataDir, parts.input, signal) : requireFile(source);
  try {
    const manifest = await readBackup(openFile(file, parts, 'Checked'), ({ bytes }) => passOver(bytes));
    await requireDiskRoom(config, sizeOf(manifest, config));
    const database = await write(parts, file, manifest);
    const seconds = Math.max(1, Math.round((performance.now() - startedAt) / 1000));
    return await finish(parts, database, {
      sentence: describeRestored(manifest, seconds),
      missing: describeMissing(manifest),
    });
  } finally {
    if (source === '-') await fs.promises.rm(file, { force: true });
  }
}

async function passOver(bytes: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of bytes);
}

/** Writes files and database; leaves the mark in place. If anything fails, nothing is left. */
async function write(parts: RestoreParts, file: string, manifest: BackupManifest): Promise<DatabaseHome> {
  const bucket = await openRestoreBucket(parts.config);
  return writeAll(parts, bucket, file, manifest).finally(bucket.close);
}

async function writeAll(
  parts: RestoreParts,
  bucket: RestoreBucket,
  file: string,
  manifest: BackupManifest,
): Promise<DatabaseHome> {
  const { config, log, signal } = parts;
  await writeMark(config, { startedAt: new Date().toISOString(), takenAt: manifest.at, pid: process.pid });
  let database: DatabaseHome | undefined;
  let isCommitting = false;
  const files = createFileWriter(config.dataDir, bucket.carry);
  const cut = new Set(manifest.cut);
  try {
    database = await openDatabase(config, log);
    const load = await openLoad(database.direct, manifest.migration);
    try {
      await readBackup(openFile(file, parts, 'Restored'), async ({ name, bytes }) => {
        const entry = parseEntryName(name);
        if (!entry) throw new BackupRefusal(`This release doesn’t know what ${name} is in the backup.`);
        if (entry.kind === 'file')
          return cut.has(`${entry.folder}/${entry.name}`) ? passOver(bytes) : files.add(entry, bytes);
        const facts = manifest[entry.kind][entry.table];
        if (!facts) throw new BackupRefusal(`The backup does not say which columns ${name} has.`);
        return load.add({ ...entry, columns: facts.columns }, bytes);
      });
      await files.finish(manifest);
      parts.onProgress('Checking everything …');
      await load.finish(manifest);
      await bucket.noteKept(load.client);
      await skipNumbers(load.client);
      const copy = drizzle(load.client);
      const { version } = manifest.release;
      await markRestored(copy, { takenAt: new Date(manifest.at), release: version });
      await withPairPlace(config, (place) => adoptFilesWithin(copy, place));
      signal.throwIfAborted();
      isCommitting = true;
      await load.commit();
    } finally {
      await load.close();
    }
    return database;
  } catch (error) {
    await files.settle();
    // The answer to a commit may be lost on its way; an embedded database is removed with its files.
    if (database && isCommitting && config.databaseUrl) {
      if (await wasWritten(config)) return database;
    }
    const isFull = !(error instanceof BackupRefusal) && (await isDiskSpent(config));
    await database?.stop();
    await emptyMarkedPlace(config);
    throw isFull ? new BackupRefusal(DISK_FULL) : error;
  }
}

async function finish(
  parts: RestoreParts,
  database: DatabaseHome,
  { sentence, missing }: { sentence: string; missing: readonly string[] },
): Promise<Restored> {
  try {
    // An embedded one is served by nobody else before its mark is gone.
    if (parts.config.databaseUrl) await releaseBucket(parts.config);
    // It is written by now, and nobody is served it by a failure of the look.
    const looked = await parts.check(database).catch((error: unknown) => ({
      cards: 0,
      wrong: [`The look at it failed: ${explainBackupFailure(error)}`],
    }));
    await removeMark(parts.config);
    return { sentence, cards: looked.cards, wrong: [...missing, ...looked.wrong] };
  } finally {
    await database.stop();
  }
}

function requireFile(source: string): string {
  const file = path.resolve(source);
  try {
    fs.accessSync(file, fs.constants.R_OK);
    if (fs.statSync(file).isFile()) return file;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES')
      throw new BackupRefusal(`This user may not read ${file}. Name - in its place, and add: < ${file}`);
  }
  throw new BackupRefusal(`There is no file ${file}.`);
}

function openFile(file: string, { signal, onProgress }: RestoreParts, done: string): Readable {
  const { size } = fs.statSync(file);
  const stream = fs.createReadStream(file, { signal, highWaterMark: 1024 * 1024 });
  let bytes = 0;
  stream.on('data', (piece) => {
    bytes += piece.length;
    onProgress(`${done} ${Math.floor((100 * bytes) / size)} %`);
  });
  stream.pause();
  return stream;
}

/** The log that a new database of our own writes meanwhile (`max_wal_size`), and what an empty one takes. */
const WAL_BYTES_MAX = 1024 ** 3;
const EMPTY_BYTES = 64 * 1024 ** 2;

function sizeOf({ files, databaseBytes }: BackupManifest, { databaseUrl }: Config): number {
  const fileBytes = Object.values(files).reduce((sum, of) => sum + of.bytes, 0);
  if (databaseUrl) return fileBytes;
  return fileBytes + databaseBytes + Math.min(databaseBytes, WAL_BYTES_MAX) + EMPTY_BYTES;
}

/** True if a restore ended after its last write, and only its look at the copy is missing. */
async function wasWritten(config: Config): Promise<boolean> {
  const mark = await readRestoringMark(config);
  // An embedded database is made again.
  if (!mark || !config.databaseUrl) return false;
  const { startedAt, takenAt } = mark;
  return inDatabase(config, async (client) => {
    const known = await client.query("select where to_regclass('public.restorations') is not null");
    if (known.rows.length === 0) return false;
    const { rows } = await client.query(
      'select from restorations where restored_at >= $1 and taken_at = $2',
      [startedAt, takenAt],
    );
    return rows.length > 0;
  });
}

/** On a connection to a database of one's own. */
async function inDatabase<Result>(
  { databaseUrl = '', databaseDirectUrl = databaseUrl }: Config,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(databaseAt(databaseDirectUrl));
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Phones with a pass ask for changes since a number of the original, which went on after the backup: numbers of the copy
 * must not come again.
 */
const NUMBERS_SKIPPED = 1_000_000;

async function skipNumbers(client: pg.Client): Promise<void> {
  for (const name of ['apple_pass_tags', 'change_numbers'])
    await client.query('select setval($1::regclass, nextval($1::regclass) + $2)', [name, NUMBERS_SKIPPED]);
}

const atMinute = (at: string) => `${at.slice(0, 16).replace('T', ', ')} UTC`;

async function describeBefore(config: Config, source: string): Promise<string> {
  const mark = await readRestoringMark(config);
  return `The backup of ${atMinute(mark?.takenAt ?? '')} had been restored before; only the look at it was missing. ${source === '-' ? 'Standard input' : source} was not read.`;
}

const describeMissing = ({ missing, missingFiles, unread, unreadFiles }: BackupManifest): string[] => [
  ...(missingFiles === 0
    ? []
    : [
        `${countOf(missingFiles, 'file')} ${missingFiles === 1 ? 'was' : 'were'} missing when it was made: ${missing.join(', ')}`,
      ]),
  ...(unreadFiles === 0
    ? []
    : [`${countOf(unreadFiles, 'file')} could not be read when it was made: ${unread.join(', ')}`]),
];

function describeRestored({ at, release, tables, files }: BackupManifest, seconds: number): string {
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
  const fileCount = Object.values(files).reduce((sum, of) => sum + of.files, 0);
  return `The backup of ${atMinute(at)} (release ${release.version}) is restored: ${countOf(rows, 'row')} and ${countOf(fileCount, 'file')}, in ${seconds} s.`;
}
