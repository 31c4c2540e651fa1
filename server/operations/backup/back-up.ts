import { Writable } from 'node:stream';
import type { Config } from '#server/config/config.ts';
import type { DatabaseHome } from '#server/db/connect.ts';
import { openDb, openPool } from '#server/db/open.ts';
import { countOf } from '#server/portability/archive/archive-words.ts';
import type { DiskBudget } from '#server/portability/archive/disk-budget.ts';
import { writeBackupFile } from './backup-file.ts';
import { type BackupManifest, BackupRefusal, hasAllFiles } from './format.ts';
import { noteLastBackup } from './last-backup.ts';
import type { OnProgress } from './progress.ts';
import { writeBackup } from './write-backup.ts';

export interface BackupOrder {
  /** `-` for standard output. */
  target: string;
  keep: number | null;
}

export const BACKUP_USAGE = `Say where to:
  npm run backup -- FILE           writes a backup to FILE
  npm run backup -- FILE --keep 7  writes it to a file named after FILE and the time, and keeps the newest 7 of these
  npm run --silent backup -- -     writes it to standard output, as for | age -r … > FILE`;

/** Reads the arguments; throws a `BackupRefusal` with the usage. */
export function readOrder(words: string[]): BackupOrder {
  const [target, option, number, ...more] = words;
  const refuse = () => new BackupRefusal(BACKUP_USAGE);
  if (!target || more.length > 0 || (target.startsWith('-') && target !== '-')) throw refuse();
  if (option === undefined) return { target, keep: null };
  const keep = Number(number);
  if (option !== '--keep' || target === '-' || !Number.isInteger(keep) || keep < 1) throw refuse();
  return { target, keep };
}

interface Parts {
  config: Config;
  database: DatabaseHome;
  now: () => Date;
  /** Standard output, for `-`. */
  out: Writable;
  onProgress: OnProgress;
}

/** Makes a backup; returns what it is in a sentence, and whether it has every file that the database names. */
export async function backUp(parts: Parts, { target, keep }: BackupOrder) {
  const { config, database, now, out } = parts;
  const startedAt = performance.now();
  const source = { direct: database.direct, config };
  let manifest: BackupManifest | undefined;
  // Whoever redirects standard output knows its disk.
  const write = async (to: Writable, spend: DiskBudget['spend'] = () => {}) => {
    manifest = await writeBackup(source, { out: to, spend }, parts.onProgress);
    return hasAllFiles(manifest);
  };
  const counted = countBytes(out);
  const written =
    target === '-'
      ? await write(counted.stream).then(() => ({ file: 'standard output', bytes: counted.bytes() }))
      : await writeBackupFile({ file: target, keep, dataDir: config.dataDir }, now(), write);
  if (!manifest) throw new Error('A backup was written without its manifest.');
  const last = { at: new Date(manifest.at), bytes: written.bytes };
  const isNoted = !hasAllFiles(manifest) || (await isKept(noteIn(database, last)));
  const seconds = Math.max(1, Math.round((performance.now() - startedAt) / 1000));
  const sentence = describeBackup(manifest, written, { seconds, config });
  return { sentence: isNoted ? sentence : `${sentence}\n${NOT_NOTED}`, isWhole: hasAllFiles(manifest) };
}

const isKept = (noting: Promise<void>) =>
  noting.then(
    () => true,
    () => false,
  );

const NOT_NOTED =
  'But the database could not note it, so that whoever watches Goldleaf is shown the backup before it.';

/** Passes bytes on to a stream that is not ours to end. */
function countBytes(out: Writable) {
  let bytes = 0;
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      out.write(chunk, done);
    },
  });
  out.on('error', (error) => stream.destroy(error));
  return { stream, bytes: () => bytes };
}

async function noteIn({ connection }: DatabaseHome, last: { at: Date; bytes: number }): Promise<void> {
  const pool = openPool({ ...connection, max: 1 }, () => {});
  try {
    await noteLastBackup(openDb(pool), last);
  } finally {
    await pool.end();
  }
}

function describeBackup(
  { tables, files, missing, missingFiles, unread, unreadFiles }: BackupManifest,
  { file, bytes }: { file: string; bytes: number },
  { seconds, config }: { seconds: number; config: Pick<Config, 'mediaStore'> },
): string {
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
  const fileCount = Object.values(files).reduce((sum, of) => sum + of.files, 0);
  const size = describeBytes(bytes);
  const made = `The backup is written: ${countOf(rows, 'row')} and ${countOf(fileCount, 'file')}, ${size}, in ${seconds} s, to ${file}.`;
  const which = `${countOf(missingFiles, 'file')} that the database names`;
  const lines = [made];
  if (missingFiles > 0)
    lines.push(
      `But ${which} ${missingFiles === 1 ? 'is' : 'are'} missing in ${config.mediaStore === 's3' ? 'the bucket' : 'the media folder'}: ${missing.join(', ')}`,
    );
  if (unreadFiles > 0)
    lines.push(
      `But ${countOf(unreadFiles, 'file')} cannot be read, and ${unreadFiles === 1 ? 'is' : 'are'} not in it: ${unread.join(', ')}`,
    );
  return lines.join('\n');
}

/** Like `2.1 GB`. */
export function describeBytes(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];
  const unit = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return `${Number((bytes / 1000 ** unit).toPrecision(3))} ${units[unit]}`;
}
