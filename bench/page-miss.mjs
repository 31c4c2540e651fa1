import fs from 'node:fs';
import { Agent, get } from 'node:http';
import pg from 'pg';
import { readCpuMs, readLoopMs } from './load.mjs';
import { readSocket } from './pgbench.mjs';
import { computeMedian, makeFolder, registerOwner, startProduct } from './product.mjs';

/** The cost of a card, and of its contact file, that is not cached: each is requested once. */

const WARM_UP = 3_000;
const ROUNDS = 5;
const MISSES = 500;
const AT_ONCE = 8;

/** Copies of one card, each with its own id, inserted into the embedded database. */
export async function copyCards(folder, cardId, count) {
  const host = readSocket(folder);
  const db = new pg.Client({ host, user: 'app', database: 'postgres' });
  await db.connect();
  const { rows } = await db.query(
    `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
     where table_name = 'business_cards' and is_generated = 'NEVER' and column_name <> 'id'`,
  );
  const { names } = rows[0];
  await db.query(
    `insert into business_cards (id, ${names})
     select 'm' || lpad(n::text, 9, 'abcdefghj'), ${names} from business_cards, generate_series(1, $2::int) n
     where business_cards.id = $1`,
    [cardId, count],
  );
  const copies = await db.query('select id from business_cards where id <> $1 order by id', [cardId]);
  await db.end();
  return copies.rows.map(({ id }) => id);
}

const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

const visit = (url) =>
  new Promise((resolve, reject) => {
    get(url, { agent, headers: { 'accept-encoding': 'br' } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`));
      response.resume().once('end', resolve);
    }).on('error', reject);
  });

export async function measurePageMiss() {
  if (!fs.existsSync('/proc/self/stat'))
    return [{ what: 'CPU of a card that is not in memory', missing: 'there is no /proc here', atMost: 1.2 }];
  const folder = makeFolder();
  const product = await startProduct(folder);
  const { cardId } = await registerOwner(product.url);
  const ids = await copyCards(folder, cardId, WARM_UP + ROUNDS * MISSES);
  const pages = await measureMisses(product, ids, (id) => `/card/${id}`);
  const files = await measureMisses(product, ids, (id) => `/api/cards/${id}/vcard`);
  agent.destroy();
  await product.stop();
  fs.rmSync(folder, { recursive: true });
  return [
    milliseconds('CPU of a card that is not in memory', pages.all, 1.2),
    milliseconds('Its part on the event loop', pages.loop, 0.6),
    milliseconds('CPU of a contact file that is not in memory', files.all, 0.6),
  ];
}

/** The median of the rounds in milliseconds: of the whole process, and of its event loop. */
async function measureMisses({ url, pid }, ids, pathOf) {
  const waiting = [...ids];
  const visitNext = async (count) => {
    const addresses = waiting.splice(0, count).map((id) => url + pathOf(id));
    const visitors = Array.from({ length: AT_ONCE }, async () => {
      for (let address = addresses.pop(); address; address = addresses.pop()) await visit(address);
    });
    await Promise.all(visitors);
  };
  await visitNext(WARM_UP);
  const rounds = [];
  for (let n = 0; n < ROUNDS; n += 1) {
    const [cpu, loop] = [readCpuMs(pid), readLoopMs(pid)];
    await visitNext(MISSES);
    rounds.push({ all: (readCpuMs(pid) - cpu) / MISSES, loop: (readLoopMs(pid) - loop) / MISSES });
  }
  const at = (part) => computeMedian(rounds.map((round) => round[part]));
  return { all: at('all'), loop: at('loop') };
}

const milliseconds = (what, value, atMost) => ({
  what,
  value,
  shown: `${value.toFixed(2)} ms`,
  atMost,
  target: `≤ ${atMost} ms`,
});
