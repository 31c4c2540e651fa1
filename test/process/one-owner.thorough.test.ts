import { expect, it } from 'vitest';
import { callServer, contactIds, registerOwner, streamContacts } from '#test/process/people.ts';
import {
  askDatabase,
  launchProduct,
  makeDataFolder,
  makeFolder,
  openAside,
  startProduct,
} from '#test/process/product.ts';

it('lets one of two simultaneous starts on an empty folder serve', async () => {
  const DATA_DIR = makeFolder();
  const both = await Promise.all([launchProduct({ DATA_DIR }), launchProduct({ DATA_DIR })]);
  const refused = await Promise.race(both.map((product) => product.ended.then(() => product)));
  expect((await refused.ended).code).toBe(1);
  expect(refused.output()).toContain('Another Goldleaf is running on');
  const [serving] = both.filter((product) => product !== refused);
  await serving?.says('Goldleaf is ready');
  const owner = await registerOwner(serving?.url ?? '');
  expect((await contactIds(serving?.url ?? '', owner)).size).toBe(0);
});

it('refuses a second Goldleaf on the same folder in one sentence, while the first keeps running', async () => {
  const DATA_DIR = makeDataFolder();
  const first = await startProduct({ DATA_DIR });
  const owner = await registerOwner(first.url);
  const stream = streamContacts(first.url, owner);
  await stream.more(10);
  const second = await launchProduct({ DATA_DIR });
  expect((await second.ended).code).toBe(1);
  expect(second.output()).toContain(`Another Goldleaf is running on ${DATA_DIR}/postgres. Stop it first`);
  expect(second.output()).not.toContain('    at ');
  await stream.more(10);
  await stream.stop();
  expect(stream.refusals).toEqual([]);
  expect((await contactIds(first.url, owner)).size).toBe(stream.acknowledged.length);
});

it('says once why the database that it lost does not come back, and goes on once it does', async () => {
  const DATA_DIR = makeDataFolder();
  const product = await startProduct({ DATA_DIR });
  const owning =
    'select pid, objid from pg_locks where locktype = $$advisory$$ and granted and objid = 715002';
  const [owner] = await askDatabase<{ pid: number }>(DATA_DIR, owning);
  const other = await openAside(DATA_DIR);
  const taken = other.query('select pg_advisory_lock(715002)');
  await askDatabase(DATA_DIR, `select pg_terminate_backend(${owner?.pid})`);
  await taken;
  const sentence = 'The embedded database does not come back';
  await product.says(sentence);
  expect(product.output()).toContain(`Another Goldleaf is running on ${DATA_DIR}/postgres.`);
  await other.end();
  const isOwned = async () => (await askDatabase(DATA_DIR, owning)).length === 1;
  await expect.poll(isOwned, { timeout: 20_000 }).toBe(true);
  expect(product.output().split(sentence)).toHaveLength(2);
  expect((await callServer(product.url, 'GET', '/readyz')).status).toBe(200);
});
