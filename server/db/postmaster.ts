import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Cluster, runInFolder } from '#server/db/cluster.ts';

/** The server process of the embedded database: found by its `postmaster.pid`, started, stopped. */

export const PORT = 5432;
const SETTINGS = {
  listen_addresses: '',
  port: String(PORT),
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '48MB',
  logging_collector: 'off',
  jit: 'off',
};
const STOP_TIMEOUT_MS = 30_000;
/** Above every kernel's pid_max: a process that cannot exist. */
const NO_PROCESS = 2 ** 30;

const pidFile = ({ dataDir }: Cluster) => path.join(dataDir, 'postmaster.pid');
const socketFile = ({ socketDir }: Cluster) => path.join(socketDir, `.s.PGSQL.${PORT}`);

/** The number in the file, or 0; a server that stops takes the file away at any moment. */
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

/** Whether a server of this folder runs under this number; another program may have got it meanwhile. */
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

/** Tells the servers of different folders apart; the folder itself is not always among the arguments. */
const nameSetting = ({ socketDir }: Cluster) => `cluster_name=${path.basename(socketDir)}`;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Whether something listens on the server's socket; it may still be recovering. */
export function answers(cluster: Cluster): Promise<boolean> {
  return new Promise((resolve) => {
    const client = net.connect(socketFile(cluster), () => {
      client.destroy();
      resolve(true);
    });
    client.on('error', () => resolve(false));
  });
}

/** Starts the server in a group of its own, so that it outlives a Ctrl+C until it is told to stop. */
export async function spawnServer(cluster: Cluster, onText: (text: string) => void): Promise<ChildProcess> {
  freeLockFiles(cluster);
  const settings = Object.entries(SETTINGS).map(([name, value]) => `${name}=${value}`);
  settings.push(`unix_socket_directories=${cluster.socketDir}`, nameSetting(cluster));
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
 * After a crash the number in a lock file may belong to another program, or to the dead server itself where nobody
 * reaps orphans (a container without an init); PostgreSQL would wait for either for ever. So it would for an empty
 * file, which a server leaves that was killed at its first step. The files are never deleted: the other lines of
 * `postmaster.pid` let the new server see whether old ones still use the memory.
 */
function freeLockFiles(cluster: Cluster): void {
  for (const file of [pidFile(cluster), `${socketFile(cluster)}.lock`]) {
    const text = readOldFile(file);
    if (text === null) continue;
    const pid = Number(text.split('\n')[0]);
    const isFree = text !== '' && (isServer(cluster, pid) || !isAlive(pid));
    if (isFree || isAnyServer(cluster)) continue;
    overwrite(file, text === '' ? `${NO_PROCESS}\n` : text.replace(/^\d+/, String(NO_PROCESS)));
  }
}

/** The text of a file, or null when there is none, or one that is empty because it is being written right now. */
function readOldFile(file: string): string | null {
  try {
    const text = fs.readFileSync(file, 'utf8');
    return text === '' && Date.now() - fs.statSync(file).mtimeMs < 1_000 ? null : text;
  } catch {
    return null;
  }
}

/** Writes a text that is no shorter than the old one, in one step: a kill must not leave half of it. */
function overwrite(file: string, text: string): void {
  const descriptor = fs.openSync(file, 'r+');
  fs.writeSync(descriptor, text, 0);
  fs.closeSync(descriptor);
}

/** Whether a server of this folder runs that has not written its number yet, as one whose Goldleaf was just killed. */
function isAnyServer(cluster: Cluster): boolean {
  if (!fs.existsSync('/proc/self/cmdline')) return false;
  return fs.readdirSync('/proc').some((name) => /^\d+$/.test(name) && isServer(cluster, Number(name)));
}

/** A fast shutdown: clients are let go, everything is written, the next start needs no recovery. */
export async function stopServer(cluster: Cluster): Promise<void> {
  const pid = serverPid(cluster);
  if (!pid) return;
  process.kill(pid, 'SIGINT');
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  while (serverPid(cluster) === pid) {
    if (Date.now() > deadline) throw new Error(`The database (process ${pid}) does not stop.`);
    await sleep(10);
  }
  // Empty after a clean stop; what is left otherwise, the next start uses again.
  if (fs.existsSync(cluster.socketDir) && fs.readdirSync(cluster.socketDir).length === 0) {
    fs.rmdirSync(cluster.socketDir);
  }
}
