import fs from 'node:fs/promises';
import { AppError } from '#shared/contract/errors.ts';

/** Disk space that uploads leave for the database and everything else. */

const SPARE_BYTES = 2 * 1024 ** 3;
const SPARE_SHARE = 0.05;
const LOOK_AGAIN_MS = 3_000;

/** True if a disk has space for uploads, by what `statfs` says of it: the smaller of 2 GB and 5 % of it are free. */
export const hasFreeSpace = ({ bavail, blocks, bsize }: { bavail: number; blocks: number; bsize: number }) =>
  bavail * bsize >= Math.min(SPARE_BYTES, blocks * bsize * SPARE_SHARE);

/** The error for an upload when there is no space for it: 507. */
export const storageFull = (): AppError =>
  new AppError(
    'storage_full',
    'We’re out of space for files right now, so nothing was changed. Please try again later.',
    { retryAfter: 300 },
  );

export interface FreeSpace {
  /** Returns while the disk has space for uploads; otherwise throws 507. Makes at most one system call every 3 s. */
  require(): Promise<void>;
}

/**
 * Watches the disk of a folder. Uploads are refused while fewer bytes are free than the smaller of 2 GB and 5 % of the
 * disk. `now` is a monotonic clock in milliseconds.
 */
export function watchFreeSpace(folder: string, now: () => number = () => performance.now()): FreeSpace {
  let looked: Promise<boolean> | undefined;
  let lookedAt = 0;
  const hasRoom = async () => hasFreeSpace(await fs.statfs(folder));
  return {
    async require() {
      if (!looked || now() - lookedAt >= LOOK_AGAIN_MS) {
        looked = hasRoom();
        lookedAt = now();
      }
      if (!(await looked)) throw storageFull();
    },
  };
}
