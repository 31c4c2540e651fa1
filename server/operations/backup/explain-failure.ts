import { isDatabaseAway, isDiskFull } from '#server/db/open.ts';
import { BucketError } from '#server/infra/blobs/bucket-errors.ts';
import { DiskBudgetSpent } from '#server/portability/archive/disk-budget.ts';
import { AppError } from '#shared/contract/errors.ts';

export const DISK_FULL = 'The disk is full. Nothing was kept. Make room, then try again.';
const DISK_NEARLY_FULL =
  'The disk is nearly full, and the rest is for the database. Nothing was kept. Make room, or name a file on another disk.';

/** A failure of a backup or a restore, in a sentence for the operator. */
export function explainBackupFailure(error: unknown): string {
  if (isDiskFull(error) || (error instanceof AppError && error.code === 'storage_full')) return DISK_FULL;
  if (error instanceof DiskBudgetSpent) return DISK_NEARLY_FULL;
  if (error instanceof BucketError) return error.sentence;
  if (error instanceof Error && error.name === 'AbortError') return 'It was stopped. Nothing was kept.';
  if (isBroken(error)) return 'The program that the backup went to ended before it was complete.';
  if (isDatabaseAway(error)) return 'The database isn’t responding. Check DATABASE_URL, then try again.';
  return error instanceof Error ? error.message : String(error);
}

const isBroken = (error: unknown): boolean =>
  error instanceof Error &&
  (error as NodeJS.ErrnoException).code === 'EPIPE' &&
  !('syscall' in error && error.syscall === 'connect');
