import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { registerOwner } from '#test/process/people.ts';
import { killDatabase, makeFolder, startProduct } from '#test/process/product.ts';
import { beginWork, expectCleanAnswers, findLosses, NOTHING, terminateBackends } from '#test/process/work.ts';

it('keeps working when the connections or the server of the embedded database are killed under all kinds of work', async () => {
  const DATA_DIR = makeFolder();
  const product = await startProduct({ DATA_DIR });
  const owner = await registerOwner(product.url);
  const pidFile = path.join(DATA_DIR, 'postgres/postmaster.pid');
  const [, , , , host = ''] = fs.readFileSync(pidFile, 'utf8').split('\n');
  const connection = { host, user: 'app', database: 'postgres' };
  const work = beginWork(product, owner);
  await work.more(2);
  await terminateBackends(connection, work, 8);
  killDatabase(DATA_DIR);
  await work.more(2);
  await work.stop();
  expect(product.isRunning()).toBe(true);
  expectCleanAnswers(work);
  expect(await findLosses(connection, product, owner, work.acknowledged)).toEqual(NOTHING);
});
