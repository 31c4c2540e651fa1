import type { SpawnOptions } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { makeFolder } from '#server/config/make-folder.ts';
import {
  findBinaries,
  NEWEST_MAJOR,
  type RunAs,
  runAsOptions,
  unprivilegedUser,
} from '#server/db/embedded/binaries.ts';
import { runProgram } from '#server/db/embedded/run-program.ts';

/** The files of the embedded database: its folder, its owner, and the programs that may access it. */

export interface Cluster {
  /** Absolute path without symbolic links. */
  dataDir: string;
  socketDir: string;
  bin: string;
  runAs: RunAs | null;
  connections: number;
  isReadOnly: boolean;
}

/** The last three are for tests. */
export interface ClusterKind {
  /** A folder whose owner is to own a new database, too, where root makes it. */
  ownedAs?: string;
  /** Nothing is changed while it is copied: what admin commands write would stay behind. */
  isReadOnly?: boolean;
  /** The major version of PostgreSQL of a new database; an existing one keeps its own. */
  major?: number;
  icuLocale?: string;
  /** How many it accepts at once. */
  connections?: number;
}

/** Creates the folders and, the first time, the database in them. Throws errors with messages for the operator. */
export async function prepareCluster(
  wanted: string,
  {
    ownedAs = wanted,
    isReadOnly = false,
    major = NEWEST_MAJOR,
    icuLocale,
    connections = 100,
  }: ClusterKind = {},
): Promise<Cluster> {
  const dataDir = makeReal(wanted);
  const runAs = findOwner(ownedAs);
  const bin = await findBinaries(runAs, readMajor(dataDir) ?? major);
  const cluster = { dataDir, socketDir: makeSocketDir(dataDir, runAs), bin, runAs, connections, isReadOnly };
  if (readMajor(dataDir)) ensureOwn(dataDir, runAs);
  else await initializeCluster(cluster, icuLocale);
  return cluster;
}

/** The major version of the database in a folder; null if there is none. */
export function readMajor(dataDir: string): number | null {
  const file = path.join(dataDir, 'PG_VERSION');
  return fs.existsSync(file) ? Number(fs.readFileSync(file, 'utf8')) : null;
}

function makeReal(wanted: string): string {
  const above = path.dirname(path.resolve(wanted));
  // The database's user must reach its own folder through this one, so only the database's own is private.
  makeFolder(above);
  const real = path.join(fs.realpathSync(above), path.basename(wanted));
  return fs.existsSync(real) ? fs.realpathSync(real) : real;
}

/** The user the database runs as: its current owner, or else the user that root switches to. */
function findOwner(dataDir: string): RunAs | null {
  const wanted = unprivilegedUser();
  if (!wanted || !readMajor(dataDir)) return wanted;
  const { uid, gid } = fs.statSync(dataDir);
  return uid === 0 ? wanted : { uid, gid };
}

/** A copy made by root (`cp -r` of a backup) belongs to root, and changes owner just as a new database does. */
function ensureOwn(dataDir: string, runAs: RunAs | null): void {
  const { uid } = fs.statSync(dataDir);
  if (uid === (runAs?.uid ?? process.getuid?.() ?? uid)) return;
  if (runAs && uid === 0) {
    for (const name of ['', ...fs.readdirSync(dataDir, { recursive: true, encoding: 'utf8' })])
      fs.lchownSync(path.join(dataDir, name), runAs.uid, runAs.gid);
    return;
  }
  throw new Error(
    `The database in ${dataDir} belongs to another user. Start Goldleaf as that user, set DATA_DIR to another folder, or restore a copy that kept its owner (cp -a).`,
  );
}

/** The longest path of the socket's folder; the socket's own path may have 107 bytes (sun_path). */
const SOCKET_DIR_MAX = 90;

/**
 * The socket is in a short private folder below the temporary folder of the process that started the server. The server
 * has recorded that path, so that a command with another TMPDIR finds it.
 */
function makeSocketDir(dataDir: string, runAs: RunAs | null): string {
  const name = `goldleaf-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`;
  const noted = notedSocketDir(dataDir);
  const usual = path.join(os.tmpdir(), name);
  const socketDir =
    noted && path.basename(noted) === name && fs.existsSync(noted)
      ? noted
      : usual.length > SOCKET_DIR_MAX
        ? path.join('/tmp', name)
        : usual;
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

/** The fifth line of `postmaster.pid`, or undefined if there is no such file. Source: PostgreSQL, miscadmin.h. */
function notedSocketDir(dataDir: string): string | undefined {
  const file = path.join(dataDir, 'postmaster.pid');
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split('\n')[4] : undefined;
}

/**
 * Creates it elsewhere and moves it into place in one step: a killed start, or two at once, leave one complete
 * database.
 */
async function initializeCluster({ dataDir, bin, runAs }: Cluster, icuLocale?: string): Promise<void> {
  const aside = `${dataDir}.init-${process.pid}`;
  removeLeftovers(dataDir);
  fs.mkdirSync(aside, { mode: 0o700 });
  if (runAs) fs.chownSync(aside, runAs.uid, runAs.gid);
  const settings = ['-U', 'app', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-instructions'];
  if (icuLocale) settings.push('--locale-provider=icu', `--icu-locale=${icuLocale}`);
  const { code, words } = await runInFolder(aside, runAs, (name, options) =>
    runProgram(path.join(bin, 'initdb'), ['-D', name, ...settings], options),
  );
  if (code !== 0) {
    fs.rmSync(aside, { recursive: true, force: true });
    throw new Error(`The database could not be set up: ${words.trim()}`);
  }
  try {
    // rename(2) replaces an empty folder, but never one with content.
    fs.renameSync(aside, dataDir);
  } catch {
    fs.rmSync(aside, { recursive: true, force: true });
    if (readMajor(dataDir)) return;
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
 * Starts a program of the database on its folder. If the program's user cannot pass through a parent folder (such as a
 * home of mode 0700), the folder is passed open as descriptor 3 and named by that. Linux only.
 */
export async function runInFolder<T>(
  folder: string,
  runAs: RunAs | null,
  run: (name: string, options: SpawnOptions) => T,
): Promise<T> {
  const options = runAsOptions(runAs);
  const isReachable = !runAs || (await runProgram('test', ['-x', folder], options)).code === 0;
  if (isReachable) return run(folder, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
  if (!fs.existsSync('/proc/self/fd')) {
    throw new Error(
      `The folder ${folder} cannot be reached by the user the database runs as. ` +
        'Set DATA_DIR to a folder outside your home, or start Goldleaf as an ordinary user.',
    );
  }
  const open = fs.openSync(folder, fs.constants.O_RDONLY | fs.constants.O_DIRECTORY);
  try {
    // The program inherits the descriptor when it starts, so ours can be closed while it runs.
    return run('/proc/self/fd/3', { ...options, stdio: ['ignore', 'ignore', 'pipe', open] });
  } finally {
    fs.closeSync(open);
  }
}
