import { expect, it, vi } from 'vitest';
import { contactIds, type Owner, registerOwner, type Stream, streamContacts } from '#test/process/people.ts';
import {
  childrenOf,
  connectionPids,
  databasePid,
  makeFolder,
  type Product,
  signal,
  start,
} from '#test/process/product.ts';

const killDatabase = (dataDir: string) => signal(databasePid(dataDir), 'SIGKILL');
/** Somewhere in the stream, at a different point in every run. */
const soon = (stream: Stream) => stream.more(10 + Math.floor(Math.random() * 100));

async function expectAllKept(product: Product, owner: Owner, stream: Stream): Promise<void> {
  const kept = await contactIds(product.url, owner);
  expect(stream.acknowledged.filter((id) => !kept.has(id))).toEqual([]);
}

it('keeps every acknowledged contact when the app is killed, and continues with the database that was left running', async () => {
  const DATA_DIR = makeFolder();
  let product = await start({ DATA_DIR });
  const owner = await registerOwner(product.url);
  for (let round = 0; round < 3; round += 1) {
    const stream = streamContacts(product.url, owner);
    await soon(stream);
    const orphan = databasePid(DATA_DIR);
    product.kill('SIGKILL');
    await product.ended;
    await stream.stop();
    product = await start({ DATA_DIR });
    expect(databasePid(DATA_DIR)).toBe(orphan);
    await expectAllKept(product, owner, stream);
  }
});

it('keeps every acknowledged contact when app and database are killed together', async () => {
  const DATA_DIR = makeFolder();
  let product = await start({ DATA_DIR });
  const owner = await registerOwner(product.url);
  for (let round = 0; round < 3; round += 1) {
    const stream = streamContacts(product.url, owner);
    await soon(stream);
    killDatabase(DATA_DIR);
    product.kill('SIGKILL');
    await product.ended;
    await stream.stop();
    product = await start({ DATA_DIR });
    await expectAllKept(product, owner, stream);
  }
});

it.each([
  ['the database server', killDatabase],
  [
    'a connection of the database',
    async (dataDir: string) => signal((await connectionPids(dataDir))[0], 'SIGKILL'),
  ],
])('recovers by itself when %s is killed', async (_victim, kill) => {
  const DATA_DIR = makeFolder();
  const product = await start({ DATA_DIR });
  const owner = await registerOwner(product.url);
  const stream = streamContacts(product.url, owner);
  for (let round = 0; round < 3; round += 1) {
    await soon(stream);
    await kill(DATA_DIR);
    await stream.more(20);
  }
  await stream.stop();
  expect(product.isRunning()).toBe(true);
  for (const { status, body } of stream.refusals) {
    expect(status).toBe(503);
    expect(body).toEqual({
      message: 'Goldleaf is restarting. Please try again in a moment.',
      code: 'unavailable',
    });
  }
  await expectAllKept(product, owner, stream);
  product.kill('SIGTERM');
  expect(await product.ended).toEqual({ code: 0, signal: null });
});

it('comes back by itself under npm start when the server is killed, and ends together with npm start', async () => {
  const DATA_DIR = makeFolder();
  const product = await start({ DATA_DIR }, {}, 'scripts/start.mjs');
  const owner = await registerOwner(product.url);
  const stream = streamContacts(product.url, owner);
  await soon(stream);
  signal(childrenOf(product.pid)[0], 'SIGKILL');
  await product.says('ended (SIGKILL) and starts again in 1 s.');
  await stream.more(20);
  await stream.stop();
  await expectAllKept(product, owner, stream);
  product.kill('SIGKILL');
  await vi.waitFor(() => expect(databasePid(DATA_DIR)).toBeNull(), { timeout: 30_000, interval: 100 });
});

it('starts again after a shutdown that was killed halfway', async () => {
  const DATA_DIR = makeFolder();
  const product = await start({ DATA_DIR });
  const owner = await registerOwner(product.url);
  const stream = streamContacts(product.url, owner);
  await soon(stream);
  product.kill('SIGTERM');
  await product.says('Stopping on SIGTERM');
  product.kill('SIGKILL');
  await product.ended;
  await stream.stop();
  await expectAllKept(await start({ DATA_DIR }), owner, stream);
});
