import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Cluster, runInFolder } from '#server/db/embedded/cluster.ts';

/** The server process of the embedded database: finds it by its `postmaster.pid`, starts it, stops it. */

export const PORT = 5432;
const SETTINGS = {
  listen_addresses: '',
  port: String(PORT),
  unix_socket_permissions: '0700',
  shared_buffers: '48MB',
  logging_collector: 'off',
  // Errors of statements quote what people typed, and whoever sent the statement reports them.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  jit: 'off',
};
const STOP_TIMEOUT_MS = 30_000;
/** Above every kernel's pid_max, so no process can have it. */
const NO_PROCESS = 2 ** 30;

const pidFile = ({ dataDir }: Cluster) => path.join(dataDir, 'postmaster.pid');
const socketFile = ({ socketDir }: Cluster) => path.join(socketDir, `.s.PGSQL.${PORT}`);

/** The process id in the file, or 0; a stopping server may remove the file at any moment. */
function readPid(file: string): number {
  try {
    return Number(fs.readFileSync(file, 'utf8').split('\n')[0]);
  } catch {
    return 0;
  }
}

/** The process id of the running server of this folder, or 0. */
export function serverPid(cluster: Cluster): number {
  const pid = readPid(pidFile(cluster));
  return isServer(cluster, pid) ? pid : 0;
}

/** True if this process id is a server of this folder; another program may have been given the id since. */
function isServer(cluster: Cluster, pid: number): boolean {
  if (!pid || !isAlive(pid)) return false;
  if (!fs.existsSync('/proc/self/cmdline')) return true;
  try {
    // A zombie has no arguments.
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(nameSetting(cluster));
  } catch {
    return false;
  }
}

/** Distinguishes the servers of different folders; the folder itself is not always among the arguments. */
const nameSetting = ({ socketDir }: Cluster) => `cluster_name=${path.basename(socketDir)}`;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** True if something is listening on the server's socket; it may still be recovering. */
export function isListening(cluster: Cluster): Promise<boolean> {
  return new Promise((resolve) => {
    const client = net.connect(socketFile(cluster), () => {
      client.destroy();
      resolve(true);
    });
    client.on('error', () => resolve(false));
  });
}

/** Starts the server in its own process group, so that it survives a Ctrl+C until we stop it. */
export async function spawnServer(cluster: Cluster, onText: (text: string) => void): Promise<ChildProcess> {
  freeLockFiles(cluster);
  const settings = Object.entries(SETTINGS).map(([name, value]) => `${name}=${value}`);
  settings.push(`unix_socket_directories=${cluster.socketDir}`, nameSetting(cluster));
  settings.push(`max_connections=${cluster.connections}`);
  if (cluster.isReadOnly) settings.push('default_transaction_read_only=on');
  const args = settings.flatMap((setting) => ['-c', setting]);
  const child = await runInFolder(cluster.dataDir, cluster.runAs, (name, options) =>
    spawn(path.join(cluster.bin, 'postgres'), ['-D', name, ...args], { ...options, detached: true }),
  );
  child.on('error', (error) => onText(error.message));
  child.stderr?.on('data', (bytes: Buffer) => onText(String(bytes)));
  child.unref();
  if (child.stderr instanceof net.Socket) child.stderr.unref();
  return child;
}

/**
 * After a crash, the process id in a lock file may belong to another program, or to the dead server itself where
 * nothing reaps orphans (a container without an init), and PostgreSQL would wait for it forever. It would do the same
 * with an empty file, left by a server killed at its first step. The files are never deleted: the other lines of
 * `postmaster.pid` tell the new server whether old processes still use the shared memory.
 */
function freeLockFiles(cluster: Cluster): void {
  for (const file of [pidFile(cluster), `${socketFile(cluster)}.lock`]) {
    const text = readOldFile(file);
    if (text === null) continue;
    const pid = Number(text.split('\n')[0]);
    const isFree = text !== '' && (isServer(cluster, pid) || !isAlive(pid));
    if (isFree || isAnyServer(cluster)) continue;
    overwriteFile(file, text === '' ? `${NO_PROCESS}\n` : text.replace(/^\d+/, String(NO_PROCESS)));
  }
}

/** The text of a file; null if it does not exist, or if it is empty because it is still being written. */
function readOldFile(file: string): string | null {
  try {
    const text = fs.readFileSync(file, 'utf8');
    return text === '' && Date.now() - fs.statSync(file).mtimeMs < 1_000 ? null : text;
  } catch {
    return null;
  }
}

/** Overwrites a text with one at least as long, in a single write: a kill must not leave half of it. */
function overwriteFile(file: string, text: string): void {
  const descriptor = fs.openSync(file, 'r+');
  fs.writeSync(descriptor, text, 0);
  fs.closeSync(descriptor);
}

/**
 * True if a server of this folder is running that has not written its process id yet, for example just after Goldleaf
 * was killed.
 */
function isAnyServer(cluster: Cluster): boolean {
  if (!fs.existsSync('/proc/self/cmdline')) return false;
  return fs.readdirSync('/proc').some((name) => /^\d+$/.test(name) && isServer(cluster, Number(name)));
}

/** A fast shutdown: clients are disconnected, everything is written, and the next start needs no recovery. */
export async function stopServer(cluster: Cluster): Promise<void> {
  const pid = serverPid(cluster);
  if (!pid) return;
  process.kill(pid, 'SIGINT');
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  while (serverPid(cluster) === pid) {
    if (Date.now() > deadline) throw new Error(`The database (process ${pid}) does not stop.`);
    await sleep(10);
  }
  // Empty after a clean shutdown; otherwise, the next start uses what is left.
  if (fs.existsSync(cluster.socketDir) && fs.readdirSync(cluster.socketDir).length === 0) {
    fs.rmdirSync(cluster.socketDir);
  }
}
