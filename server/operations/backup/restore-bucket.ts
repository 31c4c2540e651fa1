import fs from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Config } from '#server/config/config.ts';
import { type Bucket, openBucket } from '#server/infra/blobs/bucket.ts';
import { BucketError } from '#server/infra/blobs/bucket-errors.ts';
import { createKeptFiles } from '#server/infra/blobs/kept-files.ts';
import { MEDIA, WORK_FOLDERS } from '#server/infra/hold/open-stores.ts';
import { bucketPlace } from '#server/infra/hold/pair-places.ts';
import { slicesOf } from '#shared/formats/slices.ts';
import { BackupRefusal } from './format.ts';
import type { CarryFile } from './write-files.ts';

/** The bucket that a backup is restored into, if files are to be in one. */
export interface RestoreBucket {
  /** Null where files stay in DATA_DIR. */
  carry: CarryFile | null;
  /** Notes what was carried in the restored database, and forgets what the backup noted of another bucket. */
  noteKept(client: pg.Client): Promise<void>;
  close(): void;
}

export async function openRestoreBucket(config: Config): Promise<RestoreBucket> {
  const kept: { folder: string; name: string }[] = [];
  const bucket = await openTarget(config);
  return {
    carry:
      bucket &&
      (async (folder, name, file) => {
        await bucket.put(`${folder}/${name}`, { file }).catch(inSentence);
        await fs.rm(file);
        if (folder !== MEDIA) kept.push({ folder, name });
      }),
    async noteKept(client) {
      await client.query('delete from kept_files');
      for (const { folder, name } of kept) await createKeptFiles(drizzle(client), folder).note(name);
    },
    close: () => bucket?.close(),
  };
}

/** Throws it as the operator should read it. */
function inSentence(error: unknown): never {
  throw error instanceof BucketError ? new BackupRefusal(error.sentence) : error;
}

const openTarget = async ({ mediaStore, bucket }: Pick<Config, 'mediaStore' | 'bucket'>) =>
  mediaStore === 's3' && bucket ? openBucket(bucket) : null;

/** Does this with the bucket, if there is one; what it throws is in a sentence for the operator. */
async function withBucket(config: Config, work: (bucket: Bucket) => Promise<void>): Promise<void> {
  const bucket = await openTarget(config);
  if (!bucket) return;
  try {
    await work(bucket);
  } catch (error) {
    inSentence(error);
  } finally {
    bucket.close();
  }
}

/** Throws a `BackupRefusal` unless nothing is in the bucket below its prefix. */
export const requireEmptyBucket = (config: Config): Promise<void> =>
  withBucket(config, async (bucket) => {
    for await (const page of bucket.list('')) {
      if (page.length === 0) continue;
      throw new BackupRefusal(
        `The ${bucket.name} is not empty. Restore into an empty one, or set S3_PREFIX to a new name, so that nothing is overwritten.`,
      );
    }
  });

/** How a mark names the bucket; undefined without one. */
export const bucketNameOf = ({
  mediaStore,
  bucket,
}: Pick<Config, 'mediaStore' | 'bucket'>): string | undefined =>
  mediaStore === 's3' && bucket
    ? `${bucket.endpoint ?? bucket.region} ${bucket.bucket} ${bucket.prefix}`
    : undefined;

const DELETED_AT_ONCE = 16;

/** An object with the id of a restore's mark, for as long as nothing but that restore writes there. */
const RESTORING = 'restoring';

interface BucketMark {
  id?: string | undefined;
  bucket?: string | undefined;
}

/** Marks the bucket, too: it may be served long before somebody finds the mark on a disk. */
export const markBucket = (config: Config, id: string): Promise<void> =>
  withBucket(config, (bucket) => bucket.put(RESTORING, Buffer.from(id)));

/** Does this if the bucket still has that mark. */
async function withMarkedBucket(
  config: Config,
  { id, bucket: name }: BucketMark,
  work: (bucket: Bucket) => Promise<void>,
): Promise<void> {
  if (id === undefined || name !== bucketNameOf(config)) return;
  await withBucket(config, async (bucket) => {
    const found = await bucket.get(RESTORING);
    if (found && (await buffer(found.body)).toString() === id) await work(bucket);
  });
}

/** From now on, no restore removes what is in the bucket. */
export const unmarkBucket = (config: Config, mark: BucketMark): Promise<void> =>
  withMarkedBucket(config, mark, (bucket) => bucket.delete(RESTORING));

/**
 * Removes our files from a bucket that was empty when the restore of this mark began, and that has its mark still. Another
 * installation may have begun below a prefix of its own since.
 */
export const emptyBucket = (config: Config, mark: BucketMark): Promise<void> =>
  withMarkedBucket(config, mark, async (bucket) => {
    for (const folder of [MEDIA, ...WORK_FOLDERS])
      for await (const page of bucket.list(`${folder}/`))
        for (const some of slicesOf(page, DELETED_AT_ONCE))
          await Promise.all(some.map(({ key }) => bucket.delete(key)));
    await bucketPlace(bucket).remove();
    await bucket.delete(RESTORING);
  });
