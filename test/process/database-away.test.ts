import path from 'node:path';
import { expect, it } from 'vitest';
import { startEmbedded } from '#server/db/embedded/embedded.ts';
import { callServer, registerOwner } from '#test/process/people.ts';
import { freezeDatabase, makeDataFolder, startProduct } from '#test/process/product.ts';

/** The visitors' view while the database is down: pages cached before, and otherwise a page that says so. */

const html = { accept: 'text/html' };

async function look(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, { headers });
  const text = await response.text();
  const { status } = response;
  return { status, text, retryAfter: response.headers.get('retry-after') };
}

it('shows previously viewed cards, codes and contact files while the database is down, and their changes afterwards', async () => {
  const folder = makeDataFolder();
  let database = await startEmbedded(path.join(folder, 'postgres'), { onLog: () => {} });
  const host = encodeURIComponent(database.connection.host);
  const DATABASE_URL = `postgres://app@localhost:5432/postgres?host=${host}`;
  const product = await startProduct({ DATABASE_URL, DATA_DIR: folder });
  const owner = await registerOwner(product.url);
  const kept = ['', '/preview.png'].map((file) => `${product.url}/card/${owner.cardId}${file}`);
  const files = ['qr.svg', 'qr.png?size=300&utm_source=x', 'vcard'];
  kept.push(...files.map((file) => `${product.url}/api/cards/${owner.cardId}/${file}`));
  for (const address of kept) expect((await look(address)).status).toBe(200);
  for (const probe of ['/healthz', '/readyz'])
    expect(await callServer(product.url, 'GET', probe)).toMatchObject({
      status: 200,
      body: { status: 'ok' },
    });

  await database.stop();
  await product.says('Waiting for the database to hear of page changes');
  for (const address of [...kept, ...kept]) expect(await look(address)).toMatchObject({ status: 200 });
  for (const unseen of ['/card/neverseen2', '/portfolio/ada', '/card/neverseen2/exchange']) {
    const { status, text, retryAfter } = await look(product.url + unseen, html);
    expect([status, retryAfter]).toEqual([503, '2']);
    expect(text).toContain('Please try again in a moment.');
  }

  database = await startEmbedded(path.join(folder, 'postgres'), { onLog: () => {} });
  const rename = () =>
    callServer(product.url, 'PUT', `/api/cards/${owner.cardId}`, { fullName: 'Ada King' }, owner.cookie);
  await expect.poll(async () => (await rename()).status, { timeout: 20_000 }).toBe(200);
  for (const address of [`/card/${owner.cardId}`, `/api/cards/${owner.cardId}/vcard`]) {
    expect((await look(product.url + address)).text).toContain('Ada King');
  }
  product.kill('SIGTERM');
  expect((await product.ended).code).toBe(0);
  await database.stop();
});

it('keeps working while the database is frozen, says so where it cannot, and that it is alive but not ready', {
  tags: ['thorough'],
}, async () => {
  const DATA_DIR = makeDataFolder();
  const product = await startProduct({ DATA_DIR });
  const owner = await registerOwner(product.url);
  const page = `${product.url}/card/${owner.cardId}`;
  expect((await look(page)).status).toBe(200);
  const state = async (of: string) => (await callServer(product.url, 'GET', of)).status;
  const thaw = await freezeDatabase(DATA_DIR);
  try {
    for (let round = 0; round < 3; round += 1) expect((await look(page)).text).toContain('Ada Byron');
    const unseen = await look(`${product.url}/card/neverseen2`, html);
    expect([unseen.status, unseen.retryAfter]).toEqual([503, '2']);
    expect(await state('/readyz')).toBe(503);
    expect(await state('/healthz')).toBe(200);
  } finally {
    thaw();
  }
  await expect.poll(() => state('/readyz'), { timeout: 20_000 }).toBe(200);
  await expect.poll(async () => (await look(`${page}x`, html)).status, { timeout: 20_000 }).toBe(404);
});
