import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import pg from 'pg';
import { tsImport } from 'tsx/esm/api';
import { readSocket } from './pgbench.mjs';
import { computeMedian, makeFolder, startProduct } from './product.mjs';

/**
 * The cost of a page of a long list, compared with the same page of a short one: contacts, with and without a search,
 * and users.
 */

const LARGE = Number(process.env.BENCH_CONTACTS ?? 1_000_000);
const SMALL = 1_000;
const USERS = 100_000;
const ROUNDS = 60;
/** Distinct names in a list; in a longer list each occurs several times. */
export const NAMES = 5_000;
const RARE = 'Quillfeather';
/** People of a page that is searched: as many in the short list, or reading more people would count as searching longer. */
const SEARCHED = 10;

const GIVEN = ['Ada', 'Grace', 'Zoë', 'Иван', '太郎', 'محمد', 'Jürgen', 'Chloé', 'Łukasz', 'Priya'];
const FAMILY = [
  'Lovelace',
  'Hopper',
  'Ångström',
  'Петров',
  '山田',
  'علي',
  'Müller',
  'Dupont',
  'Nowak',
  'Sharma',
];

/** Rows as the server would have written and indexed them. */
export function makePeople(owner, { foldWords, listGrams }) {
  return Array.from({ length: NAMES }, (_, nth) => {
    const name = `${GIVEN[nth % 10]} ${FAMILY[Math.floor(nth / 10) % 10]} ${nth.toString(36)}`;
    const email = `person${nth}@example.com`;
    const company = `Company ${nth % 97}`;
    const text = foldWords([name, email, company].join('\n'));
    return { name, email, company, text, grams: listGrams(owner, text) };
  });
}

async function fillList(database, owner, count, sources) {
  await database.query(
    `insert into contacts (id, user_id, full_name, email, company, is_favorite, created_at, search_text, search_grams,
      is_matched)
    select $1 || n, $1, name, email, company, n % 50 = 0, now() - n * interval '365 days' / $3, text, grams, true
    from (
      select *, row_number() over () - 1 as nth
      from json_to_recordset($2) as given (name text, email text, company text, text text, grams int4[])
    ) as people join generate_series(1, $3::int) n on n % ${NAMES} = nth`,
    [owner, JSON.stringify(makePeople(owner, sources)), count],
  );
  // Every two are one person, and every two of other pairs have the name of each other.
  for (const [key, pair] of [
    ['m', 'n / 2'],
    ['n', '(n + 1) / 2'],
  ])
    await database.query(
      `insert into contact_matches (user_id, key, contact_id)
      select $1, $2 || ${pair}, $1 || n from generate_series(1, $3::int) n`,
      [owner, key, count],
    );
}

/** One more in each list, behind all others, whose name nobody shares: a search for it has one answer in both. */
async function addRare(database, owner, count, { foldWords, listGrams }) {
  const text = foldWords(RARE);
  await database.query(
    `insert into contacts (id, user_id, full_name, created_at, search_text, search_grams, is_matched)
    values ($1 || ($2::int + 1), $1, $3, now() - interval '366 days', $4, $5, true)`,
    [owner, count, RARE, text, listGrams(owner, text)],
  );
}

async function fillUsers(database, { foldWords, listGrams }) {
  for (let start = 0; start < USERS; start += 10_000) {
    const users = Array.from({ length: 10_000 }, (_, nth) => {
      const id = `user${start + nth}`;
      const text = foldWords([`User ${start + nth}`, `${id}@example.com`, id, id].join('\n'));
      return { id, nth: start + nth, text, grams: listGrams('', text) };
    });
    await database.query(
      `insert into users (id, username, email, password, full_name, created_at, search_text, search_grams)
      select id, id, id || '@example.com', 'x', 'User ' || nth, now() - nth * interval '1 minute', text, grams
      from json_to_recordset($1) as given (id text, nth int, text text, grams int4[])`,
      [JSON.stringify(users)],
    );
  }
}

