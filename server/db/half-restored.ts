import fs from 'node:fs';
import path from 'node:path';

/** A file in DATA_DIR for as long as a restore writes there: what is there is neither the old nor the new. */

export const restoringFile = (dataDir: string): string => path.join(dataDir, 'restoring.json');

/** Throws a sentence for the operator if a restore into this folder did not end, or has not ended yet. */
export function refuseHalfRestored(dataDir: string): void {
  if (!fs.existsSync(restoringFile(dataDir))) return;
  throw new Error(
    `Goldleaf cannot start. A restore into ${dataDir} isn’t finished. If it still runs, wait for it. If it was stopped, run npm run restore again: it cleans up what it wrote and starts over.`,
  );
}
