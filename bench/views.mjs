import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { hasWrk, measureLoad } from './load.mjs';
import { findPgbench, readSocket, runPgbench } from './pgbench.mjs';
import { computeMedian, computeRatio, makeFolder, registerOwner, startProduct } from './product.mjs';

/** How many views per second are stored durably, what each costs, and whether their number slows down the dashboard. */

const CONNECTIONS = 64;
const SECONDS = 4;
const ROUNDS = 5;

/** Each is somebody else's (views.lua). */
function fireViews(product, cardId, seconds) {
  const target = { url: `${product.url}/api/cards/${cardId}/views`, pid: product.pid };
  return measureLoad(target, { connections: CONNECTIONS, seconds, script: { file: 'views.lua' } });
}

/** The row that the server writes, without the counters it updates. */
const insertOf = (cardId) => `\\set a random(1, 9000000000000000)
insert into bench_views (id, card_id, viewer_ip, viewer_device, referrer, via, is_first, created_at)
values ('b' || :a::bigint, '${cardId}', '10.0.0.0', 'Windows', 'www.linkedin.com', 'linkedin', true, now());
`;

async function connectTo(folder) {
  const client = new pg.Client({ host: readSocket(folder), user: 'app', database: 'postgres' });
  await client.connect();
  return client;
}

async function measureSpeed(pgbench) {
  const folder = makeFolder();
  const product = await startProduct(folder, { TRUST_PROXY: 'on' });
  const { cardId } = await registerOwner(product.url);
  const client = await connectTo(folder);
  // A copy of the table without the trigger: the counters are ours, not the yardstick's.
  await client.query('create table bench_views (like card_views including all)');
  const script = path.join(folder, 'insert.sql');
  fs.writeFileSync(script, insertOf(cardId));
  const yardstick = {
    host: readSocket(folder),
    script,
    protocol: 'simple',
    connections: CONNECTIONS,
    seconds: SECONDS,
  };
  fireViews(product, cardId, 2);
  const rounds = Array.from({ length: ROUNDS }, () => ({
    ours: fireViews(product, cardId, SECONDS),
    theirs: runPgbench(pgbench, yardstick),
  }));
  await client.end();
  await product.stop();
  fs.rmSync(folder, { recursive: true });
  const cpu = computeMedian(rounds.map(({ ours }) => ours.cpuUs));
  return [
    {
      what: `Durable views, ${CONNECTIONS} connections, of pgbench inserting such a row`,
      ...computeRatio(rounds.map(({ ours, theirs }) => [ours.perSecond, theirs])),
      atLeast: 0.85,
    },
    {
      what: 'CPU of the server for each',
      value: cpu,
      shown: `${Math.round(cpu)} µs`,
      atMost: 145,
      target: '≤ 145 µs',
    },
  ];
}

const MANY = 1_000_000;
const FEW = 10_000;

/** A year of views, and the sums the trigger would have added, by SQL: without triggers, which also look up the card of each row. */
async function addViews(client, cardId, count) {
  await client.query('set session_replication_role = replica');
  await client.query(
    `insert into card_views (id, card_id, viewer_ip, viewer_location, viewer_device, referrer, is_first, created_at)
     select $1 || n, $1, '10.0.0.0', 'Lisbon, Portugal', (array['iPhone', 'Android', 'Mac'])[1 + n % 3],
       'site' || n % 60 || '.example', n % 3 = 0, now() - (n::float8 / $2) * interval '365 days'
     from generate_series(1, $2::int) n`,
    [cardId, count],
  );
  await client.query(
    `insert into card_hours select card_id, date_trunc('hour', created_at, 'UTC'), count(*), count(*) filter (where is_first)
     from card_views where card_id = $1 group by 1, 2`,
    [cardId],
  );
  await client.query(
    `insert into card_days select card_id, (created_at at time zone 'UTC')::date, kind, value, count(*)
     from card_views cross join lateral (values ('device', viewer_device), ('source', referrer), ('place', viewer_location),
       ('channel', 'other')) known(kind, value)
     where card_id = $1 group by 1, 2, 3, 4`,
    [cardId],
  );
  await client.query('update business_cards set view_count = $2, unique_view_count = $2 / 3 where id = $1', [
    cardId,
    count,
  ]);
}

/** One account after the other on the same server, so that both meet the same conditions. */
async function measureGrowth() {
  const folder = makeFolder();
  const product = await startProduct(folder);
  const client = await connectTo(folder);
  const small = await registerOwner(product.url, 'ada');
  const large = await registerOwner(product.url, 'grace');
  await addViews(client, small.cardId, FEW);
  await addViews(client, large.cardId, MANY);
  await client.query('vacuum analyze');
  await client.end();
  const look = async ({ cookie }) => {
    const startedAt = performance.now();
    const reply = await fetch(`${product.url}/api/analytics/dashboard`, { headers: { cookie } });
    await reply.text();
    return performance.now() - startedAt;
  };
  for (const owner of [small, large]) for (let n = 0; n < 10; n += 1) await look(owner);
  const times = [];
  for (let n = 0; n < 50; n += 1) times.push([await look(large), await look(small)]);
  await product.stop();
  fs.rmSync(folder, { recursive: true });
  const at = (index) => computeMedian(times.map((pair) => pair[index]));
  const shown = `${at(0).toFixed(1)} ms of ${at(1).toFixed(1)} ms`;
  return [
    {
      what: 'Dashboard at 1,000,000 views, of 10,000',
      value: at(0) / at(1),
      shown: `${(at(0) / at(1)).toFixed(2)} (${shown})`,
      atMost: 1.5,
    },
    {
      what: 'The same in milliseconds',
      value: at(0),
      shown: `${at(0).toFixed(1)} ms`,
      atMost: 20,
      target: '≤ 20 ms',
    },
  ];
}

export async function measureViews() {
  const pgbench = findPgbench();
  const missing = !pgbench ? 'pgbench is not installed' : !hasWrk ? 'wrk is not installed' : undefined;
  const speed = missing ? [{ what: 'Durable views', missing, atLeast: 0.85 }] : await measureSpeed(pgbench);
  return [...speed, ...(await measureGrowth())];
}
