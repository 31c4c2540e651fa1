import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '#server/config/config.ts';
import type { Db } from '#server/db/open.ts';
import type { Blobs } from '#server/infra/blobs/blobs.ts';
import { type Bucket, openBucket } from '#server/infra/blobs/bucket.ts';
import { type BucketBlobs, openBucketBlobs } from '#server/infra/blobs/bucket-blobs.ts';
import { BucketError } from '#server/infra/blobs/bucket-errors.ts';
import { type BucketFigures, createBucketFigures } from '#server/infra/blobs/bucket-figures.ts';
import { openDiskBlobs } from '#server/infra/blobs/disk-blobs.ts';
import { openDiskCache } from '#server/infra/blobs/disk-cache.ts';
import { guardBucket } from '#server/infra/blobs/guarded-bucket.ts';
import { createKeptFiles } from '#server/infra/blobs/kept-files.ts';
import { describeError } from '#server/infra/describe-error.ts';
import type { FreeSpace } from '#server/infra/free-space.ts';
import { HOUR_MS } from '#shared/formats/time.ts';
import { bucketPlace, diskPlace, type PairPlace } from './pair-places.ts';
import { isPaired, noteStart, requireOwnFiles } from './paired-files.ts';

/** The folders of files that cannot be made again, in DATA_DIR or in a bucket (docs/decisions/383). */

export const MEDIA = 'media';
/** Of what is deleted when its work is done, or its time is over. */
export const WORK_FOLDERS = ['imports', 'account-imports', 'team-lists', 'archives'] as const;
export type StoredFolder = typeof MEDIA | (typeof WORK_FOLDERS)[number];

export interface Stores {
  open(folder: StoredFolder): Promise<Blobs>;
  /** Removes from this machine what it does not need any more of files that are in a bucket. */
  tidy(): Promise<void>;
  /** Null where files are on disk. */
  figures: BucketFigures | null;
  close(): void;
}

interface StoreParts {
  db: Db;
  config: Config;
  space: FreeSpace;
  log: Logger;
}

/** Throws a sentence for the operator if these are not the files of this database, or if the bucket refuses us. */
export async function openStores(parts: StoreParts): Promise<Stores> {
  const { db, config, space } = parts;
  const { dataDir, mediaStore, bucket: settings } = config;
  if (mediaStore === 'disk' || !settings) {
    await requireOwnFiles(db, diskPlace(dataDir));
    await noteStart(db, 'disk');
    return {
      open: (folder) => openDiskBlobs(path.join(dataDir, folder), space),
      async tidy() {},
      figures: null,
      close() {},
    };
  }
  const bucket = await openBucket(settings);
  const check = () => requireOwnFiles(db, bucketPlace(bucket));
  const isSure = await checkAtStart(check, parts);
  await noteStart(db, 's3');
  const figures = createBucketFigures();
  const guarded = guardBucket(bucket, isSure ? null : check, { log: parts.log, figures });
  const tidied = keepTidy(parts.log, (folder) => openInBucket(parts, { bucket: guarded, figures }, folder));
  return {
    ...tidied,
    figures,
    close() {
      tidied.close();
      bucket.close();
    },
  };
}

/** Tidies each folder when it is opened and once an hour: jobs run on one machine, and copies are on each. */
function keepTidy(
  log: Logger,
  open: (folder: StoredFolder) => Promise<BucketBlobs>,
): Omit<Stores, 'figures'> {
  const opened: BucketBlobs[] = [];
  const tidyOne = (blobs: BucketBlobs) =>
    blobs.tidy().catch((error: unknown) => {
      log.warn({ error: describeError(error) }, 'Copies of files could not be removed from this machine');
    });
  const tidy = async () => {
    for (const blobs of opened) await tidyOne(blobs);
  };
  const timer = setInterval(() => void tidy(), HOUR_MS).unref();
  return {
    async open(folder) {
      const blobs = await open(folder);
      opened.push(blobs);
      void tidyOne(blobs);
      return blobs;
    },
    tidy,
    close: () => clearInterval(timer),
  };
}

/** Does work with the place where files are by these settings. */
export async function withPairPlace<Result>(
  { dataDir, mediaStore, bucket: settings }: Pick<Config, 'dataDir' | 'mediaStore' | 'bucket'>,
  work: (place: PairPlace) => Promise<Result>,
): Promise<Result> {
  if (mediaStore === 'disk' || !settings) return work(diskPlace(dataDir));
  const bucket = await openBucket(settings);
  try {
    return await work(bucketPlace(bucket));
  } catch (error) {
    throw error instanceof BucketError ? new Error(error.sentence) : error;
  } finally {
    bucket.close();
  }
}

/**
 * Returns false if the bucket is away: cards stay up when a server starts then, and whose files are there is asked before
 * the first call.
 */
async function checkAtStart(check: () => Promise<void>, { db, log }: StoreParts): Promise<boolean> {
  try {
    await check();
    return true;
  } catch (error) {
    if (!(error instanceof BucketError)) throw error;
    if (error.isRefusal || !(await isPaired(db))) throw new Error(`Goldleaf cannot start. ${error.sentence}`);
    log.warn({ error: error.sentence }, 'Starting without files, which are read once the bucket answers');
    return false;
  }
}

/** Copies of files that work is done on, for as long as it goes on. */
const WORK_COPIES = { bytesMax: 2 * 1024 ** 3, idleMs: HOUR_MS };

async function openInBucket(
  { db, config, space, log }: StoreParts,
  { bucket, figures }: { bucket: Bucket; figures: BucketFigures },
  folder: StoredFolder,
): Promise<BucketBlobs> {
  const { dataDir, mediaCacheMegabytes } = config;
  const cache = openDiskCache({
    folder: path.join(dataDir, 'copies', folder),
    ...(folder === MEDIA ? { bytesMax: mediaCacheMegabytes * 1024 ** 2 } : WORK_COPIES),
    hasRoom: () =>
      space.require().then(
        () => true,
        () => false,
      ),
    onTrouble: (error) => log.warn({ folder, error }, 'A copy of a file could not be kept'),
  });
  const before = path.join(dataDir, folder);
  return openBucketBlobs({
    ...{ bucket, folder, space, cache, figures },
    stagingFolder: path.join(dataDir, 'staging', folder),
    kept: folder === MEDIA ? null : createKeptFiles(db, folder),
    before: existsSync(before) ? await openDiskBlobs(before, space) : null,
  });
}
