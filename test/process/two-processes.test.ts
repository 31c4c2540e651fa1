import path from 'node:path';
import pg from 'pg';
import { expect, it } from 'vitest';
import { startEmbedded } from '#server/db/embedded/embedded.ts';
import { callServer, expectAllKept, registerOwner, streamContacts } from '#test/process/people.ts';
import {
  databasePid,
  launchProduct,
  listChildren,
  listWorkers,
  makeDataFolder,
  makeFolder,
  type Product,
  signalProcess,
  startProduct,
} from '#test/process/product.ts';

it('shows an edit made through one process at once on pages of another, even after its connection was cut', async () => {
  const folder = makeDataFolder();
  const database = await startEmbedded(path.join(folder, 'postgres'), { onLog: () => {} });
  const host = encodeURIComponent(database.connection.host);
  const DATABASE_URL = `postgres://app@localhost:5432/postgres?host=${host}`;
  const [here, there, elsewhere] = await Promise.all([
    startProduct({ DATABASE_URL, DATA_DIR: folder }),
    startProduct({ DATABASE_URL, DATA_DIR: folder }),
    launchProduct({ DATABASE_URL, DATA_DIR: makeFolder() }),
  ]);
  expect((await elsewhere.ended).code).toBe(1);
  expect(elsewhere.output()).toMatch(
    /^Goldleaf cannot start\. \S+ does not have the files of this database: [^\n]+\n$/,
  );
  const owner = await registerOwner(here.url);
  const page = `/card/${owner.cardId}`;
  const rename = async (fullName: string) => {
    await callServer(here.url, 'PUT', `/api/cards/${owner.cardId}`, { fullName }, owner.cookie);
    expect((await callServer(here.url, 'GET', page)).body).toContain(fullName);
    await expect
      .poll(async () => (await callServer(there.url, 'GET', page)).body, { timeout: 10_000 })
      .toContain(fullName);
  };
  expect((await callServer(there.url, 'GET', page)).body).toContain('Ada Byron');
  await rename('Ada King');

  const client = new pg.Client(database.connection);
  await client.connect();
  const cut = await client.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'goldleaf-page-changes'",
  );
  await client.end();
  expect(cut.rowCount).toBe(2);
  await rename('Ada Lovelace');
  await rename('Countess of Lovelace');
  for (const product of [here, there]) {
    product.kill('SIGTERM');
    expect((await product.ended).code).toBe(0);
  }
  await database.stop();
});

const startWorkers = async () => {
  const DATA_DIR = makeDataFolder();
  const product = await startProduct({ DATA_DIR, WORKERS: '2' });
  return { product, DATA_DIR, owner: await registerOwner(product.url) };
};
/** Resolves once two workers serve, of which none is one of these. */
const waitForOthers = (product: Product, before: number[]) =>
  expect
    .poll(() => listWorkers(product).filter((pid) => !before.includes(pid)).length, { timeout: 30_000 })
    .toBe(2);

/**
 * Asks again and again, on new and on kept connections, until told to stop; resolves to what failed. A kept connection
 * may close just as it is used again: then it asks once more, as browsers do.
 */
function askAllTheTime(url: string) {
  const failures: string[] = [];
  let count = 0;
  let isStopped = false;
  const ask = async (headers: Record<string, string>) => {
    while (!isStopped) {
      const once = () => fetch(url, { headers });
      const asked = headers.connection ? once() : once().catch(once);
      const response = await asked.catch((error: Error) => error);
      if (response instanceof Error) failures.push(String(response.cause));
      else if ((await response.text()) && response.status !== 200) failures.push(String(response.status));
      count += 1;
    }
  };
  const asking = [ask({}), ask({}), ask({ connection: 'close' })];
  return async () => {
    isStopped = true;
    await Promise.all(asking);
    expect(count).toBeGreaterThan(0);
    return failures;
  };
}

it('replaces its workers one after the other without a failed request, and stops all of them as it is told', {
  tags: ['thorough'],
}, async () => {
  const { product, DATA_DIR, owner } = await startWorkers();
  const before = listWorkers(product);
  const database = databasePid(DATA_DIR);
  const stopAsking = askAllTheTime(`${product.url}/card/${owner.cardId}`);
  const stream = streamContacts(product.url, owner);
  await stream.more(20);
  product.kill('SIGHUP');
  await product.says('All workers were replaced');
  expect(listWorkers(product).filter((pid) => before.includes(pid))).toEqual([]);
  await stream.more(20);
  await stream.stop();
  expect([await stopAsking(), stream.refusals, databasePid(DATA_DIR)]).toEqual([[], [], database]);
  await expectAllKept(product, owner, stream);
  product.kill('SIGTERM');
  expect([await product.ended, databasePid(DATA_DIR)]).toEqual([{ code: 0, signal: null }, null]);
  expect(product.output().match(/Goldleaf is ready/g)).toHaveLength(1);
});

it('replaces its workers once it is ready when SIGHUP comes before', { tags: ['thorough'] }, async () => {
  const product = await launchProduct({ DATA_DIR: makeDataFolder(), WORKERS: '2' });
  await expect.poll(() => listChildren(product.pid), { timeout: 30_000 }).not.toEqual([]);
  product.kill('SIGHUP');
  await product.says('All workers were replaced');
  expect(product.output()).not.toContain('no workers to replace');
});

it('goes on with the other worker when one is killed, and puts another in its place', {
  tags: ['thorough'],
}, async () => {
  const { product, DATA_DIR, owner } = await startWorkers();
  const database = databasePid(DATA_DIR);
  const [killed, left] = listWorkers(product);
  const stream = streamContacts(product.url, owner);
  await stream.more(50);
  signalProcess(killed, 'SIGKILL');
  await stream.more(50);
  await product.says('A worker ended unexpectedly, and another starts in 1 s');
  await waitForOthers(product, [killed ?? 0]);
  await stream.more(50);
  await stream.stop();
  expect(stream.refusals).toEqual([]);
  expect([listWorkers(product).includes(left ?? 0), databasePid(DATA_DIR)]).toEqual([true, database]);
  await expectAllKept(product, owner, stream);
});

it('counts wrong passwords for both, and goes on counting after both were killed', {
  tags: ['thorough'],
}, async () => {
  const folder = makeDataFolder();
  const database = await startEmbedded(path.join(folder, 'postgres'), { onLog: () => {} });
  const host = encodeURIComponent(database.connection.host);
  const DATABASE_URL = `postgres://app@localhost:5432/postgres?host=${host}`;
  const start = () => startProduct({ DATABASE_URL, DATA_DIR: folder, RATE_LIMITS: 'on' });
  const [here, there] = await Promise.all([start(), start()]);
  await registerOwner(here.url);
  const guess = async ({ url }: { url: string }) =>
    (await callServer(url, 'POST', '/api/auth/login', { email: 'ada', password: 'a wrong one' })).status;
  const guesses = await Promise.all(
    [here, there].flatMap((one) => Array.from({ length: 15 }, () => guess(one))),
  );
  expect(guesses.filter((status) => status === 401)).toHaveLength(10);
  expect(guesses.filter((status) => status === 429)).toHaveLength(20);
  for (const product of [here, there]) {
    product.kill('SIGKILL');
    await product.ended;
  }
  expect(await guess(await start())).toBe(429);
  await database.stop();
});
