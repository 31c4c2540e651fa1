import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findBinaries, type RunAs, runAsOptions, unprivilegedUser } from '#server/db/binaries.ts';

/**
 * A private PostgreSQL in a folder: unix socket only, never as root. It adopts a server that a killed process left
 * behind, restarts one that was killed, and refuses a second Goldleaf on the same folder.
 */

export interface Embedded {
  connection: { host: string; port: number; user: string; database: string };
  isAdopted: boolean;
  stop(): Promise<void>;
}

interface Cluster {
  dataDir: string;
  socketDir: string;
  socket: string;
  bin: string;
  runAs: RunAs | null;
  onLog(text: string): void;
}

/** Any constant will do: the session lock by which one Goldleaf owns the database. */
const OWNER_LOCK = 715_002;
const PORT = 5432;
const SETTINGS = {
  listen_addresses: '',
  port: String(PORT),
  unix_socket_permissions: '0700',
  max_connections: '40',
  shared_buffers: '48MB',
  logging_collector: 'off',
  jit: 'off',
};

/** Starts or adopts the server of `dataDir`; resolves once it accepts connections. Throws sentences. */
export async function startEmbedded(
  dataDir: string,
  { onLog }: { onLog(text: string): void },
): Promise<Embedded> {
  const cluster = prepareCluster(path.resolve(dataDir), onLog);
  initialise(cluster);
  const connection = { host: cluster.socketDir, port: PORT, user: 'app', database: 'postgres' };
  const isAdopted = await start(cluster);
  const owner = await own(connection, dataDir);
  let isStopping = false;
  let restarting: Promise<unknown> = Promise.resolve();
  let lock = owner;

  const watch = () => {
    lock.on('error', () => {});
    lock.on('end', () => {
      if (!isStopping) restarting = restart();
    });
  };
  const restart = async () => {
    for (let attempt = 0; !isStopping; attempt += 1) {
      try {
        await start(cluster);
        lock = await own(connection, dataDir);
        return watch();
      } catch (error) {
        onLog(`The database is away: ${String(error)}`);
        await sleep(Math.min(250 * (attempt + 1), 2000));
      }
    }
  };
  watch();
  return {
    connection,
    isAdopted,
    async stop() {
      isStopping = true;
      await restarting;
      await lock.end().catch(() => {});
      await stopServer(cluster);
    },
  };
}

function prepareCluster(dataDir: string, onLog: (text: string) => void): Cluster {
  const runAs = unprivilegedUser();
  // A socket's path may hold 107 bytes (sun_path), so it lives in a short folder of its own.
  const short = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
  const socketDir = path.join(os.tmpdir(), `goldleaf-${short}`);
  // The folder above stays open to pass through, or the database's user could not reach its own.
  fs.mkdirSync(path.dirname(dataDir), { recursive: true, mode: 0o755 });
  for (const folder of [dataDir, socketDir]) {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (runAs) fs.chownSync(folder, runAs.uid, runAs.gid);
    fs.chmodSync(folder, 0o700);
  }
  const { uid } = fs.lstatSync(socketDir);
  if (uid !== (runAs?.uid ?? process.getuid?.() ?? uid))
    throw new Error(`The folder ${socketDir} belongs to someone else.`);
  if (runAs && spawnSync('test', ['-x', dataDir], runAsOptions(runAs)).status !== 0) {
    throw new Error(
      `The folder ${dataDir} cannot be reached by the user ${runAs.name}, as whom the database runs. ` +
        'Set DATA_DIR to a folder outside your home, such as /var/lib/goldleaf, or start Goldleaf as an ordinary user.',
    );
  }
  const bin = findBinaries(runAs);
  return { dataDir, socketDir, socket: path.join(socketDir, `.s.PGSQL.${PORT}`), bin, runAs, onLog };
}

