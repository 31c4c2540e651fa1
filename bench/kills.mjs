import '../scripts/check-host.mjs';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { buildIfNeeded, installPackages } from '../scripts/setup.mjs';
import { makeFolder, registerOwner, startProduct } from './product.mjs';

/**
 * `node bench/kills.mjs [kills]`: kills the app, its database, both, and single connections in turn, 20 times by
 * default, during card saves, uploads, payments, views and exchanges. Prints what was acknowledged and how much of it
 * was lost; exchanges are resent with their key until acknowledged, so a surplus means one was counted twice. Exits
 * with 1 on any loss.
 */

const KILLS = Number(process.argv[2] ?? 20);
const BETWEEN_MS = 1_500;
const BROWSER =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36';
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

await installPackages('tools');
await buildIfNeeded();
const folder = makeFolder();
let product = await startProduct(folder);
const { cardId, cookie } = await registerOwner(product.url);
/** @type {{ contacts: string[], names: number[], files: string[], views: number, checkouts: number }} */
const acknowledged = { contacts: [], names: [], files: [], views: 0, checkouts: 0 };
/** @type {Record<string, number>} */
const statuses = {};
let isOver = false;

/** The response body if the status is 2xx, otherwise null; waits after a broken connection. */
async function ask(method, address, body, headers = {}) {
  const isForm = body instanceof FormData;
  try {
    const response = await fetch(product.url + address, {
      method,
      headers: isForm ? headers : { 'content-type': 'application/json', ...headers },
      body: isForm ? body : JSON.stringify(body),
    });
    statuses[response.status] = (statuses[response.status] ?? 0) + 1;
    // Fields of the responses that we read, each from one endpoint.
    const answer = /** @type {{ id: string, url: string, isCounted: boolean }} */ (await response.json());
    return response.ok ? answer : null;
  } catch {
    await sleep(20);
    return null;
  }
}

async function exchange(n, lane) {
  const key = `exchange-${lane}-${n}`;
  for (;;) {
    const contact = { fullName: `Guest ${lane}-${n}`, email: 'guest@example.com', cardId, key };
    const answer = await ask('POST', '/api/contacts/exchange', contact);
    if (answer) return void acknowledged.contacts.push(answer.id);
  }
}

async function rename(n) {
  const answer = await ask('PUT', `/api/cards/${cardId}`, { fullName: `Ada ${n}` }, { cookie });
  if (answer) acknowledged.names.push(n);
}

async function upload() {
  const form = new FormData();
  form.append('file', new Blob([PIXEL]), 'pixel.png');
  const answer = await ask('POST', '/api/media', form, { cookie });
  if (answer) acknowledged.files.push(answer.url);
}

async function view(n) {
  const answer = await ask('POST', `/api/cards/${cardId}/views`, {}, { 'user-agent': `${BROWSER} ${n}` });
  if (answer?.isCounted) acknowledged.views += 1;
}

async function pay() {
  if (await ask('POST', '/api/billing/checkout', {}, { cookie })) acknowledged.checkouts += 1;
  await sleep(20);
}

function connection() {
  const file = path.join(folder, 'postgres/postmaster.pid');
  const [pid, , , , host] = fs.readFileSync(file, 'utf8').split('\n');
  return { pid: Number(pid), host, user: 'app', database: 'postgres' };
}

async function killApp() {
  process.kill(product.pid, 'SIGKILL');
  await sleep(100);
  product = await startProduct(folder);
}

const killDatabase = () => process.kill(connection().pid, 'SIGKILL');

async function killConnections() {
  const client = new pg.Client(connection());
  client.on('error', () => {});
  await client.connect();
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where backend_type = 'client backend' and pid <> pg_backend_pid() and state <> 'idle'`,
  );
  await client.end();
}

/** @type {[string, () => unknown][]} */
const TURNS = [
  ['app', killApp],
  ['database', killDatabase],
  [
    'both',
    async () => {
      killDatabase();
      await killApp();
    },
  ],
  ['connections', killConnections],
];

const jobs = [exchange, exchange, exchange, rename, upload, view, pay];
const lanes = jobs.map(async (job, lane) => {
  for (let n = 0; !isOver; n += 1) await job(n, lane);
});
for (let round = 0; round < KILLS; round += 1) {
  await sleep(BETWEEN_MS);
  const [name, kill] = TURNS[round % TURNS.length];
  await kill();
  process.stdout.write(`${round + 1}: killed ${name}\n`);
}
await sleep(BETWEEN_MS);
isOver = true;
await Promise.all(lanes);

const client = new pg.Client(connection());
await client.connect();
const { rows } = await client.query('select id from contacts where card_id = $1', [cardId]);
const [facts] = (
  await client.query(
    `select (select count(*)::int from card_views where card_id = $1) as views,
      (select full_name from business_cards where id = $1) as name`,
    [cardId],
  )
).rows;
await client.end();
const kept = new Set(rows.map(({ id }) => id));
let missing = 0;
for (const file of new Set(acknowledged.files)) if (!(await fetch(product.url + file)).ok) missing += 1;
const losses = {
  exchanges: acknowledged.contacts.filter((id) => !kept.has(id)).length,
  'exchanges counted twice': kept.size - acknowledged.contacts.length,
  // A later save may have been stored although its response was lost.
  'card saves': Math.max(0, (acknowledged.names.at(-1) ?? 0) - Number(facts.name.split(' ')[1])),
  files: missing,
  views: Math.max(0, acknowledged.views - facts.views),
  'answers 5xx but 503': Object.entries(statuses).reduce(
    (sum, [status, count]) => sum + (Number(status) >= 500 && status !== '503' ? count : 0),
    0,
  ),
};
const { contacts, names, files, views, checkouts } = acknowledged;
process.stdout.write(
  `acknowledged: ${contacts.length} exchanges, ${names.length} card saves, ${files.length} uploads, ${views} views, ${checkouts} checkouts\n`,
);
process.stdout.write(`answers: ${JSON.stringify(statuses)}\nlost: ${JSON.stringify(losses)}\n`);
await product.stop();
fs.rmSync(folder, { recursive: true, force: true });
process.exit(Object.values(losses).some(Boolean) ? 1 : 0);
