import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../scripts/setup.mjs';
import { memoryBelow, readPostmaster, readRollup } from './process-tree.mjs';
import { computeMedian, makeFolder, registerOwner, startProduct, startProgram } from './product.mjs';

/** How long a start takes, and what stays in memory when idle. */

const STARTS = 3;
const REST_MS = 10_000;
const MEBIBYTE = 1024 * 1024;

/** `npm start` as a person types it, until the server is ready. */
async function timeStart(dataDir) {
  const product = await startProgram('npm', ['start', '--silent'], {
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    LOG_LEVEL: 'info',
  });
  await product.stop();
  return product.readyAfterMs;
}

export async function measureRest() {
  const folder = makeFolder();
  const first = await timeStart(folder);
  const starts = [];
  for (let n = 0; n < STARTS; n += 1) starts.push(await timeStart(folder));
  const again = computeMedian(starts);
  const figures = [
    seconds('First npm start of a built tree (makes the database)', first),
    seconds('npm start of a built tree, median of 3', again),
  ];
  if (fs.existsSync('/proc/self/smaps_rollup')) figures.push(...(await measureMemory(folder)));
  fs.rmSync(folder, { recursive: true });
  return figures;
}

const seconds = (what, ms) => ({
  what,
  value: ms,
  shown: `${(ms / 1000).toFixed(2)} s`,
  atMost: 3_000,
  target: '≤ 3 s',
});

/** Memory of `npm start` itself: node's code is shared with the app, the private part is not. */
async function readSupervisor(folder) {
  const program = await startProgram(process.execPath, [path.join(root, 'scripts/start.mjs')], {
    DATA_DIR: folder,
    DATABASE_URL: '',
    LOG_LEVEL: 'info',
  });
  await sleep(REST_MS);
  const own = readRollup(program.pid, 'Private_Clean') + readRollup(program.pid, 'Private_Dirty');
  const rss = readRollup(program.pid, 'Rss');
  await program.stop();
  return { rss, own };
}

async function measureMemory(folder) {
  const product = await startProduct(folder);
  const { cardId, cookie } = await registerOwner(product.url);
  for (const address of [`/card/${cardId}`, '/', '/api/contacts', '/api/analytics/dashboard', '/dashboard']) {
    await (await fetch(product.url + address, { headers: { cookie } })).arrayBuffer();
  }
  await sleep(REST_MS);
  const app = readRollup(product.pid, 'Rss');
  const database = memoryBelow(readPostmaster(folder));
  await product.stop();
  const supervisor = await readSupervisor(folder);
  return [
    megabytes('Memory of the app at rest (RSS)', app, 130),
    megabytes('Memory of the embedded database at rest (PSS)', database, 100),
    { ...megabytes('Memory of npm start’s supervisor at rest (RSS)', supervisor.rss), target: 'none' },
    { ...megabytes('Its private part', supervisor.own), target: 'none' },
  ];
}

const megabytes = (what, bytes, most) => ({
  what,
  value: bytes / MEBIBYTE,
  shown: `${Math.round(bytes / MEBIBYTE)} MB`,
  atMost: most,
  target: `≤ ${most} MB`,
});