/** A first start that was interrupted leaves only `.init`, which the next start makes anew. */
function initialise({ dataDir, bin, runAs }: Cluster): void {
  if (fs.existsSync(path.join(dataDir, 'PG_VERSION'))) return;
  const aside = path.join(dataDir, '.init');
  fs.rmSync(aside, { recursive: true, force: true });
  const options = ['-U', 'app', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-instructions'];
  const run = spawnSync(path.join(bin, 'initdb'), ['-D', aside, ...options], {
    ...runAsOptions(runAs),
    encoding: 'utf8',
  });
  if (run.status !== 0)
    throw new Error(`The database could not be set up: ${run.stderr || String(run.error)}`);
  // PG_VERSION moves last: it says that everything else is in place.
  const names = fs.readdirSync(aside).filter((name) => name !== 'PG_VERSION');
  for (const name of [...names, 'PG_VERSION']) {
    fs.rmSync(path.join(dataDir, name), { recursive: true, force: true });
    fs.renameSync(path.join(aside, name), path.join(dataDir, name));
  }
  fs.rmSync(aside, { recursive: true, force: true });
}

/** Answers whether a running server was adopted instead of started. */
async function start(cluster: Cluster): Promise<boolean> {
  let lastWords = '';
  // A killed server stays a zombie for a second or two, during which a new one refuses to start.
  for (let attempt = 0; attempt < 40; attempt += 1) {
    if (isAlive(pidOf(cluster)) && (await answers(cluster.socket))) return true;
    const child = spawnServer(cluster, (text) => {
      lastWords = `${lastWords}${text}`.slice(-2000);
    });
    if (await isReady(cluster, child)) return false;
    await sleep(250);
  }
  throw new Error(`The database did not start: ${lastWords.trim()}`);
}

function spawnServer(
  { bin, dataDir, socketDir, runAs, onLog }: Cluster,
  onText: (text: string) => void,
): ChildProcess {
  const settings = Object.entries({ ...SETTINGS, unix_socket_directories: socketDir });
  const args = ['-D', dataDir, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const child = spawn(path.join(bin, 'postgres'), args, {
    ...runAsOptions(runAs),
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  child.on('error', (error) => onText(error.message));
  child.stderr.on('data', (bytes: Buffer) => {
    onText(String(bytes));
    onLog(String(bytes));
  });
  child.unref();
  if (child.stderr instanceof net.Socket) child.stderr.unref();
  return child;
}

async function isReady(cluster: Cluster, child: ChildProcess): Promise<boolean> {
  for (let waited = 0; waited < 3000; waited += 1) {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return false;
    if (pidOf(cluster) === child.pid && (await answers(cluster.socket)) && saysReady(cluster)) return true;
    await sleep(10);
  }
  return false;
}

const pidFile = ({ dataDir }: Cluster) => path.join(dataDir, 'postmaster.pid');

function pidOf(cluster: Cluster): number {
  if (!fs.existsSync(pidFile(cluster))) return 0;
  return Number(fs.readFileSync(pidFile(cluster), 'utf8').split('\n')[0]);
}

const saysReady = (cluster: Cluster) =>
  fs.existsSync(pidFile(cluster)) && /^ready/m.test(fs.readFileSync(pidFile(cluster), 'utf8'));

function isAlive(pid: number): boolean {
  if (!pid) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  const status = `/proc/${pid}/status`;
  return !fs.existsSync(status) || !/^State:\s+Z/m.test(fs.readFileSync(status, 'utf8'));
}

function answers(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const client = net.connect(socket, () => {
      client.destroy();
      resolve(true);
    });
    client.on('error', () => resolve(false));
  });
}

/** Holds the owner's lock on a connection of its own: it goes with the process, however that ends. */
async function own(connection: Embedded['connection'], dataDir: string): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, keepAlive: true });
  await client.connect();
  // The connection of a process killed a moment ago may take a moment to go.
  for (let attempt = 0; attempt < 15; attempt += 1) {
    const { rows } = await client.query<{ owned: boolean }>('select pg_try_advisory_lock($1) as owned', [
      OWNER_LOCK,
    ]);
    if (rows[0]?.owned) return client;
    await sleep(100);
  }
  await client.end();
  throw new Error(
    `Another Goldleaf is running on ${dataDir}. Stop it first, or give this one a DATA_DIR of its own, ` +
      'or point both at one database with DATABASE_URL.',
  );
}

/** A fast shutdown: clients are let go, everything is written, the next start needs no recovery. */
async function stopServer(cluster: Cluster): Promise<void> {
  const pid = pidOf(cluster);
  if (!isAlive(pid)) return;
  process.kill(pid, 'SIGINT');
  for (let waited = 0; waited < 1500 && isAlive(pid); waited += 1) await sleep(10);
}
