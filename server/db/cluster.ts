import { type SpawnOptions, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findBinaries, type RunAs, runAsOptions, unprivilegedUser } from '#server/db/binaries.ts';
import { makeFolder } from '#server/infra/make-folder.ts';

/** The embedded database at rest: its folder, whose it is, and the programs that may touch it. */

export interface Cluster {
  /** Absolute path without symbolic links. */
  dataDir: string;
  socketDir: string;
  bin: string;
  runAs: RunAs | null;
}

/** Makes the folders and, the first time, the database in them. Throws sentences. */
export function prepareCluster(wanted: string): Cluster {
  const dataDir = makeReal(wanted);
  const runAs = ownerOf(dataDir);
  const cluster = { dataDir, socketDir: makeSocketDir(dataDir, runAs), bin: findBinaries(runAs), runAs };
  if (fs.existsSync(path.join(dataDir, 'PG_VERSION'))) requireOwn(dataDir, runAs);
  else initialise(cluster);
  return cluster;
}

function makeReal(wanted: string): string {
  const above = path.dirname(path.resolve(wanted));
  // The database's user must reach its own folder through this one, and only that one is private.
  makeFolder(above);
  const real = path.join(fs.realpathSync(above), path.basename(wanted));
  return fs.existsSync(real) ? fs.realpathSync(real) : real;
}

/** Whom the database runs as: whoever owns it already, else the user that root steps down to. */
function ownerOf(dataDir: string): RunAs | null {
  const wanted = unprivilegedUser();
  if (!wanted || !fs.existsSync(path.join(dataDir, 'PG_VERSION'))) return wanted;
  const { uid, gid } = fs.statSync(dataDir);
  return uid === 0 ? wanted : { uid, gid };
}

function requireOwn(dataDir: string, runAs: RunAs | null): void {
  const { uid } = fs.statSync(dataDir);
  if (uid === (runAs?.uid ?? process.getuid?.() ?? uid)) return;
  throw new Error(
    `The database in ${dataDir} belongs to another user. Start Goldleaf as that user, or set DATA_DIR to another folder.`,
  );
}

/** A socket's path may hold 107 bytes (sun_path), so it lives in a short private folder of its own. */
function makeSocketDir(dataDir: string, runAs: RunAs | null): string {
  const short = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
  const socketDir = path.join(os.tmpdir(), `goldleaf-${short}`);
  fs.mkdirSync(socketDir, { recursive: true, mode: 0o700 });
  const stat = fs.lstatSync(socketDir);
  const isOurs = [runAs?.uid, process.getuid?.() ?? stat.uid].includes(stat.uid);
  if (!stat.isDirectory() || !isOurs) {
    throw new Error(`The folder ${socketDir} belongs to someone else. Remove it, then start Goldleaf again.`);
  }
  if (runAs) fs.chownSync(socketDir, runAs.uid, runAs.gid);
  fs.chmodSync(socketDir, 0o700);
  return socketDir;
}

/** Made aside and moved into place in one step: a start that is killed, or two at once, leave one whole database. */
function initialise({ dataDir, bin, runAs }: Cluster): void {
  const aside = `${dataDir}.init-${process.pid}`;
  removeLeftovers(dataDir);
  fs.mkdirSync(aside, { mode: 0o700 });
  if (runAs) fs.chownSync(aside, runAs.uid, runAs.gid);
  const settings = ['-U', 'app', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-instructions'];
  const run = runInFolder(aside, runAs, (name, options) =>
    spawnSync(path.join(bin, 'initdb'), ['-D', name, ...settings], options),
  );
  if (run.status !== 0) {
    fs.rmSync(aside, { recursive: true, force: true });
    throw new Error(`The database could not be set up: ${run.error ?? run.stderr}`);
  }
  try {
    // rename(2) replaces an empty folder, never a filled one.
    fs.renameSync(aside, dataDir);
  } catch {
    fs.rmSync(aside, { recursive: true, force: true });
    if (fs.existsSync(path.join(dataDir, 'PG_VERSION'))) return;
    throw new Error(
      `The folder ${dataDir} holds something that is no database. Move it away, or set DATA_DIR to another folder.`,
    );
  }
}

function removeLeftovers(dataDir: string): void {
  const above = path.dirname(dataDir);
  const prefix = `${path.basename(dataDir)}.init-`;
  for (const name of fs.readdirSync(above)) {
    if (!name.startsWith(prefix) || fs.existsSync(`/proc/${name.slice(prefix.length)}`)) continue;
    fs.rmSync(path.join(above, name), { recursive: true, force: true });
  }
}

/**
 * Starts a program of the database on its folder. Where the program's user may not pass through a folder above (a home
 * of mode 0700), it is handed the folder open, as descriptor 3, and knows it by that name. Linux only.
 */
export function runInFolder<T>(
  folder: string,
  runAs: RunAs | null,
  run: (name: string, options: SpawnOptions) => T,
): T {
  const options = runAsOptions(runAs);
  const isReachable = !runAs || spawnSync('test', ['-x', folder], options).status === 0;
  if (isReachable) return run(folder, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
  if (!fs.existsSync('/proc/self/fd')) {
    throw new Error(
      `The folder ${folder} cannot be reached by the user the database runs as. ` +
        'Set DATA_DIR to a folder outside your home, or start Goldleaf as an ordinary user.',
    );
  }
  const open = fs.openSync(folder, fs.constants.O_RDONLY | fs.constants.O_DIRECTORY);
  try {
    return run('/proc/self/fd/3', { ...options, stdio: ['ignore', 'ignore', 'pipe', open] });
  } finally {
    fs.closeSync(open);
  }
}
