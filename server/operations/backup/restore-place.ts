import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '#server/config/config.ts';
import { makeFolder } from '#server/config/make-folder.ts';
import { prepareCluster, readMajor } from '#server/db/embedded/cluster.ts';
import { databaseFolder } from '#server/db/embedded/folders.ts';
import { stopServer } from '#server/db/embedded/postmaster.ts';
import { isRestoring, restoringFile } from '#server/db/half-restored.ts';
import { syncFile } from '#server/infra/blobs/staging.ts';
import { pairFile } from '#server/infra/hold/pair-places.ts';
import { moment } from '#shared/contract/fields.ts';
import { z } from '#shared/contract/zod.ts';
import { ignoreMissing } from './file-source.ts';
import { BackupRefusal } from './format.ts';
import { bucketNameOf, emptyBucket, markBucket, requireEmptyBucket, unmarkBucket } from './restore-bucket.ts';
import { FILE_FOLDERS } from './stored-files.ts';

/** The place that a backup is restored into: a mark says that everything in it came from a restore that has not ended. */

const restoringMark = z.object({
  startedAt: moment,
  /** The moment that the backup shows. */
  takenAt: moment,
  pid: z.number().int(),
  /** The bucket that files are written to, which was empty. */
  bucket: z.string().optional(),
  /** The text of the mark in the bucket; older releases wrote none. */
  id: z.string().optional(),
});
type RestoringMark = z.output<typeof restoringMark>;

/** The mark of a restore that was stopped in the middle, or null. */
export async function readRestoringMark({ dataDir }: Pick<Config, 'dataDir'>): Promise<RestoringMark | null> {
  const text = await fs.readFile(restoringFile(dataDir), 'utf8').catch(ignoreMissing);
  if (text === null) return null;
  return restoringMark.parse(JSON.parse(text));
}

/** Marks the place before the first byte is written there. */
export async function writeMark(config: Config, given: Omit<RestoringMark, 'bucket' | 'id'>): Promise<void> {
  const { dataDir } = config;
  const id = randomUUID();
  const mark: RestoringMark = { ...given, id, bucket: bucketNameOf(config) };
  const file = restoringFile(dataDir);
  const part = `${file}.part-${process.pid}`;
  // A kill must not leave half of it, and another restore must not take this place, too.
  await fs.writeFile(part, JSON.stringify(mark), { flush: true });
  try {
    await fs.link(part, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new BackupRefusal(`Another restore into ${dataDir} is running. Wait for it, or stop it.`);
  } finally {
    await fs.rm(part, { force: true });
  }
  await syncFile(dataDir);
  await markBucket(config, id).catch(async (error: unknown) => {
    await removeFile(config);
    throw error;
  });
}

/** To be called once others may serve what was restored: the bucket is theirs, too. */
export async function releaseBucket(config: Config): Promise<void> {
  const mark = await readRestoringMark(config);
  if (mark) await unmarkBucket(config, mark);
}

export async function removeMark(config: Config): Promise<void> {
  await releaseBucket(config);
  await removeFile(config);
}

async function removeFile({ dataDir }: Pick<Config, 'dataDir'>): Promise<void> {
  await fs.rm(restoringFile(dataDir), { force: true });
  await syncFile(dataDir);
}

/** Throws a `BackupRefusal` unless nothing of ours is in DATA_DIR. What is in a database of one's own is asked there. */
export async function requireEmptyPlace(config: Config): Promise<void> {
  makeFolder(config.dataDir);
  const refuse = (folder: string) =>
    new BackupRefusal(
      `${folder} is not empty. Restore into an empty DATA_DIR, so that nothing is overwritten: move this one away, or set DATA_DIR to another folder.`,
    );
  if (!config.databaseUrl && (await isFilled(databaseFolder(config)))) throw refuse(databaseFolder(config));
  for (const name of FILE_FOLDERS) {
    const folder = path.join(config.dataDir, name);
    if (await isFilled(folder)) throw refuse(folder);
  }
  // Nobody may have uploaded anything to the Goldleaf that this belongs to.
  if (existsSync(pairFile(config.dataDir))) throw refuse(config.dataDir);
  await requireEmptyBucket(config);
}

const isFilled = async (folder: string) => ((await fs.readdir(folder).catch(ignoreMissing)) ?? []).length > 0;

/** Removes what a restore wrote, which the mark proves, and then the mark; a database of one's own undoes that itself. */
export async function emptyMarkedPlace(config: Config): Promise<void> {
  const mark = await readRestoringMark(config);
  if (!mark) return;
  if (isRestoring(mark.pid)) {
    throw new BackupRefusal(
      `Another restore into ${config.dataDir} is running (process ${mark.pid}). Wait for it, or stop it.`,
    );
  }
  if (!config.databaseUrl) {
    await removeDatabase(databaseFolder(config));
  }
  for (const name of FILE_FOLDERS)
    await fs.rm(path.join(config.dataDir, name), { recursive: true, force: true });
  await fs.rm(pairFile(config.dataDir), { force: true });
  await emptyBucket(config, mark);
  await removeFile(config);
}

/** Whoever is killed while filling a database leaves it running, which on a full disk cannot be connected to. */
export async function removeDatabase(folder: string): Promise<void> {
  if (readMajor(folder)) await stopServer(await prepareCluster(folder));
  await fs.rm(folder, { recursive: true, force: true });
}

/** Where PostgreSQL cannot write the next 16 MB of its log, it ends, or fails with words of its own. */
const LOG_BYTES = 2 * 16 * 1024 ** 2;

/** True if the disk of DATA_DIR has too little room for a database to run. */
export const isDiskSpent = async ({ dataDir }: Pick<Config, 'dataDir'>): Promise<boolean> =>
  (await countFree(dataDir)) < LOG_BYTES;

async function countFree(folder: string): Promise<number> {
  const { bavail, bsize } = await fs.statfs(folder);
  return bavail * bsize;
}

/** Throws a `BackupRefusal` if the disk of DATA_DIR has less than so many bytes. */
export async function requireDiskRoom(
  { dataDir }: Pick<Config, 'dataDir'>,
  bytes: number,
  purpose: 'restore' | 'upgrade' = 'restore',
): Promise<void> {
  const free = await countFree(dataDir);
  if (free >= bytes) return;
  const inMegabytes = (count: number) => `${Math.ceil(count / 1e6).toLocaleString('en')} MB`;
  throw new BackupRefusal(
    `The disk of ${dataDir} has ${inMegabytes(free)} free, and the ${purpose} needs ${inMegabytes(bytes)}. Nothing was written.`,
  );
}
