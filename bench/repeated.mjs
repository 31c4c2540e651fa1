import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { fillDue } from './due-rows.mjs';
import { readSocket } from './pgbench.mjs';
import { cpuBelow, memoryBelow, readPostmaster } from './process-tree.mjs';
import { makeFolder, registerOwner, startProduct } from './product.mjs';
import { openQueue } from './queue.mjs';

/**
 * One pass of each job that comes by time over a large installation: how long it takes, its CPU, its longest transaction that
 * wrote, locks of whole tables that keep others from writing, the memory of the server above that at rest, and how long a
 * visitor's card took meanwhile. `measureDue`: likewise where there is much for each to do.
 *
 * BENCH_DATA names a folder in which the filled database is kept for the next run, BENCH_JOBS the jobs to measure, such as
 * `retention,old-views`.
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

/**
 * Milliseconds for which somebody has been writing in one transaction, which holds its locks until its end, and the tables that
 * are locked as a whole against those who write.
 */
async function readLocked(client) {
  const { rows } = await client.query(`
    select coalesce(max(extract(epoch from clock_timestamp() - xact_start)), 0)::float8 * 1000 as ms,
      (select coalesce(array_agg(distinct relation::regclass::text || ' ' || mode), '{}')
       from pg_locks join pg_stat_activity a using (pid)
       where a.backend_type = 'client backend' and locktype = 'relation' and granted and mode in
         ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')) as tables
    from pg_stat_activity where backend_xid is not null and backend_type = 'client backend'`);
  return rows[0];
}

/** Jobs come only when they are asked for, also if the product adds their times again; resolves to the names of them all. */
async function endSchedules(client) {
  const { rows } = await client.query('select name from pgboss.schedule order by name');
  await client.query(`
    create or replace function bench_skip() returns trigger language plpgsql as 'begin return null; end';
    create or replace trigger bench_skip before insert or update on pgboss.schedule for each row execute function bench_skip();
    delete from pgboss.schedule`);
  return rows.map(({ name }) => name);
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
  const postmaster = readPostmaster(folder);
  const pids = [product.pid, postmaster];
  await settle(pids);
  const rest = memoryBelow(product.pid);
  let [most, locked] = [rest, 0];
  const tables = new Set();
  const watch = watchPage(page);
  const readCpu = () => [cpuBelow(pids), cpuBelow([postmaster])];
  const before = readCpu();
  const seconds = await runOnce(boss, name, async () => {
    most = Math.max(most, memoryBelow(product.pid));
    const now = await readLocked(client);
    locked = Math.max(locked, now.ms);
    for (const table of now.tables) tables.add(table);
  });
  const [cpu, ofDatabase] = readCpu().map((ms, nth) => (ms - before[nth]) / 1000);
  const p99 = await watch.end();
  return {
    what: `A pass of ${name}`,
    value: cpu,
    shown: `${seconds.toFixed(1)} s, CPU ${cpu.toFixed(1)} s, ${ofDatabase.toFixed(1)} of it the database’s, locks for ${locked.toFixed(0)} ms${tables.size ? ` (${[...tables].join(', ')})` : ''}, +${Math.round((most - rest) / MEBIBYTE)} MB, a card p99 ${p99.toFixed(0)} ms`,
    atMost: 60,
  };
}

export const measureRepeated = () => measureJobs({});

/** With a mail server, without which nobody is told of what is to go; it is away, and mails wait. */
export const measureDue = () =>
  measureJobs({ VIEWS_MONTHS: '1', SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'cards@example.com' });

async function connect(folder) {
  const client = new pg.Client({ host: readSocket(folder), user: 'app', database: 'postgres' });
  await client.connect();
  return client;
}

/** Fills the database of a folder; resolves to the card of somebody to whom nothing happens. */
async function prepare(folder, isDue) {
  const product = await startProduct(folder);
  const client = await connect(folder);
  try {
    const owner = await registerOwner(product.url);
    await endSchedules(client);
    await fill(client, owner);
    if (isDue) await fillDue(client, { accounts: ACCOUNTS, rows: DUE });
    await client.query('drop function bench_skip cascade');
    return owner.cardId;
  } finally {
    await client.end();
    await product.stop();
  }
}

/** Likewise, or a copy of what BENCH_DATA has. */
async function takeFolder(isDue) {
  const folder = makeFolder();
  const { BENCH_DATA: kept } = process.env;
  const cardFile = path.join(folder, 'bench-card');
  if (kept && fs.existsSync(kept)) fs.cpSync(kept, folder, { recursive: true });
  else fs.writeFileSync(cardFile, await prepare(folder, isDue));
  if (kept && !fs.existsSync(kept)) fs.cpSync(folder, kept, { recursive: true });
  return { folder, cardId: fs.readFileSync(cardFile, 'utf8') };
}

async function measureJobs(env) {
  if (!fs.existsSync('/proc/self/stat'))
    return [{ what: 'Passes of jobs', missing: 'there is no /proc here' }];
  const { folder, cardId } = await takeFolder(Boolean(env.VIEWS_MONTHS));
  const product = await startProduct(folder, env);
  const client = await connect(folder);
  const boss = openQueue(folder);
  try {
    await boss.start();
    const names = await endSchedules(client);
    const wanted = process.env.BENCH_JOBS?.split(',');
    const figures = [];
    const at = { client, product, folder, page: `${product.url}/card/${cardId}` };
    for (const name of names.filter((one) => wanted?.includes(one) ?? true)) {
      const figure = await measurePass(boss, at, name);
      process.stdout.write(`${figure.what}: ${figure.shown}\n`);
      figures.push(figure);
    }
    return figures;
  } finally {
    await boss.stop({ graceful: false });
    await client.end();
    await product.stop();
    fs.rmSync(folder, { recursive: true });
  }
}
