import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { readSocket } from './pgbench.mjs';
import { cpuBelow, readPostmaster } from './process-tree.mjs';
import { makeFolder, startProduct } from './product.mjs';

/**
 * Transactions and CPU of a server that nobody visits, beside those of its database alone: the same cluster, started by
 * the same command, with no one connected. Takes twice as long as it says.
 */

const MINUTES = Number(process.env.BENCH_MINUTES ?? 10);
/** By then, the work left over from the start is done. */
const SETTLE_MS = 60_000;

/** Percent of a core that `read` says was used while the minutes passed. */
async function shareOver(read) {
  const before = read();
  const startedAt = performance.now();
  await sleep(MINUTES * 60_000);
  const ms = performance.now() - startedAt;
  return read().map((cpu, n) => (100 * (cpu - before[n])) / ms);
}

async function readTransactions(client) {
  const { rows } = await client.query(
    'select xact_commit + xact_rollback as done from pg_stat_database where datname = current_database()',
  );
  return Number(rows[0].done);
}

/** The command of a running process: its program, arguments and user. */
function readCommand(pid) {
  const [, ...args] = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1);
  const { uid, gid } = fs.statSync(`/proc/${pid}`);
  return { program: fs.readlinkSync(`/proc/${pid}/exe`), args, uid, gid };
}

async function measureProduct(folder) {
  const product = await startProduct(folder);
  const client = new pg.Client({ host: readSocket(folder), user: 'app', database: 'postgres' });
  await client.connect();
  try {
    await sleep(SETTLE_MS);
    const postmaster = readPostmaster(folder);
    const before = await readTransactions(client);
    const [all, database] = await shareOver(() => [
      cpuBelow([product.pid, postmaster]),
      cpuBelow([postmaster]),
    ]);
    // The statement that reads them is one itself.
    const transactions = (await readTransactions(client)) - before - 1;
    const perSecond = transactions / (MINUTES * 60);
    return { node: all - database, database, perSecond, command: readCommand(postmaster) };
  } finally {
    await client.end();
    await product.stop();
  }
}

async function measureBare({ program, args, uid, gid }, folder) {
  // The folder of its socket went with the product.
  const socket = ['-c', `unix_socket_directories=${path.join(folder, 'postgres')}`];
  const env = { LC_ALL: 'C', TZ: 'UTC' };
  const bare = spawn(program, [...args, ...socket], { uid, gid, cwd: '/', stdio: 'ignore', env });
  const ended = new Promise((resolve) => bare.once('exit', resolve));
  try {
    await sleep(SETTLE_MS);
    const [share] = await shareOver(() => [cpuBelow([bare.pid])]);
    if (bare.exitCode !== null) throw new Error(`The database alone ended with ${bare.exitCode}.`);
    return share;
  } finally {
    bare.kill('SIGINT');
    await ended;
  }
}

export async function measureIdle() {
  const folder = makeFolder();
  try {
    const { node, database, perSecond, command } = await measureProduct(folder);
    const bare = await measureBare(command, folder);
    const percent = (share) => `${share.toFixed(2)} % of a core`;
    return [
      {
        what: `Transactions of an idle server, over ${MINUTES} minutes`,
        value: perSecond,
        shown: `${perSecond.toFixed(2)}/s`,
        atMost: 2,
      },
      { what: 'CPU of an idle server', value: node, shown: percent(node), atMost: 0.3 },
      {
        what: 'CPU of its database, beyond the same one alone',
        value: database - bare,
        shown: `${percent(database - bare)} (${database.toFixed(2)} and ${bare.toFixed(2)})`,
        atMost: 0.2,
      },
    ];
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
