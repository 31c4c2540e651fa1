import { expect, it } from 'vitest';
import {
  expectAllKept,
  expectRestarting,
  registerOwner,
  streamContacts,
  waitForMore,
} from '#test/process/people.ts';
import {
  connectionPids,
  databasePid,
  killDatabase,
  makeFolder,
  type Product,
  signalProcess,
  startProduct,
} from '#test/process/product.ts';

/** `kill.test.ts` again and again, at other points, and with other victims. */

const killApp = (_dataDir: string, product: Product) => product.kill('SIGKILL');

it.each([
  ['the app', killApp],
  [
    'app and database together',
    (dataDir: string, product: Product) => {
      killDatabase(dataDir);
      product.kill('SIGKILL');
    },
  ],
])('keeps every acknowledged contact when %s is killed three times', async (_victims, kill) => {
  const DATA_DIR = makeFolder();
  let product = await startProduct({ DATA_DIR });
  const owner = await registerOwner(product.url);
  for (let round = 0; round < 3; round += 1) {
    const stream = streamContacts(product.url, owner);
    await waitForMore(stream);
    const before = databasePid(DATA_DIR);
    kill(DATA_DIR, product);
    await product.ended;
    await stream.stop();
    product = await startProduct({ DATA_DIR });
    if (kill === killApp) expect(databasePid(DATA_DIR)).toBe(before);
    await expectAllKept(product, owner, stream);
  }
});

it.each([
  ['the database server', killDatabase],
  [
    'a connection of the database',
    async (dataDir: string) => signalProcess((await connectionPids(dataDir))[0], 'SIGKILL'),
  ],
])('recovers by itself when %s is killed three times', async (_victim, kill) => {
  const DATA_DIR = makeFolder();
  const product = await startProduct({ DATA_DIR });
  const owner = await registerOwner(product.url);
  const stream = streamContacts(product.url, owner);
  for (let round = 0; round < 3; round += 1) {
    await waitForMore(stream);
    await kill(DATA_DIR);
    await stream.more(20);
  }
  await stream.stop();
  expect(product.isRunning()).toBe(true);
  expectRestarting(stream);
  await expectAllKept(product, owner, stream);
  product.kill('SIGTERM');
  expect(await product.ended).toEqual({ code: 0, signal: null });
});

it('starts again after a shutdown that was killed halfway', async () => {
  const DATA_DIR = makeFolder();
  const product = await startProduct({ DATA_DIR });
  const owner = await registerOwner(product.url);
  const stream = streamContacts(product.url, owner);
  await waitForMore(stream);
  product.kill('SIGTERM');
  await product.says('Stopping on SIGTERM');
  product.kill('SIGKILL');
  await product.ended;
  await stream.stop();
  await expectAllKept(await startProduct({ DATA_DIR }), owner, stream);
});
