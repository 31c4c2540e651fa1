import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import sharp from 'sharp';
import { expect } from 'vitest';
import { callServer, type Owner } from '#test/process/people.ts';
import { listWorkers, type Product, signalProcess } from '#test/process/product.ts';

/** Everything people do at the same time while something is killed, and what became of it. */

const BROWSER =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36';
const GONE = { timeout: 60_000, interval: 100 };
/** A photo like no other of 4,096. */
const photo = (n: number) =>
  sharp({
    create: {
      width: 8,
      height: 8,
      channels: 3,
      background: { r: (n % 16) * 16, g: ((n >> 4) % 16) * 16, b: ((n >> 8) % 16) * 16 },
    },
  })
    .png()
    .toBuffer();

/** The changes acknowledged with 2xx. */
export interface Acknowledged {
  /** Ids; each contact was sent with a key until it was acknowledged. */
  contacts: string[];
  /** The card's names, in the order in which they were acknowledged. */
  names: string[];
  /** Addresses of uploaded files. */
  files: string[];
  views: number;
  checkouts: number;
}

export interface Work {
  acknowledged: Acknowledged;
  /** How often each response status occurred. */
  statuses: Map<number, number>;
  /** Resolves once this many more of each kind were acknowledged. */
  more(count: number): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the work on an owner's card. After a broken connection it tries again. */
export function beginWork(product: Product, { cardId, cookie }: Owner): Work {
  const { url } = product;
  const acknowledged: Acknowledged = { contacts: [], names: [], files: [], views: 0, checkouts: 0 };
  const statuses = new Map<number, number>();
  let isStopped = false;
  const note = (status: number) => statuses.set(status, (statuses.get(status) ?? 0) + 1);
  const ask = async (method: string, path: string, body: unknown, as = '') => {
    const answer = await callServer(url, method, path, body, as).catch(() => null);
    if (answer) note(answer.status);
    else await sleep(10);
    return answer?.status === 200 ? answer : null;
  };

  const exchange = async (n: number, lane: number) => {
    const key = `exchange-${lane}-${n}`;
    const contact = { fullName: `Guest ${lane}-${n}`, email: 'guest@example.com', cardId, key };
    while (product.isRunning()) {
      const answer = await ask('POST', '/api/contacts/exchange', contact);
      if (answer) return void acknowledged.contacts.push(answer.body.id);
    }
  };
  const rename = async (n: number) => {
    const fullName = `Ada ${n}`;
    if (await ask('PUT', `/api/cards/${cardId}`, { fullName }, cookie)) acknowledged.names.push(fullName);
  };
  const upload = async (n: number) => {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(await photo(n))]), 'photo.png');
    const response = await fetch(`${url}/api/media`, {
      method: 'POST',
      headers: { cookie },
      body: form,
    }).catch(() => null);
    if (!response) return void (await sleep(10));
    note(response.status);
    const body = await response.json().catch(() => null);
    if (response.ok) acknowledged.files.push(body.url);
  };
  const view = async (n: number) => {
    const response = await fetch(`${url}/api/cards/${cardId}/views`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': `${BROWSER} ${n}` },
      body: '{}',
    }).catch(() => null);
    if (!response) return void (await sleep(10));
    note(response.status);
    const body = await response.json().catch(() => null);
    if (response.ok && body.isCounted) acknowledged.views += 1;
  };
  const pay = async () => {
    if (await ask('POST', '/api/billing/checkout', {}, cookie)) acknowledged.checkouts += 1;
    await sleep(20);
  };

  const jobs = [exchange, exchange, exchange, rename, upload, view, pay];
  const lanes = jobs.map(async (job, lane) => {
    for (let n = 0; !isStopped; n += 1) await job(n, lane);
  });
  const counts = () => [
    acknowledged.contacts.length,
    acknowledged.names.length,
    acknowledged.files.length,
    acknowledged.views,
    acknowledged.checkouts,
  ];
  return {
    acknowledged,
    statuses,
    async more(count) {
      const wanted = counts().map((done) => done + count);
      while (counts().some((done, kind) => done < (wanted[kind] ?? 0))) {
        if (!product.isRunning()) {
          isStopped = true;
          throw new Error(`The process has ended. It said: ${product.output()}`);
        }
        await sleep(5);
      }
    },
    async stop() {
      isStopped = true;
      await Promise.all(lanes);
    },
  };
}

/** Acknowledged work that the database and the server do not have, and how many contacts were counted twice. */
export async function findLosses(
  connection: pg.ClientConfig,
  { url }: Pick<Product, 'url'>,
  { cardId }: Owner,
  { contacts, names, files, views }: Acknowledged,
): Promise<{ contacts: number; twice: number; names: number; files: number; views: number }> {
  const client = new pg.Client(connection);
  await client.connect();
  const { rows } = await client.query<{ id: string }>('select id from contacts where card_id = $1', [cardId]);
  const found = await client.query<{ views: number; name: string }>(
    `select (select count(*)::int from card_views where card_id = $1) as views,
      (select full_name from business_cards where id = $1) as name`,
    [cardId],
  );
  await client.end();
  const kept = new Set(rows.map(({ id }) => id));
  const numberOf = (name = 'Ada -1') => Number(name.split(' ')[1]);
  const answers = await Promise.all(
    [...new Set(files)].map(async (file) => (await fetch(url + file)).status === 200),
  );
  return {
    contacts: contacts.filter((id) => !kept.has(id)).length,
    twice: kept.size - new Set(contacts).size,
    // A later save may have been stored although its response was lost.
    names: Math.max(0, numberOf(names.at(-1)) - numberOf(found.rows[0]?.name)),
    files: answers.filter((isThere) => !isThere).length,
    views: Math.max(0, views - (found.rows[0]?.views ?? 0)),
  };
}

/** The count of losses if nothing is lost. */
export const NOTHING = { contacts: 0, twice: 0, names: 0, files: 0, views: 0 };

/** Terminates one connection of the app after another, whatever it is doing. */
export async function terminateBackends(
  connection: pg.ClientConfig,
  work: Work,
  rounds: number,
): Promise<void> {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  await client.connect();
  for (let round = 0; round < rounds; round += 1) {
    await work.more(1);
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where backend_type = 'client backend' and pid <> pg_backend_pid() and query not like '%pg_try_advisory_lock%'`,
    );
  }
  await client.end();
}

/** Only responses that say what happened, no 500 among them. */
export const expectCleanAnswers = (work: Work): void =>
  expect([...work.statuses.keys()].filter((status) => status !== 503 && status >= 500)).toEqual([]);

/** Kills one worker after the other while work goes on, and then the process that looks after them; returns once all are gone. */
export async function killEach(product: Product, work: Work): Promise<void> {
  const before = listWorkers(product);
  for (const pid of before) {
    await work.more(5);
    signalProcess(pid, 'SIGKILL');
  }
  await expect.poll(() => listWorkers(product).length, GONE).toBe(before.length);
  await work.more(5);
  const workers = listWorkers(product);
  product.kill('SIGKILL');
  await product.ended;
  await work.stop();
  expectCleanAnswers(work);
  await expect.poll(() => workers.filter((pid) => fs.existsSync(`/proc/${pid}`)), GONE).toEqual([]);
}
