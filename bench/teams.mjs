import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { tsImport } from 'tsx/esm/api';
import { makePeople, NAMES, signInBoth } from './lists.mjs';
import { readSocket } from './pgbench.mjs';
import { childrenOf, readPostmaster } from './process-tree.mjs';
import { computeMedian, makeFolder, startProduct } from './product.mjs';

/** The cost of each screen of a large team, compared with a small one: CPU of the server and of PostgreSQL, and rows read. */

const CARDS = { small: 10, large: Number(process.env.BENCH_TEAM_CARDS ?? 1_000) };
const VIEWS_A_CARD = 1_000;
const CONTACTS_A_CARD = 200;
const DAYS = 90;
const ROUNDS = 20;
const CALLS_A_ROUND = 3;
/** An idle connection of PostgreSQL says after 10 s what it has read. */
const STATISTICS_MS = 11_000;

/** The calls of each screen, and how many rows a page has. */
const SCREENS = [
  ['the team', '', 1],
  ['cards', '/api/cards?limit=25&account=', 25],
  ['dashboard', '/api/analytics/dashboard?account=', 25],
  ['members', '/members?limit=50', 50],
  ['invites', '/invites?limit=50', 50],
  ['contacts', '/api/contacts/people?limit=50&account=', 50],
  ['search for a name', '/api/contacts/people?limit=50&q=person1234&account=', 50],
  ['search for a letter', '/api/contacts/people?limit=50&q=e&account=', 50],
  ['search for no one', '/api/contacts/people?limit=50&q=nobody%20at%20all&account=', 50],
  ['favorites', '/api/contacts/people?limit=50&filter=favorites&account=', 50],
  ['contacts in numbers', '/api/contacts/summary?account=', 14],
  ['tags', '/api/contacts/tags?account=', 50],
  ['released people', '/api/contacts/released?account=', 50],
  ['to review', '/api/contacts/unreviewed/count?account=', 1],
  ['duplicates', '/api/contacts/duplicates/count?account=', 50],
  ['figures', '/figures?days=90', 90],
  ['figures by card', '/figures/cards?limit=50&days=90', 50],
  ['figures by person', '/figures/holders?limit=50&days=90', 50],
  ['billing', '/billing', 10],
  ['quote', '/billing/quote', 10],
];

const addressOf = (address, team) =>
  address.startsWith('/api/')
    ? `${address}${address.endsWith('=') ? team : ''}`
    : `/api/teams/${team}${address}`;

/** A team, its owner and members, each with a card, and whom these met. */
async function fillTeam(database, team, sources) {
  const cards = CARDS[team];
  const run = (text, values = []) => database.query(text, values);
  const owner = `${team}-owner`;
  await run(
    `insert into users (id, username, email, password, full_name, email_confirmed_at, trial_ends_at, created_at)
    select id, id, id || '@example.com', 'x', 'Person ' || n, now(), now() + interval '9 days', now() - interval '100 days'
    from (
      select 0 as n, $1 as id union all select n, $2 || '-member' || n from generate_series(1, $3::int) n
    ) as people`,
    [owner, team, cards],
  );
  await run(
    `insert into users (id, kind, username, full_name, has_alias, subscription_status, subscription_ends_at, created_at)
    values ($1, 'team', $1, 'Team', true, 'active', now() + interval '20 days', now() - interval '100 days')`,
    [team],
  );
  await run(`insert into aliases (user_id, kind, name) values ($1, 'username', $1)`, [team]);
  await run(`insert into teams (id, name, owner_id) values ($1, 'Team', $2)`, [team, owner]);
  await run(
    `insert into team_members (id, team_id, user_id, role, joined_at)
    select id, $1::text, id, case when id = $2 then 'owner' else 'member' end, now() - interval '99 days'
    from users where id = $2 or id like $1 || '-member%'`,
    [team, owner],
  );
  await run(
    `insert into business_cards (id, user_id, holder_id, name, full_name, created_at)
    select $1 || '-card' || n, $1, $1 || '-member' || n, 'Team card', 'Person ' || n, now() - n * interval '1 minute'
    from generate_series(1, $2::int) n`,
    [team, cards],
  );
  await run(
    `insert into contacts (id, user_id, holder_id, card_id, full_name, email, company, is_favorite, created_at, search_text,
      search_grams, is_matched)
    select $1 || '-' || n, $1, $1 || '-member' || (n % $4 + 1), $1 || '-card' || (n % $4 + 1), name, email, company, n % 50 = 0,
      now() - n * interval '${DAYS} days' / $3, text, grams, true
    from (
      select *, row_number() over () - 1 as nth
      from json_to_recordset($2) as given (name text, email text, company text, text text, grams int4[])
    ) as people join generate_series(1, $3::int) n on n % ${NAMES} = nth`,
    [team, JSON.stringify(makePeople(team, sources)), cards * CONTACTS_A_CARD, cards],
  );
  for (let first = 1; first <= cards; first += 50) {
    await run(
      `insert into card_views (id, card_id, viewer_ip, viewer_device, via, is_first, created_at)
      select $1 || '-' || c || '-' || v, $1 || '-card' || c, '198.51.100.0', 'iOS', 'qr', v % 2 = 0,
        now() - random() * interval '${DAYS} days'
      from generate_series($2::int, $3::int) c, generate_series(1, ${VIEWS_A_CARD}) v`,
      [team, first, Math.min(first + 49, cards)],
    );
  }
  await run(`update business_cards set view_count = ${VIEWS_A_CARD} where user_id = $1`, [team]);
}

