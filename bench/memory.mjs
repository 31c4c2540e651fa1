import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { startExternal } from './external-postgres.mjs';
import { makeFolder, registerOwner, startWatched } from './product.mjs';

/** The memory in use after half a million requests for the pages of two thousand cards. */

const CARDS = 2_000;
const ROUNDS = 5;
const REQUESTS_A_ROUND = 100_000;
const LEVEL_ROUNDS = 3;
const GROWTH_MEBIBYTES = 80;
const MEBIBYTE = 1024 * 1024;

/** Each request is for another card, with or without a query string that the server knows. */
const SCRIPT = `
local cards = {}
for line in io.lines(os.getenv("CARD_IDS")) do cards[#cards + 1] = line end
local n = 0
local endings = { "", "?utm_source=mail", "?fbclid=abc", "/vcard", "?x=" }
request = function()
  n = n + 1
  local card = cards[math.random(#cards)]
  local ending = endings[1 + n % #endings]
  if ending == "/vcard" then return wrk.format("GET", "/api/cards/" .. card .. "/vcard") end
  if ending == "?x=" then ending = ending .. n end
  return wrk.format("GET", "/card/" .. card .. ending)
end
`;

const residentBytes = (pid) =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;

async function multiplyCards(url, cardId) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(
    `select string_agg(quote_ident(column_name), ', ' order by ordinal_position) as columns from information_schema.columns
     where table_name = 'business_cards' and is_generated = 'NEVER' and column_name <> 'id'`,
  );
  const [{ columns }] = rows;
  const made = await client.query(
    `insert into business_cards (id, ${columns}) select 'bench' || lpad(n::text, 5, '0'), ${columns}
     from business_cards, generate_series(1, ${CARDS}) n where id = $1 returning id`,
    [cardId],
  );
  await client.end();
  return made.rows.map(({ id }) => id);
}

export async function measureMemory() {
  const what = `Memory after ${ROUNDS} × ${REQUESTS_A_ROUND} requests, above that at rest`;
  if (spawnSync('wrk', ['-v']).error) return [{ what, missing: 'wrk is not installed' }];
  const folder = makeFolder();
  const database = await startExternal(folder);
  const product = await startWatched(folder, { DATABASE_URL: database.url });
  try {
    const owner = await registerOwner(product.url);
    const list = path.join(folder, 'cards.txt');
    const script = path.join(folder, 'load.lua');
    fs.writeFileSync(list, (await multiplyCards(database.url, owner.cardId)).join('\n'));
    fs.writeFileSync(script, SCRIPT);
    const rest = residentBytes(product.pid);
    const rounds = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      askFor(REQUESTS_A_ROUND, product.url, script, { CARD_IDS: list });
      rounds.push(residentBytes(product.pid));
    }
    return listFigures(what, rest, rounds);
  } finally {
    await product.stop();
    await database.stop();
    fs.rmSync(folder, { recursive: true });
  }
}

/** wrk runs for a time, not a number of requests: it is run repeatedly until there were enough. */
function askFor(requests, url, script, env) {
  for (let answered = 0; answered < requests; ) {
    const args = ['-t1', '-c32', '-d2s', '-H', 'accept-encoding: br', '-s', script, url];
    const { stdout } = spawnSync('wrk', args, { encoding: 'utf8', env: { ...process.env, ...env } });
    answered += Number(/(\d+) requests in/.exec(stdout)?.[1] ?? requests);
  }
}

function listFigures(what, rest, rounds) {
  const megabytes = (bytes) => Math.round(bytes / MEBIBYTE);
  const last = rounds.slice(-LEVEL_ROUNDS);
  const growth = (rounds.at(-1) - rest) / MEBIBYTE;
  return [
    {
      what,
      value: growth,
      shown: `${Math.round(growth)} MB above ${megabytes(rest)} MB; after each round ${rounds.map(megabytes).join(', ')}`,
      target: `≤ ${GROWTH_MEBIBYTES} MB + caches`,
    },
    {
      what: `Its growth over the last ${LEVEL_ROUNDS} rounds`,
      value: (last.at(-1) - last[0]) / MEBIBYTE,
      shown: `${megabytes(last.at(-1) - last[0])} MB`,
      atMost: 10,
      target: 'level (≤ 10 MB)',
    },
  ];
}
