import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { startEmbedded } from '#server/db/embedded/embedded.ts';
import { callServer, registerOwner, streamContacts } from '#test/process/people.ts';
import {
  askDatabase,
  databasePid,
  freePort,
  launchProduct,
  listChildren,
  listWorkers,
  makeDataFolder,
  makeFolder,
  signalProcess,
  startProduct,
} from '#test/process/product.ts';
import { beginWork, expectCleanAnswers, findLosses, killEach, NOTHING } from '#test/process/work.ts';

/** Several processes under load, and those that serve or run jobs alone. */

const WAIT = { timeout: 90_000 };
const LONG_MS = 300_000;

/** A database that is nobody's own, as several machines have it, and the folder of their files. */
async function openShared() {
  const DATA_DIR = makeDataFolder();
  const database = await startEmbedded(path.join(DATA_DIR, 'postgres'), { onLog: () => {} });
  const host = encodeURIComponent(database.connection.host);
  return { DATA_DIR, DATABASE_URL: `postgres://app@localhost:5432/postgres?host=${host}`, database };
}

const importsIn = (url: string, id: string, cookie: string) => async () =>
  (await callServer(url, 'GET', `/api/import/${id}`, undefined, cookie)).body.state;

it('serves with ROLE=web, and has jobs done with ROLE=jobs by a process that serves nobody', async () => {
  const { database, ...shared } = await openShared();
  const web = await startProduct({ ...shared, ROLE: 'web' });
  const { cookie } = await registerOwner(web.url);
  await callServer(web.url, 'POST', '/api/auth/login', { email: 'ada', password: 'correct horse' });
  const outbox = () => fs.readdirSync(shared.DATA_DIR).includes('outbox');
  const form = new FormData();
  form.append('file', new File(['First Name,Email\nAda,ada@example.com\n'], 'people.csv'));
  const { id } = await (
    await fetch(`${web.url}/api/import`, { method: 'POST', body: form, headers: { cookie } })
  ).json();
  const stateOf = importsIn(web.url, id, cookie);
  await sleep(2_000);
  expect([outbox(), await stateOf()]).toEqual([false, 'reading']);

  const jobs = await startProduct({ ...shared, ROLE: 'jobs' });
  await expect.poll(stateOf, WAIT).toBe('ready');
  await expect.poll(outbox, WAIT).toBe(true);
  // By itself, it would look only within a minute.
  await callServer(web.url, 'POST', `/api/import/${id}/start`, { duplicates: 'skip' }, cookie);
  await expect.poll(stateOf, WAIT).toBe('done');

  const statusAt = async (at: string) => (await callServer(jobs.url, 'GET', at)).status;
  expect(await Promise.all(['/healthz', '/readyz', '/', '/api/cards', '/metrics'].map(statusAt))).toEqual([
    ...[200, 200, 404, 404, 404],
  ]);
  for (const product of [web, jobs]) {
    product.kill('SIGTERM');
    expect((await product.ended).code).toBe(0);
  }
  await database.stop();
});

it('starts eight workers on the embedded database, which never open more connections than they planned', {
  timeout: 2 * LONG_MS,
}, async () => {
  const DATA_DIR = makeDataFolder();
  const product = await launchProduct({ DATA_DIR, WORKERS: '8' });
  await expect.poll(product.output, { timeout: LONG_MS }).toContain('Goldleaf is ready');
  const planned = Number(/Goldleaf may use (\d+) of the database’s 100/.exec(product.output())?.[1]);
  const work = beginWork(product, await registerOwner(product.url));
  const count = async () => {
    const [row] = await askDatabase<{ count: number }>(
      DATA_DIR,
      "select count(*)::int from pg_stat_activity where application_name like 'goldleaf%'",
    );
    return row?.count ?? 0;
  };
  for (let round = 0; round < 5; round += 1) {
    await work.more(5);
    expect(await count()).toBeLessThanOrEqual(planned);
  }
  await work.stop();
  expectCleanAnswers(work);
  expect(work.statuses.get(503)).toBe(undefined);
});

it('loses nothing when one worker after the other is killed, and then the process that looks after them', {
  timeout: LONG_MS,
}, async () => {
  const DATA_DIR = makeDataFolder();
  const product = await startProduct({ DATA_DIR, WORKERS: '2' });
  const owner = await registerOwner(product.url);
  const work = beginWork(product, owner);
  const database = databasePid(DATA_DIR);
  await killEach(product, work);
  const next = await startProduct({ DATA_DIR, WORKERS: '2' });
  expect(databasePid(DATA_DIR)).toBe(database);
  const [, , , , host = ''] = fs
    .readFileSync(path.join(DATA_DIR, 'postgres/postmaster.pid'), 'utf8')
    .split('\n');
  const connection = { host, user: 'app', database: 'postgres' };
  expect(await findLosses(connection, next, owner, work.acknowledged)).toEqual(NOTHING);
});