async function prepare(database) {
  const sources = await tsImport('../server/db/search/search-sources.ts', import.meta.url);
  process.stdout.write(`Filling a team of ${CARDS.large} cards, which takes minutes …\n`);
  await database.query('drop index if exists contacts_search');
  await database.query('alter table contacts set (autovacuum_enabled = off)');
  for (const team of ['small', 'large']) await fillTeam(database, team, sources);
  await database.query(
    'create index if not exists contacts_search on contacts using gin (search_grams) where search_grams is not null',
  );
  await database.query('vacuum analyze');
  return signInBoth(database, ['small-owner', 'large-owner']);
}

/** Microseconds of CPU of these processes until now. */
function readMicroseconds(pids) {
  let nanoseconds = 0;
  for (const pid of pids) {
    try {
      for (const task of fs.readdirSync(`/proc/${pid}/task`))
        nanoseconds += Number(fs.readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]);
    } catch {
      // It has ended.
    }
  }
  return nanoseconds / 1_000;
}

const ROWS_READ =
  'select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows from pg_stat_user_tables';

export async function measureTeams() {
  const folder = makeFolder();
  const product = await startProduct(folder);
  const postmaster = readPostmaster(folder);
  const database = new pg.Client({ host: readSocket(folder), user: 'app', database: 'postgres' });
  await database.connect();
  const cookies = await prepare(database);
  const ask = async (team, address) => {
    const response = await fetch(product.url + addressOf(address, team), {
      headers: { cookie: cookies[`${team}-owner`] },
    });
    const body = await response.text();
    if (!response.ok) throw new Error(`${address} answered ${response.status}: ${body}`);
    return response;
  };
  const costOf = async (team, address) => {
    const read = () => [readMicroseconds([product.pid]), readMicroseconds(childrenOf(postmaster))];
    const before = read();
    for (let nth = 0; nth < CALLS_A_ROUND; nth += 1) await ask(team, address);
    return read().map((after, at) => (after - before[at]) / CALLS_A_ROUND);
  };
  const readRows = async () => {
    await sleep(STATISTICS_MS);
    return (await database.query(ROWS_READ)).rows[0].rows;
  };
  for (const team of ['small', 'large']) await ask(team, '/figures?days=90');
  await sleep(5_000);
  const figures = [];
  for (const [what, address, page] of SCREENS) {
    const costs = { small: [], large: [] };
    for (const team of ['small', 'large']) for (let nth = 0; nth < 5; nth += 1) await ask(team, address);
    for (let round = 0; round < ROUNDS; round += 1)
      for (const team of ['small', 'large']) costs[team].push(await costOf(team, address));
    const [small, large] = ['small', 'large'].map((team) =>
      [0, 1].map((at) => computeMedian(costs[team].map((cost) => cost[at]))),
    );
    const before = await readRows();
    for (let nth = 0; nth < 5; nth += 1) await ask('large', address);
    const rows = ((await readRows()) - before) / 5;
    const value = (large[0] + large[1]) / (small[0] + small[1]);
    const shownOf = (cost) => `${cost.map((part) => (part / 1_000).toFixed(1)).join(' + ')} ms`;
    figures.push({
      what: `A team of ${CARDS.large} cards against one of ${CARDS.small}: ${what}`,
      value,
      shown: `${value.toFixed(2)} (${shownOf(large)}, ${shownOf(small)}; ${Math.round(rows)} rows of a page of ${page})`,
      atMost: 1.5,
    });
    process.stdout.write(`${what}: ${figures.at(-1)?.shown}\n`);
  }
  await database.end();
  await product.stop();
  fs.rmSync(folder, { recursive: true });
  return figures;
}
