import { fork, spawn } from 'node:child_process';
import { randomFillSync } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { root } from '../scripts/setup.mjs';
import { readSocket } from './pgbench.mjs';
import { computeMedian, makeFolder, registerOwner, startProduct } from './product.mjs';

/** A backup of a large installation while visitors look at a card: how long they wait, and the memory that it takes. */

const VIEWS = 3_000_000;
const FILES = 1_000;
const FILE_BYTES = 2_000_000;
const PAGES_PER_SECOND = 100;
const REST_MS = 20_000;
const ROUNDS = 3;
const MEBIBYTE = 1024 * 1024;

/** Rows and files written directly, bypassing the triggers that keep counters. */
async function fill(folder, { cardId }) {
  const client = new pg.Client({ host: readSocket(folder), user: 'app', database: 'postgres' });
  await client.connect();
  await client.query('set session_replication_role = replica');
  await client.query(
    `insert into card_views (id, card_id, viewer_ip, viewer_location, viewer_device, referrer, created_at)
     select 'view' || n, $1, '198.51.100.0', 'Lisbon, Portugal', 'iPhone', 'linkedin.com', now() - n * interval '20 seconds'
     from generate_series(1, ${VIEWS}) n`,
    [cardId],
  );
  await client.query(
    `insert into media (name, kind, type, bytes, is_shrunk) select 'bench' || n || '.jpg', 'image', 'image/jpeg', ${FILE_BYTES}, true
     from generate_series(1, ${FILES}) n`,
  );
  await client.query('vacuum analyze card_views, media');
  await client.end();
  const bytes = randomFillSync(Buffer.alloc(FILE_BYTES));
  for (let n = 1; n <= FILES; n += 1) {
    bytes.writeUInt32LE(n);
    fs.writeFileSync(path.join(folder, 'media', `bench${n}.jpg`), bytes);
  }
}

/** Resolves to the seconds and the most memory (bytes) that a backup took. */
async function backUp(folder) {
  const file = path.join(folder, 'backup.tar');
  const env = { ...process.env, DATA_DIR: folder, DATABASE_URL: '' };
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['dist/server/backup.js', file], {
    cwd: root,
    env,
    stdio: 'inherit',
  });
  let peak = 0;
  const look = setInterval(() => {
    const [, kilobytes = '0'] =
      /VmHWM:\s+(\d+)/.exec(fs.readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
    peak = Math.max(peak, Number(kilobytes) * 1024);
  }, 200);
  child.once('exit', () => clearInterval(look));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`The backup ended with ${code}.`);
  fs.rmSync(file);
  return { seconds: (performance.now() - startedAt) / 1000, peak };
}

export async function measureBackup() {
  const folder = makeFolder();
  const product = await startProduct(folder);
  try {
    const owner = await registerOwner(product.url);
    await fill(folder, owner);
    const targets = [
      { name: 'card', url: `${product.url}/card/${owner.cardId}`, perSecond: PAGES_PER_SECOND },
    ];
    const visitors = fork(path.join(import.meta.dirname, 'open-loop.mjs'), [JSON.stringify(targets)]);
    const report = () =>
      new Promise((resolve) => {
        visitors.once('message', (/** @type {any} */ { card }) => resolve(card));
        visitors.send('report');
      });
    const rounds = [];
    for (let n = 0; n < ROUNDS; n += 1) {
      await sleep(3_000);
      await report();
      await sleep(REST_MS);
      const rest = await report();
      const made = await backUp(folder);
      rounds.push({ ...made, rest, busy: await report() });
    }
    visitors.disconnect();
    return listFigures(rounds);
  } finally {
    await product.stop();
    fs.rmSync(folder, { recursive: true });
  }
}

function listFigures(rounds) {
  const ratio = computeMedian(rounds.map(({ rest, busy }) => busy.p99 / rest.p99));
  const of = ({ rest, busy }) => `${rest.p99.toFixed(1)} → ${busy.p99.toFixed(1)}`;
  const peak = Math.max(...rounds.map((round) => round.peak)) / MEBIBYTE;
  const failed = rounds.reduce((sum, { busy }) => sum + busy.failed, 0);
  return [
    {
      what: 'Card p99 during a backup, of that at rest (median)',
      value: ratio,
      shown: `${ratio.toFixed(1)} (ms: ${rounds.map(of).join(', ')}; ${failed} failed)`,
      atMost: 3,
    },
    {
      what: 'Memory of the backup',
      value: peak,
      shown: `${Math.round(peak)} MB, ${rounds.map(({ seconds }) => `${Math.round(seconds)} s`).join(', ')}`,
      atMost: 250,
    },
  ];
}
