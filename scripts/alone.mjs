import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** One command at a time installs and builds in a clone. Only Node's own modules here. */

const SIGN_OF_LIFE_MS = 1_000;
const DEAD_AFTER_MS = 15_000;

/**
 * True if this process holds the lock now: its file is there only while somebody works, and is touched every second.
 *
 * @param {string} file
 */
function takeLock(file) {
  try {
    fs.writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    // A disk that is full or read-only would be waited for without an end.
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    const age = Date.now() - (fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    // The process that made it was killed.
    if (age > DEAD_AFTER_MS) fs.rmSync(file, { force: true });
    return false;
  }
}

/**
 * Does `work` while no other command does its own in this folder.
 *
 * @param {string} folder
 * @param {() => Promise<void>} work
 */
export async function runAlone(folder, work) {
  fs.mkdirSync(folder, { recursive: true });
  const file = path.join(folder, '.busy');
  for (let nth = 0; !takeLock(file); nth += 1) {
    if (nth === 0) process.stdout.write('Waiting for another command that installs or builds here …\n');
    await sleep(100);
  }
  const release = () => fs.rmSync(file, { force: true });
  process.once('exit', release);
  const alive = setInterval(() => fs.utimes(file, new Date(), new Date(), () => {}), SIGN_OF_LIFE_MS);
  try {
    await work();
  } finally {
    clearInterval(alive);
    process.removeListener('exit', release);
    release();
  }
}
