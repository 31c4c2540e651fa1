import { spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ONE_SPACE } from '../scripts/serve.mjs';
import { root } from '../scripts/setup.mjs';

/** The built product as a process of its own, as every benchmark starts it. */

export function makeFolder() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'goldleaf-bench-'));
  fs.chmodSync(folder, 0o755);
  return folder;
}

export async function findFreePort() {
  const server = net.createServer();
  await /** @type {Promise<void>} */ (new Promise((resolve) => server.listen(0, '127.0.0.1', resolve)));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.');
  const { port } = address;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** @typedef {{ url: string, pid: number, readyAfterMs: number, stop: () => Promise<void> }} Program */
/** @typedef {{ p99Ms: number, maxMs: number, turnMs: number, rss: number, peakRss: number, cpuSeconds: number }} Statistics */

/** @type {Set<number>} */
const running = new Set();
// A benchmark that fails leaves nothing behind.
process.on('exit', () => {
  for (const pid of running) process.kill(-pid, 'SIGTERM');
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

/**
 * Runs a program until it reports that it is ready; resolves to its address, process id and start time, and a way to
 * stop it. Its output goes to a file: while a load maker runs, nobody here would read a pipe, and a program whose log
 * nobody reads keeps it in memory.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<Program>}
 */
export async function startProgram(command, args, env = {}) {
  const port = await findFreePort();
  const folder = makeFolder();
  const file = path.join(folder, 'output');
  const output = fs.openSync(file, 'w');
  const startedAt = performance.now();
  const child = spawn(command, args, {
    cwd: root,
    // A process group of its own, because npm does not forward every signal.
    detached: true,
    env: {
      ...ONE_SPACE,
      ...process.env,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      ...env,
    },
    stdio: ['ignore', output, 'inherit'],
  });
  fs.closeSync(output);
  const { pid } = child;
  if (pid === undefined) throw new Error(`${command} does not start.`);
  running.add(pid);
  const ended = new Promise((resolve) => child.once('close', resolve)).then(() => running.delete(pid));
  while (!fs.readFileSync(file, 'utf8').includes('is ready')) {
    if (!running.has(pid))
      throw new Error(`${command} ${args.join(' ')} ended: ${fs.readFileSync(file, 'utf8')}`);
    await sleep(5);
  }
  return {
    url: `http://127.0.0.1:${port}`,
    pid,
    readyAfterMs: performance.now() - startedAt,
    async stop() {
      process.kill(-pid, 'SIGTERM');
      await ended;
      fs.rmSync(folder, { recursive: true });
    },
  };
}

/**
 * The server on an embedded database in `dataDir`; `env` overrides settings.
 *
 * @param {string} dataDir
 * @param {NodeJS.ProcessEnv} [env]
 */
export const startProduct = (dataDir, env = {}) =>
  startProgram(process.execPath, [path.join(root, 'dist/server/main.js')], {
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'info',
    ...env,
  });

/**
 * Likewise, with statistics on event loop and memory since the last call (watch-event-loop.mjs); `env` overrides
 * settings.
 *
 * @param {string} dataDir
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<Program & { look: () => Promise<Statistics> }>}
 */
export async function startWatched(dataDir, env = {}) {
  const file = path.join(dataDir, 'event-loop.json');
  const watch = path.join(root, 'bench/watch-event-loop.mjs');
  const product = await startProgram(process.execPath, ['--import', watch, 'dist/server/main.js'], {
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'info',
    BENCH_FILE: file,
    ...env,
  });
  const look = async () => {
    fs.rmSync(file, { force: true });
    process.kill(product.pid, 'SIGUSR2');
    while (!fs.existsSync(file)) await sleep(20);
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  };
  return { ...product, look };
}

/**
 * Registers an account with one card without photos; resolves to its cookie, its id and the card's.
 *
 * @param {string} url
 * @returns {Promise<{ cookie: string, userId: string, cardId: string }>}
 */
export async function registerOwner(url, username = 'ada') {
  const post = async (address, body, cookie = '') => {
    const response = await fetch(url + address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${address} answered ${response.status}: ${await response.text()}`);
    return { body: await response.json(), cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '' };
  };
  const person = {
    username,
    email: `${username}@example.com`,
    password: 'correct horse',
    fullName: 'Ada Byron',
  };
  const account = await post('/api/auth/register', person);
  const card = {
    name: 'Work',
    fullName: 'Ada Byron',
    jobTitle: 'Analyst',
    company: 'Analytical Engines',
    primaryEmail: 'ada@example.com',
    primaryPhone: '+1 202 555 0100',
    website: 'https://example.com',
    location: 'London',
    bio: 'Notes on the engine, and what it may weave.',
    social: { linkedin: 'ada', github: 'ada' },
  };
  const made = await post('/api/cards', card, account.cookie);
  const { user } = /** @type {{ user: { id: string } }} */ (account.body);
  const { id: cardId } = /** @type {{ id: string }} */ (made.body);
  return { cookie: account.cookie, userId: user.id, cardId };
}

/** @param {number[]} numbers */
export const computeMedian = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

/**
 * The median of the rounds' ratios: each round is two runs in a row, so that both met the same conditions.
 *
 * @param {number[][]} rounds
 */
export function computeRatio(rounds) {
  const ratios = rounds.map(([ours, theirs]) => ours / theirs);
  const value = computeMedian(ratios);
  const [ours, theirs] = rounds[ratios.indexOf(value)];
  return { value, shown: `${value.toFixed(2)} (${Math.round(ours)} of ${Math.round(theirs)} a second)` };
}
