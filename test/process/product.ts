import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import fs from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, inject } from 'vitest';
import { packageRoot } from '#server/config/package-root.ts';
import { copyPreparedData } from '#test/process/prepared-data.ts';

/** The built server as a process of its own, and what becomes of it. Everything ends with the test that started it. */

export interface Product {
  url: string;
  port: number;
  pid: number;
  /** Everything it has printed so far. */
  output(): string;
  kill(signal: NodeJS.Signals): void;
  isRunning(): boolean;
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** Resolves once the output contains the text; rejects if the process ends before. */
  says(text: string): Promise<void>;
}

const MAIN = 'dist/server/main.js';
const TIMEOUT_MS = 60_000;

const products: Product[] = [];
const folders: string[] = [];

afterEach(async () => {
  for (const product of products.splice(0)) {
    product.kill('SIGKILL');
    await product.ended;
  }
  for (const folder of folders.splice(0)) {
    killDatabases(folder);
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  }
});

/** A folder that every user may enter, deleted after the test. */
export function makeFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'goldleaf-process-'));
  fs.chmodSync(folder, 0o755);
  folders.push(folder);
  return folder;
}

/** A folder with the data of a product that was started once and has nobody in it. */
export function makeDataFolder(): string {
  const folder = makeFolder();
  copyPreparedData(inject('preparedData'), folder);
  return folder;
}

/** The process id in `postmaster.pid`, or null if the database was stopped. */
export function databasePid(dataDir: string): number | null {
  const file = path.join(dataDir, 'postgres/postmaster.pid');
  return fs.existsSync(file) ? Number(fs.readFileSync(file, 'utf8').split('\n')[0]) : null;
}

/** Sends a signal to one process; never to our own group, as process id 0 would. */
export function signalProcess(pid: number | null | undefined, name: NodeJS.Signals): void {
  if (!pid) throw new Error('No database runs.');
  process.kill(pid, name);
}

export const killDatabase = (dataDir: string): void => signalProcess(databasePid(dataDir), 'SIGKILL');

/** Process ids of the database's connections. */
export async function connectionPids(dataDir: string): Promise<number[]> {
  const rows = await askDatabase<{ pid: number }>(
    dataDir,
    "select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
  );
  return rows.map(({ pid }) => pid);
}

/** Stops the database and its connections in mid-work; the result lets them go on. */
export async function freezeDatabase(dataDir: string): Promise<() => void> {
  const connections = await connectionPids(dataDir);
  const database = databasePid(dataDir);
  signalProcess(database, 'SIGSTOP');
  const frozen = connections.filter((pid) => isSignaled(pid, 'SIGSTOP'));
  return () => {
    for (const pid of [database, ...frozen]) signalProcess(pid, 'SIGCONT');
  };
}

/** Sends a signal to a process that may have ended since it was listed. */
function isSignaled(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}

/** A connection to the running database of a product. */
export async function openAside(dataDir: string): Promise<pg.Client> {
  const [, , , , host = ''] = fs
    .readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8')
    .split('\n');
  const client = new pg.Client({ host, user: 'app', database: 'postgres' });
  await client.connect();
  return client;
}

/** Runs a statement there. */
export async function askDatabase<Row extends pg.QueryResultRow>(
  dataDir: string,
  statement: string,
): Promise<Row[]> {
  const client = await openAside(dataDir);
  const { rows } = await client.query<Row>(statement);
  await client.end();
  return rows;
}

function killDatabases(folder: string): void {
  for (const name of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (path.basename(name) !== 'postmaster.pid') continue;
    const [pid, , , , socketDir] = fs.readFileSync(path.join(folder, name), 'utf8').split('\n');
    const commandLine = `/proc/${pid}/cmdline`;
    if (
      !fs.existsSync(commandLine) ||
      !fs.readFileSync(commandLine, 'utf8').includes('cluster_name=goldleaf-')
    )
      continue;
    process.kill(Number(pid), 'SIGKILL');
    if (socketDir) fs.rmSync(socketDir, { recursive: true, force: true });
  }
}

export async function freePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Process ids of a process's children. Linux only. */
export function listChildren(pid: number): number[] {
  const found = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return found.split(' ').map(Number).filter(Boolean);
}

/** Process ids of the workers of a first process. */
export const listWorkers = (product: Product): number[] =>
  listChildren(product.pid).filter((pid) =>
    fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(path.basename(MAIN)),
  );

/** Whose it is, and where its output goes: by default to `output`. */
type Surroundings = Pick<SpawnOptions, 'uid' | 'gid' | 'stdio'>;

/** Starts the process; it may still be starting, or refuse to start. */
export const launchProduct = (
  settings: Record<string, string>,
  surroundings: Surroundings = {},
  program = MAIN,
): Promise<Product> => launch(settings, [process.execPath, path.resolve(packageRoot, program)], surroundings);

/** Starts it in a terminal of its own, which is closed when the process of the result is killed. */
export const launchInTerminal = (settings: Record<string, string>): Promise<Product> => {
  const command = `exec '${process.execPath}' '${path.resolve(packageRoot, MAIN)}'`;
  return launch(settings, ['script', '-qfec', command, '/dev/null'], { stdio: 'pipe' });
};

async function launch(
  settings: Record<string, string>,
  [command = '', ...args]: string[],
  surroundings: Surroundings,
): Promise<Product> {
  const port = await freePort();
  const given = { PORT: String(port), HOST: '127.0.0.1', RATE_LIMITS: 'off', ...settings };
  const env = { PATH: process.env.PATH, NODE_ENV: 'production', ...given };
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'], ...surroundings });
  const product = follow(child, port);
  products.push(product);
  return product;
}

function follow(child: ChildProcess, port: number): Product {
  let output = '';
  let hasEnded = false;
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (bytes: Buffer) => {
      output += String(bytes);
    });
  }
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once('close', (code, signal) => {
      hasEnded = true;
      resolve({ code, signal });
    });
  });
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    pid: child.pid ?? 0,
    output: () => output,
    kill: (signal) => void child.kill(signal),
    isRunning: () => !hasEnded,
    ended,
    async says(text) {
      const deadline = Date.now() + TIMEOUT_MS;
      while (!output.includes(text)) {
        if (hasEnded || Date.now() > deadline) throw new Error(`Never said "${text}" but:\n${output}`);
        await sleep(5);
      }
    },
  };
}

/** Starts the process and waits until it is ready to serve. */
export async function startProduct(
  settings: Record<string, string>,
  surroundings?: Surroundings,
  program?: string,
): Promise<Product> {
  const product = await launchProduct(settings, surroundings, program);
  await product.says('Goldleaf is ready');
  return product;
}
