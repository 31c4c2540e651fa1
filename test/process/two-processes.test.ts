import path from 'node:path';
import pg from 'pg';
import { expect, it } from 'vitest';
import { startEmbedded } from '#server/db/embedded/embedded.ts';
import { callServer, registerOwner } from '#test/process/people.ts';
import { launchProduct, makeDataFolder, makeFolder, startProduct } from '#test/process/product.ts';

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
