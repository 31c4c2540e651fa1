import fs from 'node:fs';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { readSocket } from './pgbench.mjs';
import { makeFolder, registerOwner, startWatched } from './product.mjs';

/**
 * The cost of one owner's click for everyone else: an export of a million rows, and the server's memory and event loop
 * meanwhile.
 */

const ROWS = Number(process.env.BENCH_ROWS ?? 1_000_000);
const REST_MS = 3_000;
const MEBIBYTE = 1024 * 1024;

/** Rows inserted directly into the database, bypassing the triggers that keep counters. */
async function fillAccount(folder, { userId, cardId }) {
  const host = readSocket(folder);
  const client = new pg.Client({ host, user: 'app', database: 'postgres' });
  await client.connect();
  await client.query('set session_replication_role = replica');
  await client.query(
    `insert into card_views (id, card_id, viewer_ip, viewer_location, viewer_device, referrer, created_at)
     select 'view' || n, $1, '198.51.100.0', 'Lisbon, Portugal', 'iPhone', 'linkedin.com', now() - n * interval '20 seconds'
     from generate_series(1, ${ROWS}::int) n`,
    [cardId],
  );
  await client.query(
    `insert into contacts (id, user_id, card_id, card_name, full_name, company, email, phone, source, created_at)
     select 'contact' || n, $1, $2, 'Work', 'Charles Babbage ' || n, 'Difference & Co', 'charles' || n || '@example.com',
       '+1 202 555 0101', 'exchange', now() - n * interval '20 seconds'
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

async function measureExport(product, what, address, headers) {
  await sleep(REST_MS);
  await product.look();
  await sleep(REST_MS);
  const rest = await product.look();
  const startedAt = performance.now();
  const bytes = await downloadFile(product.url + address, headers);
  const seconds = (performance.now() - startedAt) / 1000;
  const busy = await product.look();
  const grown = (busy.peakRss - rest.rss) / MEBIBYTE;
  const shown = `${Math.round(grown)} MB (${(bytes / MEBIBYTE).toFixed(1)} MB sent in ${seconds.toFixed(1)} s, ${busy.cpuSeconds.toFixed(1)} s of CPU)`;
  return [
    { what: `${what}: memory above rest`, value: grown, shown, atMost: 60, target: '≤ 60 MB' },
    milliseconds(`${what}: event-loop delay, 99th percentile`, busy.p99Ms, rest.p99Ms, 20),
    milliseconds(`${what}: event-loop delay, longest`, busy.maxMs, rest.maxMs, 100),
  ];
}

const milliseconds = (what, value, atRest, atMost) => ({
  what,
  value,
  shown: `${value.toFixed(1)} ms (at rest just before ${atRest.toFixed(1)})`,
  atMost,
  target: `≤ ${atMost} ms`,
});

export async function measureExports() {
  const folder = makeFolder();
  const product = await startWatched(folder);
  const owner = await registerOwner(product.url);
  await fillAccount(folder, owner);
  const rows = ROWS.toLocaleString('en-US');
  const zipped = { cookie: owner.cookie, 'accept-encoding': 'gzip' };
  // The first download also loads code that later ones find loaded.
  await downloadFile(`${product.url}/api/contacts/export`, zipped);
  const figures = [
    ...(await measureExport(product, `Export of ${rows} contacts, gzip`, '/api/contacts/export', zipped)),
    ...(await measureExport(product, `Export of ${rows} views, gzip`, '/api/analytics/export', zipped)),
  ];
  await product.stop();
  fs.rmSync(folder, { recursive: true });
  return figures;
}
