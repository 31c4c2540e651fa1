import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { fireRequests } from './cannon.mjs';
import { findPgbench, readSocket, runPgbench } from './pgbench.mjs';
import { computeRatio, makeFolder, registerOwner, startProduct } from './product.mjs';

/** How many contacts per second are stored durably, compared with pgbench inserting the same row on the same server. */

const CONNECTIONS = 16;
const SECONDS = 4;
const ROUNDS = 5;

const contact = {
  fullName: 'Charles Babbage',
  email: 'charles@example.com',
  phone: '+1 202 555 0101',
  company: 'Difference & Co',
  notes: 'Met at the exhibition.',
};

/** The row that the server writes, without the counters it updates. */
const insertOf = ({ userId, cardId }) => `\\set a random(1, 9000000000000000)
insert into bench_contacts (id, user_id, card_id, card_name, full_name, company, email, phone, notes, source, created_at)
values ('b' || :a::bigint, '${userId}', '${cardId}', 'Work', '${contact.fullName}', '${contact.company}',
  '${contact.email}', '${contact.phone}', '${contact.notes}', 'exchange', now());
`;

/** A table with these columns, indexes and references but no triggers: the counters are ours, not the yardstick's. */
async function makePlainTable(host) {
  const client = new pg.Client({ host, user: 'app', database: 'postgres' });
  await client.connect();
  await client.query('create table bench_contacts (like contacts including all)');
  await client.query(
    `alter table bench_contacts add foreign key (user_id) references users on delete cascade,
       add foreign key (card_id) references business_cards on delete set null`,
  );
  await client.end();
}

export async function measureExchange() {
  const what = 'Durable contact exchange, 16 connections, of pgbench as it comes inserting such a row';
  const pgbench = findPgbench();
  if (!pgbench) return [{ what, missing: 'pgbench is not installed', atLeast: 0.5 }];
  const folder = makeFolder();
  const product = await startProduct(folder);
  const owner = await registerOwner(product.url);
  const host = readSocket(folder);
  const script = path.join(folder, 'insert.sql');
  fs.writeFileSync(script, insertOf(owner));
  await makePlainTable(host);
  const pgbenchAs = (protocol) =>
    runPgbench(pgbench, { host, script, protocol, connections: CONNECTIONS, seconds: SECONDS });
  const runOurs = (seconds = SECONDS) =>
    fireRequests(`${product.url}/api/contacts/exchange`, {
      connections: CONNECTIONS,
      seconds,
      body: { ...contact, cardId: owner.cardId },
    });
  runOurs(2);
  const rounds = Array.from({ length: ROUNDS }, () => ({
    ours: runOurs().perSecond,
    plain: pgbenchAs('simple'),
    prepared: pgbenchAs('prepared'),
  }));
  await product.stop();
  fs.rmSync(folder, { recursive: true });
  return [
    { what, ...computeRatio(rounds.map(({ ours, plain }) => [ours, plain])), atLeast: 0.5 },
    {
      what: 'The same of pgbench at its best, with prepared statements',
      ...computeRatio(rounds.map(({ ours, prepared }) => [ours, prepared])),
      target: 'none',
    },
  ];
}
