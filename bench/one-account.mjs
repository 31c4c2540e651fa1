import { fork } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import sharp from 'sharp';
import { readSocket } from './pgbench.mjs';
import { readCpu } from './process-tree.mjs';
import { computeMedian, makeFolder, registerOwner, startProduct } from './product.mjs';

/**
 * The cost to others of one account that does all it may: their cached card, their card as JSON and an exchange with them,
 * while it searches on 16 connections, asks for backgrounds, exports and uploads, each compared with a rest just before.
 * Then the CPU of the dearest calls. Needs about five minutes on a machine without other work, and rate limits.
 */

const PAYING = Number(process.env.BENCH_ROWS ?? 50_000);
const TRIAL = PAYING / 2;
const TURNS = Number(process.env.BENCH_TURNS ?? 5);
const REST_MS = 6_000;
const LOAD_MS = 8_000;
const SEARCHES = 16;
const IMPORT_MS = 120_000;
/** As much slower than at rest as others may be, or this many milliseconds if that is more. */
const BOUNDS = { p50: [2, 10], p99: [5, 50] };
const RATES = { card: 50, json: 20, exchange: 10 };

/** Calls of one account: what is not answered 200 is told by its status. */
const callerOf = (url, first) => {
  let cookie = first;
  return async (method, address, body) => {
    const isForm = body instanceof FormData;
    const answer = await fetch(url + address, {
      method,
      headers: { cookie, ...(body && !isForm ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(60_000),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? cookie;
    return { status: answer.status, text: () => bytes.toString() };
  };
};

const formOf = (bytes, name) => {
  const form = new FormData();
  form.set('file', new Blob([bytes]), name);
  return form;
};

/** Imports so many contacts, as a person would, and waits until it is done. */
async function importContacts(call, count) {
  const line = (_, n) =>
    `Guest${n} Family${n % 977},guest${n}@example.com,+1 202 555 ${1000 + (n % 9000)},Firm ${n % 499}`;
  const file = ['Name,Email,Phone,Company', ...Array.from({ length: count }, line)].join('\n');
  const sent = await call('POST', '/api/import', formOf(file, 'guests.csv'));
  if (sent.status !== 200) throw new Error(`The import was answered ${sent.status}: ${sent.text()}`);
  const { id } = JSON.parse(sent.text());
  const until = async (state) => {
    for (const end = Date.now() + IMPORT_MS; Date.now() < end; await sleep(100)) {
      const told = JSON.parse((await call('GET', `/api/import/${id}`)).text());
      if (told.state === state) return;
      if (told.state === 'failed') throw new Error(`The import failed: ${told.error}`);
    }
    throw new Error(`After ${IMPORT_MS} ms the import is not ${state}.`);
  };
  await until('ready');
  await call('POST', `/api/import/${id}/start`, {});
  await until('done');
}

/** A flat AVIF of twelve megapixels: some hundred bytes. */
const makeAvif = (shade) =>
  sharp({ create: { width: 4_000, height: 3_000, channels: 3, background: { r: shade, g: 80, b: 60 } } })
    .avif()
    .toBuffer();
const makePng = () =>
  sharp({ create: { width: 4_000, height: 3_000, channels: 3, background: '#335577' } })
    .png({ progressive: true })
    .toBuffer();

/** Does all an account may for a while; resolves to how often each status was answered. */
async function pressServer({ call, cardId }, avif, ms) {
  const end = Date.now() + ms;
  const statuses = new Map();
  const note = ({ status }) => statuses.set(status, (statuses.get(status) ?? 0) + 1);
  const failed = () => note({ status: 'broken' });
  let n = 0;
  const search = async () => {
    while (Date.now() < end) {
      n += 1;
      await call('GET', `/api/contacts/people?q=zz${n}`).then(note, failed);
    }
  };
  const costly = [
    () => call('GET', `/api/cards/${cardId}/background.png?size=hd`),
    () => call('GET', `/api/cards/${cardId}/background.png?size=4k&side=left`),
    () => call('GET', '/api/contacts/export'),
    () => call('POST', '/api/media', formOf(avif, 'flat.avif')),
  ];
  const others = async () => {
    for (let turn = 0; Date.now() < end; turn += 1) await costly[turn % costly.length]?.().then(note, failed);
  };
  await Promise.all([...Array.from({ length: SEARCHES }, search), others()]);
  return statuses;
}

/** Turns of rest and load; resolves to the medians of each. */
async function takeTurns(account, reportOf, avif) {
  const turns = [];
  const statuses = new Map();
  for (let turn = 0; turn < TURNS; turn += 1) {
    await reportOf();
    await sleep(REST_MS);
    const rest = await reportOf();
    for (const [status, count] of await pressServer(account, avif, LOAD_MS))
      statuses.set(status, (statuses.get(status) ?? 0) + count);
    turns.push({ rest, load: await reportOf() });
    await sleep(1_000);
  }
  return { turns, statuses };
}

function listFigures(who, { turns, statuses }) {
  const answers = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
  const rows = Object.keys(RATES).flatMap((what) =>
    Object.entries(BOUNDS).map(([share, [factor, least]]) => {
      const of = (phase) =>
        computeMedian(turns.map((turn) => turn[phase][what]?.[share] ?? Number.POSITIVE_INFINITY));
      const failed = turns.reduce((sum, { load }) => sum + (load[what]?.failed ?? 0), 0);
      const atMost = Math.max(factor * of('rest'), least);
      const shown = `${of('load').toFixed(1)} ms (at rest ${of('rest').toFixed(1)}${failed ? `, ${failed} failed` : ''})`;
      return {
        what: `${what} of another, ${share}, while ${who} presses`,
        value: of('load'),
        shown,
        atMost: Number(atMost.toFixed(1)),
      };
    }),
  );
  return [...rows, { what: `  what ${who} was answered`, shown: answers }];
}

/** The dearest calls: CPU of all processes for each, beside what it was when one account had no such limits. */
async function weighCalls(product, folder, { call, cardId }, { avif, imported }) {
  const { url, pid } = product;
  /** Waits until what earlier calls left to jobs and to the database's own upkeep is done, for a while. */
  const settle = async () => {
    for (let n = 0, before = readCpu(pid, folder); n < 10; n += 1) {
      await sleep(500);
      const now = readCpu(pid, folder);
      if (now - before <= 20) return;
      before = now;
    }
  };
  const cost = async (run) => {
    await settle();
    const before = readCpu(pid, folder);
    const { status } = await run();
    return { status, ms: readCpu(pid, folder) - before };
  };
  const png = await makePng();
  // Starts the child processes.
  await call('GET', `/api/cards/${cardId}/background.png?design=rings`);
  await call('GET', `/api/cards/${cardId}/code.pdf?style=blue`);
  await call('GET', `/card/${cardId}/preview.png`);
  const preview = async () => {
    await call('PUT', `/api/cards/${cardId}`, { fullName: `Ada ${Date.now()}` });
    return call('GET', `/card/${cardId}/preview.png`);
  };
  const confirmed = await call('POST', '/api/account/confirm', { password: 'correct horse' });
  /** @type {[string, number, () => Promise<{ status: number }>][]} */
  const calls = [
    [`contacts export of ${TRIAL} rows`, 2_400, () => call('GET', '/api/contacts/export')],
    ['the same, vCard 4', 5_500, () => call('GET', '/api/contacts/export?format=vcard4')],
    [`account export (confirmed ${confirmed.status})`, 2_600, () => call('GET', '/api/account/export')],
    ['AVIF of 12 MP', 620, () => call('POST', '/api/media', formOf(avif, 'one.avif'))],
    ['interlaced PNG of 12 MP', 210, () => call('POST', '/api/media', formOf(png, 'one.png'))],
    [
      'background HD, first time',
      160,
      () => call('GET', `/api/cards/${cardId}/background.png?design=studio`),
    ],
    ['background HD, again', 160, () => call('GET', `/api/cards/${cardId}/background.png?design=studio`)],
    ['background 4K', 600, () => call('GET', `/api/cards/${cardId}/background.png?design=colors&size=4k`)],
    ['preview.png after an edit', 75, preview],
    ['code.pdf', 60, () => call('GET', `/api/cards/${cardId}/code.pdf?style=gold`)],
  ];
  const shown = ({ status, ms }, before) => `${Math.round(ms)} ms (${status}; before about ${before})`;
  const figures = imported.map(([what, ms, before]) => ({
    what: `CPU of ${what}`,
    shown: shown({ status: 200, ms }, before),
  }));
  for (const [what, before, run] of calls)
    figures.push({ what: `CPU of ${what}`, shown: shown(await cost(run), before) });
  return [...figures, { what: 'Server', shown: url }];
}

async function openAccount({ url }, name) {
  const owner = await registerOwner(url, name);
  return { ...owner, call: callerOf(url, owner.cookie) };
}

async function pay(folder, { userId }) {
  const client = new pg.Client({ host: readSocket(folder), user: 'app', database: 'postgres' });
  await client.connect();
  await client.query(
    `update users set subscription_status = 'active', checkout_completed_at = now() where id = $1`,
    [userId],
  );
  await client.end();
}

/** The import of the paying account and what comes right after it, each with its CPU. */
async function importAndLook(product, folder, { call }) {
  const cost = async (run) => {
    const before = readCpu(product.pid, folder);
    await run();
    return readCpu(product.pid, folder) - before;
  };
  return [
    [`the import of ${PAYING} rows`, await cost(() => importContacts(call, PAYING)), 32_000],
    ['a people page right after it', await cost(() => call('GET', '/api/contacts/people?limit=50')), 440],
    ['a search right after it', await cost(() => call('GET', '/api/contacts/people?q=zzz')), 230],
  ];
}

export async function measureOneAccount() {
  const folder = makeFolder();
  const product = await startProduct(folder, { RATE_LIMITS: 'on', TRUST_PROXY: 'on' });
  const { url } = product;
  try {
    const paying = await openAccount(product, 'grace');
    const trial = await openAccount(product, 'charles');
    const other = await openAccount(product, 'ada');
    await pay(folder, paying);
    const imported = await importAndLook(product, folder, paying);
    await importContacts(trial.call, TRIAL);
    const body = JSON.stringify({
      cardId: other.cardId,
      fullName: 'Guest {n}',
      email: 'guest{n}@example.com',
    });
    const targets = [
      { name: 'card', url: `${url}/card/${other.cardId}`, perSecond: RATES.card },
      { name: 'json', url: `${url}/api/cards/${other.cardId}`, perSecond: RATES.json },
      { name: 'exchange', url: `${url}/api/contacts/exchange`, perSecond: RATES.exchange, body },
    ];
    const visitors = fork(path.join(import.meta.dirname, 'open-loop.mjs'), [JSON.stringify(targets)]);
    const reportOf = () =>
      new Promise((resolve) => {
        visitors.once('message', resolve);
        visitors.send('report');
      });
    await sleep(2_000);
    const avif = await makeAvif(40);
    const figures = [
      ...listFigures('a paying account', await takeTurns(paying, reportOf, avif)),
      ...listFigures('a trial account', await takeTurns(trial, reportOf, avif)),
    ];
    visitors.disconnect();
    // An account whose limits are not used up.
    const fresh = await openAccount(product, 'alan');
    await importContacts(fresh.call, TRIAL);
    return [...figures, ...(await weighCalls(product, folder, fresh, { avif, imported }))];
  } finally {
    await product.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
