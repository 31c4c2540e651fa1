import fs from 'node:fs';
import pg from 'pg';
import { measureLoad } from './load.mjs';
import { readSocket } from './pgbench.mjs';
import { cpuBelow, readPostmaster } from './process-tree.mjs';
import { computeMedian, makeFolder, registerOwner, startProduct } from './product.mjs';

/** The cost of the calls that an owner's screens make most, of the server and of its database. */

const CONNECTIONS = 8;
const SECONDS = 2;
const ROUNDS = 7;
const PEOPLE = 1_500;
const CARDS = 3;

/** Goals in microseconds. */
const CALLS = [
  { what: 'A session check', address: '/api/auth/me', node: 400, database: 200 },
  { what: `The list of ${CARDS} cards`, address: '/api/cards', node: 900 },
  { what: 'A page of 50 people', address: '/api/contacts/people?limit=50', node: 5_000 },
  { what: 'The figures of Overview', address: '/api/analytics/dashboard' },
];

/** An owner with three cards and a list of people. */
export async function prepareOwner(url, dataDir) {
  const owner = await registerOwner(url);
  const db = new pg.Client({ host: readSocket(dataDir), user: 'app', database: 'postgres' });
  await db.connect();
  const columns = await db.query(
    `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
     where table_name = 'business_cards' and is_generated = 'NEVER' and column_name <> 'id'`,
  );
  const { names } = columns.rows[0];
  await db.query(
    `insert into business_cards (id, ${names})
     select 'copy' || n, ${names} from business_cards, generate_series(2, $2::int) n where id = $1`,
    [owner.cardId, CARDS],
  );
  await db.query(
    `insert into contacts (id, user_id, card_id, card_name, full_name, company, email, phone, phone_e164, source, created_at)
     select 'contact' || n, $1, $2, 'Work', 'Charles Babbage ' || n, 'Difference & Co', 'charles' || n || '@example.com',
       '+1 202 555 0101', '+12025550101', 'exchange', now() - n * interval '20 minutes'
     from generate_series(1, $3::int) n`,
    [owner.userId, owner.cardId, PEOPLE],
  );
  await db.query('vacuum analyze');
  await db.end();
  return owner;
}

/** Microseconds of each call: of the server, and of its database. */
export function loadCall(product, dataDir, { address, cookie, seconds = SECONDS }) {
  const postmaster = readPostmaster(dataDir);
  const before = cpuBelow([postmaster]);
  const target = { url: product.url + address, pid: product.pid };
  const { total, cpuUs } = measureLoad(target, { connections: CONNECTIONS, seconds, headers: { cookie } });
  return { node: cpuUs, database: ((cpuBelow([postmaster]) - before) * 1000) / total };
}

export async function measureSignedIn() {
  if (!fs.existsSync('/proc/self/stat'))
    return [{ what: 'CPU of signed-in calls', missing: 'there is no /proc here' }];
  const folder = makeFolder();
  const product = await startProduct(folder);
  const { cookie } = await prepareOwner(product.url, folder);
  const figures = [];
  for (const { what, address, node, database } of CALLS) {
    loadCall(product, folder, { address, cookie, seconds: 1 });
    const rounds = Array.from({ length: ROUNDS }, () => loadCall(product, folder, { address, cookie }));
    const costOf = (part) => computeMedian(rounds.map((round) => round[part]));
    figures.push(microseconds(`${what}: CPU of the server`, costOf('node'), node));
    figures.push(microseconds(`${what}: CPU of PostgreSQL`, costOf('database'), database));
  }
  await product.stop();
  fs.rmSync(folder, { recursive: true });
  return figures;
}

const microseconds = (what, value, atMost) => ({
  what,
  value,
  shown: `${Math.round(value)} µs`,
  ...(atMost === undefined ? {} : { atMost, target: `≤ ${atMost} µs` }),
});
