import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { fillDue } from './due-rows.mjs';
import { readSocket } from './pgbench.mjs';
import { cpuBelow, memoryBelow, readPostmaster } from './process-tree.mjs';
import { makeFolder, registerOwner, startProduct } from './product.mjs';

/**
 * One pass of each job that comes by time over a large installation: how long it takes, its CPU, for how long it held locks, the
 * memory of the server above that at rest, and how long a visitor's card took meanwhile. `measureDue`: likewise where there is much
 * for each to do.
 */

const SCALE = Number(process.env.BENCH_SCALE ?? 1);
const ACCOUNTS = Math.ceil(100_000 * SCALE);
const CONTACTS = Math.ceil(500_000 * SCALE);
const VIEWS = Math.ceil(5_000_000 * SCALE);
/** Rows that are due, of each kind. */
const DUE = Math.ceil(500_000 * SCALE);
/** Owners of contacts, a hundred of each. */
const OWNERS = Math.ceil(CONTACTS / 100);
const PAGE_MS = 25;
const LOOK_MS = 100;
/** Of so many milliseconds, the product works for fewer than these when it rests. */
const SETTLED_MS = 2_000;
const BUSY_MS = 200;
const PASS_TIMEOUT_MS = 20 * 60_000;
const MEBIBYTE = 1024 * 1024;

/** Rows of a table but for these columns, as they are in the row that `where` finds. */
async function copyRows(client, table, { changed, where, values, count }) {
  const { rows } = await client.query(
    `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
     where table_name = $1 and is_generated = 'NEVER' and column_name <> all($2)`,
    [table, Object.keys(changed)],
  );
  const [{ names }] = rows;
  await client.query(
    `insert into ${table} (${Object.keys(changed).join(', ')}, ${names})
     select ${Object.values(changed).join(', ')}, ${names} from ${table}, generate_series(1, ${count}) n where ${where}`,
    values,
  );
}

/** Views and contacts are inserted without the triggers that keep counters. */
async function fill(client, { userId, cardId }) {
  const name = "'bench' || n";
  const changed = { id: name, username: name, email: `${name} || '@example.com'` };
  await copyRows(client, 'users', { changed, where: 'id = $1', values: [userId], count: ACCOUNTS });
  const ofAccount = { id: name, user_id: name };
  await copyRows(client, 'business_cards', {
    changed: ofAccount,
    where: 'id = $1',
    values: [cardId],
    count: ACCOUNTS,
  });
  await client.query('set session_replication_role = replica');
  await client.query(
    `insert into card_views (id, card_id, viewer_ip, viewer_location, viewer_device, referrer, created_at)
     select 'view' || n, 'bench' || 1 + n % ${ACCOUNTS}, '198.51.100.0', 'Lisbon, Portugal', 'iPhone', 'linkedin.com',
       now() - n * interval '6 seconds'
     from generate_series(1, ${VIEWS}) n`,
  );
  await client.query(
    `insert into contacts (id, user_id, card_id, card_name, full_name, email, source, created_at, search_text, search_grams, is_matched)
     select 'contact' || n, 'bench' || 1 + n % ${OWNERS}, 'bench' || 1 + n % ${OWNERS}, 'Work', 'Charles Babbage ' || n,
       'charles' || n || '@example.com', 'exchange', now() - n * interval '1 minute', 'charles babbage ' || n, '{}', true
     from generate_series(1, ${CONTACTS}) n`,
  );
  await client.query('set session_replication_role = origin');
  await client.query('vacuum analyze');
}

/** Asks for a page now and then; `end` returns the milliseconds that 99 of 100 took at most. */
function watchPage(url) {
  const times = [];
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const startedAt = performance.now();
      await (await fetch(url)).text();
      times.push(performance.now() - startedAt);
      await sleep(PAGE_MS);
    }
  })();
  return {
    async end() {
      isOver = true;
      await watching;
      return times.sort((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? 0;
    },
  };
}

/** Milliseconds for which somebody has been writing in one transaction, which holds its locks until its end. */
async function readLocked(client) {
  const { rows } = await client.query(`
    select coalesce(max(extract(epoch from clock_timestamp() - xact_start)), 0)::float8 * 1000 as ms from pg_stat_activity
    where backend_xid is not null and backend_type = 'client backend'`);
  return rows[0].ms;
}

/** Waits until the product has little to do: what is due by itself would be counted with a pass. */
async function settle(pids) {
  for (let used = BUSY_MS; used >= BUSY_MS; ) {
    const before = cpuBelow(pids);
    await sleep(SETTLED_MS);
    used = cpuBelow(pids) - before;
  }
}

/** Adds a job of this kind, and waits until it is done, and those that it added of its kind. */
async function runOnce(boss, name, look) {
  await boss.send(name, null);
  const startedAt = performance.now();
  while (performance.now() - startedAt < PASS_TIMEOUT_MS) {
    await look();
    const jobs = await boss.findJobs(name);
    const failed = jobs.find((job) => job.retryCount > 0 || job.state === 'failed');
    if (failed) throw new Error(`${name} failed: ${JSON.stringify(failed.output)}`);
    if (jobs.every((job) => job.state === 'completed')) return (performance.now() - startedAt) / 1000;
    await sleep(LOOK_MS);
  }
  throw new Error(`${name} was not done in time.`);
}

async function measurePass(boss, { client, product, folder, page }, name) {
  const pids = [product.pid, readPostmaster(folder)];
  await settle(pids);
  const rest = memoryBelow(product.pid);
  let [most, locked] = [rest, 0];
  const watch = watchPage(page);
  const before = cpuBelow(pids);
  const seconds = await runOnce(boss, name, async () => {
    most = Math.max(most, memoryBelow(product.pid));
    locked = Math.max(locked, await readLocked(client));
  });
  const cpu = (cpuBelow(pids) - before) / 1000;
  const p99 = await watch.end();
  return {
    what: `A pass of ${name}`,
    value: cpu,
    shown: `${seconds.toFixed(1)} s, CPU ${cpu.toFixed(1)} s, locks for ${locked.toFixed(0)} ms, +${Math.round((most - rest) / MEBIBYTE)} MB, a card p99 ${p99.toFixed(0)} ms`,
    atMost: 60,
  };
}

export const measureRepeated = () => measureJobs({});

export const measureDue = () => measureJobs({ VIEWS_MONTHS: '1' });

async function measureJobs(env) {
  if (!fs.existsSync('/proc/self/stat'))
    return [{ what: 'Passes of jobs', missing: 'there is no /proc here' }];
  const folder = makeFolder();
  const product = await startProduct(folder, env);
  const connection = { host: readSocket(folder), user: 'app', database: 'postgres' };
  const client = new pg.Client(connection);
  const boss = new PgBoss({ ...connection, supervise: false, schedule: false });
  try {
    const owner = await registerOwner(product.url);
    await client.connect();
    await fill(client, owner);
    if (env.VIEWS_MONTHS) await fillDue(client, { accounts: ACCOUNTS, rows: DUE });
    await boss.start();
    const schedules = await boss.getSchedules();
    const figures = [];
    const at = { client, product, folder, page: `${product.url}/card/${owner.cardId}` };
    for (const { name } of schedules) figures.push(await measurePass(boss, at, name));
    return figures;
  } finally {
    await boss.stop({ graceful: false });
    await client.end();
    await product.stop();
    fs.rmSync(folder, { recursive: true });
  }
}
