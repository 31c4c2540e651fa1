import fs from 'node:fs';
import path from 'node:path';

/** Files of a restore in DATA_DIR, which stay there if it is killed. */

/** A file in DATA_DIR for as long as a restore writes there: what is there is neither the old nor the new. */

export const restoringFile = (dataDir: string): string => path.join(dataDir, 'restoring.json');

/** Throws a sentence for the operator if a restore into this folder did not end, or has not ended yet. */
export function refuseHalfRestored(dataDir: string): void {
  if (!fs.existsSync(restoringFile(dataDir))) return;
  throw new Error(
    `Goldleaf cannot start. A restore into ${dataDir} isn’t finished. If it still runs, wait for it. If it was stopped, run npm run restore again: it cleans up what it wrote and starts over.`,
  );
}

/** The backup that this process reads from standard input. */
export const spoolFile = (dataDir: string): string =>
  path.join(dataDir, `goldleaf-restore-spool-${process.pid}.part`);

/** No name that an operator gives a backup of theirs. Releases before December 2026 named it `.restore-1234.tar`. */
const SPOOL = /^(?:goldleaf-restore-spool-(\d+)\.part|\.restore-(\d+)\.tar)$/;

/** Removes those of restores that were killed: they are all that there is of everybody, and decrypted. */
export function removeSpools(dataDir: string): void {
  if (!fs.existsSync(dataDir)) return;
  for (const name of fs.readdirSync(dataDir)) {
    const [, visible, hidden] = SPOOL.exec(name) ?? [];
    const pid = visible ?? hidden;
    if (pid && !isRestoring(Number(pid))) fs.rmSync(path.join(dataDir, name), { force: true });
  }
}

/** True if another process of this machine with this id restores; an id may belong to another program by now. */
export function isRestoring(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('restore');
  } catch {
    return false;
  }
}
