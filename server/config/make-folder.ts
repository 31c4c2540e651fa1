import fs from 'node:fs';
import path from 'node:path';

/**
 * Creates a folder and its parents, which others may pass through, and checks that it is writable. Throws an error
 * whose message names DATA_DIR, which contains all our folders.
 */
export function makeFolder(folder: string): void {
  try {
    makeEach(folder);
    fs.accessSync(folder, fs.constants.W_OK | fs.constants.X_OK);
  } catch (error) {
    const reason = error instanceof Error ? error.message.split(',')[0] : String(error);
    throw new Error(
      `Goldleaf cannot write to the folder ${folder} (${reason}). Set DATA_DIR to one it may use.`,
    );
  }
}

/** Node's own recursive mode never ends if the kernel refuses with ENOENT, as below /proc. */
function makeEach(folder: string): void {
  if (fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  makeEach(path.dirname(folder));
  try {
    fs.mkdirSync(folder, { mode: 0o755 });
  } catch (error) {
    // Another process may have created it first.
    if (!fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}
