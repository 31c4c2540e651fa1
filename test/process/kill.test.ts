import { expect, it, vi } from 'vitest';
import {
  expectAllKept,
  expectRestarting,
  registerOwner,
  streamContacts,
  waitForMore,
} from '#test/process/people.ts';
import {
  databasePid,
  killDatabase,
  listChildren,
  makeDataFolder,
  signalProcess,
  startProduct,
} from '#test/process/product.ts';

it('comes back by itself under npm start when the server is killed, with every acknowledged contact and the database that was left running, and ends together with npm start', async () => {
  const DATA_DIR = makeDataFolder();
  const product = await startProduct({ DATA_DIR }, {}, 'scripts/start.mjs');
  const owner = await registerOwner(product.url);
  const stream = streamContacts(product.url, owner);
  await waitForMore(stream);
  const orphan = databasePid(DATA_DIR);
  signalProcess(listChildren(product.pid)[0], 'SIGKILL');
  await product.says('ended (SIGKILL) and starts again in 1 s.');
  await stream.more(20);
  await stream.stop();
  expect(databasePid(DATA_DIR)).toBe(orphan);
  await expectAllKept(product, owner, stream);
  product.kill('SIGKILL');
  await vi.waitFor(() => expect(databasePid(DATA_DIR)).toBeNull(), { timeout: 30_000, interval: 100 });
});

it('recovers by itself when the database server is killed', { tags: ['thorough'] }, async () => {
  const DATA_DIR = makeDataFolder();
  const product = await startProduct({ DATA_DIR });
  const owner = await registerOwner(product.url);
  const stream = streamContacts(product.url, owner);
  await waitForMore(stream);
  killDatabase(DATA_DIR);
  await stream.more(20);
  await stream.stop();
  expect(product.isRunning()).toBe(true);
  expectRestarting(stream);
  await expectAllKept(product, owner, stream);
  product.kill('SIGTERM');
  expect(await product.ended).toEqual({ code: 0, signal: null });
});
