import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { hasWrk, measureLoad } from './load.mjs';
import { findPgbench, readSocket, runPgbench } from './pgbench.mjs';
import { cpuBelow, readPostmaster } from './process-tree.mjs';
import { computeMedian, computeRatio, makeFolder, registerOwner, startProduct } from './product.mjs';

/**
 * How many contacts a second are stored durably, compared with pgbench inserting the same row on the same server; the CPU
 * of each, and the bytes that a contact takes.
 */

const CONNECTIONS = 64;
const SECONDS = 4;
const ROUNDS = 5;

/** The row that the server writes, without the counters it updates, its search and its keys. */
const insertOf = ({ userId, cardId }) => `\\set a random(1, 9000000000000000)
insert into bench_contacts (id, user_id, card_id, card_name, full_name, company, email, phone, notes, source, created_at)
values ('b' || :a::bigint, '${userId}', '${cardId}', 'Work', 'Charles Babbage', 'Difference & Co',
  'charles@example.com', '+1 202 555 0101', 'Met at the exhibition.', 'exchange', now());
`;

/** A table with these columns, indexes and references but no triggers: the counters are ours, not the yardstick's. */
const PLAIN_TABLE = `create table bench_contacts (like contacts including all);
  alter table bench_contacts add foreign key (user_id) references users on delete cascade,
    add foreign key (card_id) references business_cards on delete set null`;

/** Bytes a contact, of the table with this name and of its indexes. */
const BYTES = `select pg_total_relation_size($1::regclass)::float8 / greatest(1, (select count(*) from contacts)) as bytes`;

/** @returns {Promise<any[]>} */
async function ask(host, statement, values = []) {
  const client = new pg.Client({ host, user: 'app', database: 'postgres' });
  await client.connect();
  const { rows } = await client.query(statement, values);
  await client.end();
  return rows;
}

/** Sends contacts to these cards in turn, each of somebody else (visitors.lua). */
function fireVisitors({ url, pid }, cardIds, from) {
  const script = { file: 'visitors.lua', args: [from, ...cardIds] };
  const target = { url: `${url}/api/contacts/exchange`, pid };
  return measureLoad(target, { connections: CONNECTIONS, seconds: SECONDS, script });
}

async function measureOver(count, atLeast) {
  const what = `Durable contact exchange over ${count === 1 ? 'one owner' : `${count} owners`}, ${CONNECTIONS} connections, of pgbench as it comes inserting such a row`;
  const pgbench = findPgbench();
  const missing = !pgbench ? 'pgbench is not installed' : !hasWrk ? 'wrk is not installed' : undefined;
  if (missing) return [{ what, missing, atLeast }];
  const folder = makeFolder();
  const product = await startProduct(folder);
  const owners = [];
  for (let nth = 0; nth < count + ROUNDS; nth += 1)
    owners.push(await registerOwner(product.url, `owner${nth}`));
  const host = readSocket(folder);
  const script = path.join(folder, 'insert.sql');
  fs.writeFileSync(script, insertOf(owners[0]));
  await ask(host, PLAIN_TABLE);
  const databases = [readPostmaster(folder)];
  let from = 0;
  const rounds = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const [all, database] = [cpuBelow([product.pid, ...databases]), cpuBelow(databases)];
    // Each round begins one owner later: an account on trial would have no room left after the fourth.
    const cardIds = owners.slice(round, round + count).map(({ cardId }) => cardId);
    const { total, perSecond } = fireVisitors(product, cardIds, from);
    const used = cpuBelow(databases) - database;
    const node = cpuBelow([product.pid, ...databases]) - all - used;
    // Those under way at the end were sent, too.
    from += total + CONNECTIONS;
    const plain = runPgbench(pgbench, {
      host,
      script,
      protocol: 'simple',
      connections: CONNECTIONS,
      seconds: SECONDS,
    });
    // The first one warms up.
    if (round > 0)
      rounds.push({ ratio: [perSecond, plain], node: (node * 1000) / total, used: (used * 1000) / total });
  }
  const [contact] = await ask(host, BYTES, ['contacts']);
  const [keys] = await ask(host, BYTES, ['contact_matches']);
  await product.stop();
  fs.rmSync(folder, { recursive: true });
  const shown = (value, unit) => ({ value, shown: `${Math.round(value)} ${unit}` });
  return [
    { what, ...computeRatio(rounds.map(({ ratio }) => ratio)), atLeast },
    {
      what: 'CPU of Node for each',
      ...shown(computeMedian(rounds.map(({ node }) => node)), 'µs'),
      atMost: 250,
    },
    {
      what: 'CPU of PostgreSQL for each',
      ...shown(computeMedian(rounds.map(({ used }) => used)), 'µs'),
      atMost: 200,
    },
    { what: 'A contact with its indexes', ...shown(contact.bytes, 'bytes'), atMost: 1_700 },
    { what: 'Its keys', ...shown(keys.bytes, 'bytes'), atMost: 400 },
  ];
}

export async function measureExchange() {
  return [...(await measureOver(64, 0.5)), ...(await measureOver(1, 0.35))];
}