/** Two signed-in accounts, one with few contacts and one with very many; the first is an administrator. */
async function prepareDatabase(folder) {
  const host = readSocket(folder);
  const database = new pg.Client({ host, user: 'app', database: 'postgres' });
  await database.connect();
  const { rows } = await database.query(`select current_database() as name`);
  process.stdout.write(
    `Filling ${rows[0].name} with ${LARGE.toLocaleString()} contacts, which takes minutes …\n`,
  );
  const sources = await tsImport('../server/db/search/search-sources.ts', import.meta.url);
  await database.query(`set maintenance_work_mem = '512MB'`);
  // Building an index over existing rows takes a fraction of the time of updating it row by row.
  await database.query('drop index contacts_search, users_search');
  await database.query('alter table contacts set (autovacuum_enabled = off)');
  for (const [owner, count] of [
    ['small', SMALL],
    ['large', LARGE],
  ]) {
    await database.query(
      `insert into users (id, username, email, password, full_name, is_admin, trial_ends_at, created_at)
      values ($1, $1, $1 || '@example.com', 'x', 'Owner', $1 = 'small', now() + interval '9 days', now())`,
      [owner],
    );
    await fillList(database, owner, count, sources);
    await addRare(database, owner, count, sources);
  }
  await fillUsers(database, sources);
  for (const table of ['contacts', 'users']) {
    await database.query(
      `create index if not exists ${table}_search on ${table} using gin (search_grams) where search_grams is not null`,
    );
  }
  await database.query('vacuum analyze');
  const sessions = await signInBoth(database);
  await database.end();
  return sessions;
}

/** Creates sessions without signing in: the table holds the hash of the cookie's token. */
export async function signInBoth(database, owners = ['small', 'large']) {
  const { createHash } = await import('node:crypto');
  const cookies = {};
  for (const owner of owners) {
    const token = randomBytes(32).toString('base64url');
    await database.query(
      `insert into sessions (token_hash, id, user_id, expires_at) values ($1, $2, $2, now() + interval '1 day')`,
      [createHash('sha256').update(token).digest(), owner],
    );
    cookies[owner] = `goldleaf_session=${token}`;
  }
  return cookies;
}

async function measureTime(url, cookie, address) {
  const startedAt = performance.now();
  const response = await fetch(url + address, { headers: { cookie } });
  const body = await response.text();
  if (!response.ok) throw new Error(`${address} answered ${response.status}: ${body}`);
  return performance.now() - startedAt;
}

/** Medians of both in milliseconds, requested alternately. */
async function compareTimes(one, other) {
  /** @type {[number[], number[]]} */
  const times = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    times[0].push(await one());
    times[1].push(await other());
  }
  return times.map(computeMedian);
}

async function compareLists(ask, what, address) {
  const [small, large] = await compareTimes(ask('small', address), ask('large', address));
  return {
    what: `Contacts, ${what}: of ${LARGE.toLocaleString()} against ${SMALL.toLocaleString()}`,
    value: large / small,
    shown: `${(large / small).toFixed(2)} (${large.toFixed(1)} ms, ${small.toFixed(1)} ms)`,
    atMost: 1.5,
  };
}

export async function measureLists() {
  const folder = makeFolder();
  const product = await startProduct(folder);
  const cookies = await prepareDatabase(folder);
  const ask = (owner, address) => () => measureTime(product.url, cookies[owner], address);
  const figures = [];
  figures.push(await compareLists(ask, 'first page', '/api/contacts/people?limit=50'));
  for (const q of [RARE, 'company 42', 'müller', '山', 'example.com', 'e', 'nobody at all']) {
    const address = `/api/contacts/people?limit=${SEARCHED}&q=${encodeURIComponent(q)}`;
    figures.push(await compareLists(ask, `search for “${q}”`, address));
  }
  for (const [what, address] of [
    ['duplicates', '/api/contacts/duplicates'],
    ['number of duplicates', '/api/contacts/duplicates/count'],
    ['how many would go', '/api/recipients/retention?months=6'],
  ])
    figures.push(await compareLists(ask, what, address));
  for (const [what, address] of [
    ['first page', '/api/admin/users?limit=25'],
    ['by name', '/api/admin/users?limit=25&order=fullName&direction=ascending'],
    ['search for “user4711@”', '/api/admin/users?limit=25&q=user4711@'],
    ['figures', '/api/admin/stats'],
  ]) {
    const [users, contacts] = await compareTimes(
      ask('small', address),
      ask('small', '/api/contacts?limit=25'),
    );
    const note = `${users.toFixed(1)} ms; 25 contacts take ${contacts.toFixed(1)} ms`;
    figures.push({ what: `Users of ${USERS.toLocaleString()}, ${what}`, shown: note, target: '' });
  }
  await product.stop();
  fs.rmSync(folder, { recursive: true });
  return figures;
}