/** Sends a photo over so many seconds; resolves to the status. */
async function uploadSlowly(url: string, cookie: string, seconds: number): Promise<number> {
  const photo = await sharp({ create: { width: 90, height: 90, channels: 3, background: '#d4af37' } })
    .png()
    .toBuffer();
  const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n';
  const body = Buffer.concat([Buffer.from(head), photo, Buffer.from('\r\n--x--\r\n')]);
  const request = http.request(`${url}/api/media`, {
    method: 'POST',
    agent: false,
    headers: { cookie, 'content-type': 'multipart/form-data; boundary=x', 'content-length': body.length },
  });
  const answered = once(request, 'response');
  answered.catch(() => {});
  const step = Math.ceil(body.length / seconds);
  for (let at = 0; at < body.length; at += step) {
    request.write(body.subarray(at, at + step));
    await sleep(1_000);
  }
  request.end();
  const [response] = await answered;
  response.resume();
  return response.statusCode;
}

it('finishes what arrives slowly when its worker is replaced', { timeout: LONG_MS }, async () => {
  const product = await startProduct({ DATA_DIR: makeDataFolder(), WORKERS: '2' });
  const { cookie } = await registerOwner(product.url);
  const uploads = Array.from({ length: 6 }, () => uploadSlowly(product.url, cookie, 28));
  product.kill('SIGHUP');
  expect(await Promise.all(uploads)).toEqual(uploads.map(() => 200));
  await product.says('All workers were replaced');
});

it('is started again by npm start when the first process is killed while its workers still listen', {
  timeout: LONG_MS,
}, async () => {
  const settings = { DATA_DIR: makeDataFolder(), WORKERS: '2' };
  const product = await startProduct(settings, undefined, 'scripts/start.mjs');
  const { cardId } = await registerOwner(product.url);
  const [first] = listChildren(product.pid);
  signalProcess(first, 'SIGKILL');
  await product.says('ended (SIGKILL) and starts again in 1 s');
  await expect.poll(() => product.output().match(/Goldleaf is ready/g)?.length, WAIT).toBe(2);
  expect((await fetch(`${product.url}/card/${cardId}`)).status).toBe(200);
  product.kill('SIGTERM');
  expect((await product.ended).code).toBe(0);
});

it('gives one answer for all workers at METRICS_PORT, whichever of them is asked', async () => {
  const port = String(await freePort());
  const product = await startProduct({ DATA_DIR: makeDataFolder(), WORKERS: '2', METRICS_PORT: port });
  for (let n = 0; n < 50; n += 1)
    await fetch(`${product.url}/api/auth/me`, { headers: { connection: 'close' } });
  const scrape = async () =>
    (await fetch(`http://127.0.0.1:${port}/metrics`, { headers: { connection: 'close' } })).text();
  const expectAll = async (count: number) => {
    const text = await scrape();
    expect(text).toContain(
      `goldleaf_http_requests_total{route="/api/auth/me",method="GET",status="401"} ${count}\n`,
    );
    for (const number of [1, 2])
      expect(text).toMatch(new RegExp(`^process_resident_memory_bytes\\{process="${number}"\\} \\d+$`, 'm'));
    expect(text.match(/^goldleaf_database_up 1$/gm)).toHaveLength(1);
  };
  for (let n = 0; n < 6; n += 1) {
    await expectAll(50);
    await sleep(300);
  }
  const [killed] = listWorkers(product);
  signalProcess(killed, 'SIGKILL');
  await product.says('A worker ended unexpectedly');
  await expect.poll(() => listWorkers(product).length, WAIT).toBe(2);
  await expect.poll(scrape, WAIT).toContain('process="1"');
  await expectAll(50);
});

it('refuses to start in one sentence, said once, and leaves no database behind', async () => {
  const DATA_DIR = makeDataFolder();
  const tooMany = await launchProduct({ DATA_DIR, WORKERS: '16' });
  expect((await tooMany.ended).code).toBe(1);
  expect(tooMany.output()).toMatch(
    /^Goldleaf cannot start\. With WORKERS=16 it needs \d+ connections to the database, and may use 97 of 100\. [^\n]+\n$/,
  );
  const { database, DATABASE_URL } = await openShared();
  const others = await launchProduct({ DATABASE_URL, DATA_DIR: makeFolder(), WORKERS: '4' });
  expect((await others.ended).code).toBe(1);
  expect(others.output().match(/does not have the files of this database/g)).toHaveLength(1);
  await database.stop();
  expect(databasePid(DATA_DIR)).toBe(null);
});

it('answers 503 on /healthz and everything else as before for DRAIN_SECONDS, and then stops', async () => {
  const product = await startProduct({ DATA_DIR: makeDataFolder(), WORKERS: '2', DRAIN_SECONDS: '3' });
  const owner = await registerOwner(product.url);
  const stream = streamContacts(product.url, owner);
  await stream.more(20);
  product.kill('SIGTERM');
  await product.says('Stopping on the end of all workers');
  const ask = (at: string) => fetch(product.url + at, { headers: { connection: 'close' } });
  await expect.poll(async () => (await ask('/healthz')).status, WAIT).toBe(503);
  expect((await ask(`/card/${owner.cardId}`)).status).toBe(200);
  await stream.more(5);
  expect((await product.ended).code).toBe(0);
  await stream.stop();
  expect(stream.refusals).toEqual([]);
});
