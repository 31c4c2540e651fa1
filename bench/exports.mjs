import { fork } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startExternal } from './external-postgres.mjs';
import { cpuBelow, memoryBelow } from './process-tree.mjs';
import { makeFolder, registerOwner, startWatched } from './product.mjs';

/**
 * The cost of one owner's click for everyone else: each export of half a million rows, and the server's memory and event
 * loop and another's cached card meanwhile, each beside a rest just before.
 */

const ROWS = Number(process.env.BENCH_ROWS ?? 500_000);
const PAGES_PER_SECOND = 60;
const REST_MS = 10_000;
const LOOK_MS = 200;
const MEBIBYTE = 1024 * 1024;

/** Rows inserted directly into the database, bypassing the triggers that keep counters. */
async function fillAccount(url, { userId, cardId }) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('set session_replication_role = replica');
  await client.query(
    `insert into card_views (id, card_id, viewer_ip, viewer_location, viewer_device, referrer, created_at)
     select 'view' || n, $1, '198.51.100.0', 'Lisbon, Portugal', 'iPhone', 'linkedin.com', now() - n * interval '20 seconds'
     from generate_series(1, ${ROWS}::int) n`,
    [cardId],
  );
  // As they are stored, with all that upkeep makes; every second number is as most people type it.
  await client.query(
    `insert into contacts (id, user_id, card_id, card_name, full_name, company, email, phone, phone_e164, source, created_at,
       search_text, search_grams, is_matched)
     select 'contact' || n, $1, $2, 'Work', 'Charles Babbage ' || n, 'Difference & Co', 'charles' || n || '@example.com',
       case n % 2 when 0 then '+1 202 555 ' else '(202) 555-' end || lpad((n % 10000)::text, 4, '0'),
       '+1202555' || lpad((n % 10000)::text, 4, '0'), 'exchange', now() - n * interval '20 seconds',
       'charles babbage ' || n, '{}', true
     from generate_series(1, ${ROWS}::int) n`,
    [userId, cardId],
  );
  await client.query('vacuum analyze card_views, contacts');
  await client.end();
}

/** Reads a response to its end and discards it; resolves to the number of bytes. */
function downloadFile(url, headers) {
  return new Promise((resolve, reject) => {
    http.get(url, { headers }, (answer) => {
      let bytes = 0;
      answer.on('data', (chunk) => {
        bytes += chunk.length;
      });
      answer.on('end', () =>
        answer.statusCode === 200 ? resolve(bytes) : reject(new Error(`${answer.statusCode}`)),
      );
      answer.on('error', reject);
    });
  });
}

/** The server's loop, the visitors' waits, and the most memory of its processes, while something runs. */
async function observe({ product, report }, run) {
  await product.look();
  await report();
  let peak = 0;
  const looking = setInterval(() => {
    peak = Math.max(peak, memoryBelow(product.pid));
  }, LOOK_MS);
  const result = await run();
  clearInterval(looking);
  return { ...(await product.look()), card: await report(), peak, result };
}

async function measureExport(watched, what, address, headers) {
  const { product, postmaster } = watched;
  await sleep(REST_MS / 3);
  const rest = await observe(watched, () => sleep(REST_MS));
  const cpu = [cpuBelow([product.pid]), cpuBelow([postmaster])];
  const startedAt = performance.now();
  const busy = await observe(watched, () => downloadFile(product.url + address, headers));
  const seconds = (performance.now() - startedAt) / 1000;
  const [own, database] = [cpuBelow([product.pid]) - cpu[0], cpuBelow([postmaster]) - cpu[1]];
  const aRow = (ms) => `${((ms * 1000) / ROWS).toFixed(0)} µs`;
  const grown = (busy.peak - rest.peak) / MEBIBYTE;
  return [
    {
      what: `${what}: memory above rest (PSS)`,
      value: grown,
      shown: `${Math.round(grown)} MB above ${Math.round(rest.peak / MEBIBYTE)}`,
      atMost: 60,
      target: '≤ 60 MB',
    },
    milliseconds(`${what}: another’s card, p99`, busy.card.p99, rest.card.p99, 20),
    milliseconds(`${what}: another’s card, longest`, busy.card.max, rest.card.max, 100),
    milliseconds(`${what}: event-loop delay, p99`, busy.p99Ms, rest.p99Ms, 20),
    milliseconds(`${what}: event-loop delay, longest`, busy.maxMs, rest.maxMs, 100),
    milliseconds(`${what}: its longest turn, processor time alone`, busy.turnMs, rest.turnMs, 100),
    {
      what: `${what}: CPU a row, of the server and of the database`,
      shown: `${aRow(own)}, ${aRow(database)} (${(busy.result / MEBIBYTE).toFixed(1)} MB in ${seconds.toFixed(1)} s)`,
    },
  ];
}

const milliseconds = (what, value, atRest, atMost) => ({
  what,
  value,
  shown: `${value.toFixed(1)} ms (at rest just before ${atRest.toFixed(1)})`,
  atMost,
  target: `≤ ${atMost} ms`,
});

/** Each export by its name. */
const EXPORTS = {
  'contacts, CSV': '/api/contacts/export',
  'contacts, all columns': '/api/contacts/export?columns=all',
  'contacts, vCard 4': '/api/contacts/export?format=vcard4',
  'contacts, JSON': '/api/contacts/export?format=json',
  views: '/api/analytics/export',
};

export async function measureExports() {
  const folder = makeFolder();
  const database = await startExternal(folder);
  const product = await startWatched(folder, { DATABASE_URL: database.url });
  try {
    const owner = await registerOwner(product.url);
    const other = await registerOwner(product.url, 'grace');
    await fillAccount(database.url, owner);
    const targets = [
      { name: 'card', url: `${product.url}/card/${other.cardId}`, perSecond: PAGES_PER_SECOND },
    ];
    const visitors = fork(path.join(import.meta.dirname, 'open-loop.mjs'), [JSON.stringify(targets)]);
    const report = () =>
      new Promise((resolve) => {
        visitors.once('message', (/** @type {any} */ { card }) => resolve(card));
        visitors.send('report');
      });
    const watched = { product, report, postmaster: database.pid };
    const zipped = { cookie: owner.cookie, 'accept-encoding': 'gzip' };
    // The first download also loads code that later ones find loaded.
    await downloadFile(`${product.url}/api/contacts/export?q=99`, zipped);
    const wanted = process.env.BENCH_EXPORTS;
    const figures = [];
    for (const [name, address] of Object.entries(EXPORTS)) {
      if (wanted && !name.includes(wanted)) continue;
      figures.push(
        ...(await measureExport(watched, `${ROWS.toLocaleString('en-US')} ${name}`, address, zipped)),
      );
    }
    visitors.disconnect();
    return figures;
  } finally {
    await product.stop();
    await database.stop();
    fs.rmSync(folder, { recursive: true });
  }
}
