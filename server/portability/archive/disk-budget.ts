import fs from 'node:fs';
import { hasFreeSpace } from '#server/infra/free-space.ts';
import { Refusal } from '#server/people/import/read/import-files.ts';

/** Unpacked files and backups leave as much room for the database and everything else as other uploads do. */

const LOOK_EVERY_BYTES = 16 * 1024 ** 2;

export class DiskBudgetSpent extends Refusal {}

export interface DiskBudget {
  /** Throws `DiskBudgetSpent` once the disk is too full for more; to be told of every byte before it is written. */
  spend(bytes: number): void;
}

/** For a process that serves nobody: it blocks. */
export function createDiskBudget(
  folder: string,
  look: (folder: string) => Parameters<typeof hasFreeSpace>[0] = fs.statfsSync,
): DiskBudget {
  let unchecked = LOOK_EVERY_BYTES;
  return {
    spend(bytes) {
      unchecked += bytes;
      if (unchecked <= LOOK_EVERY_BYTES) return;
      if (!hasFreeSpace(look(folder)))
        throw new DiskBudgetSpent(
          'We don’t have room for an archive this large right now. Please try again later.',
        );
      unchecked = 0;
    },
  };
}
