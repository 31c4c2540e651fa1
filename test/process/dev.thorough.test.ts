import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '#server/config/package-root.ts';
import { callServer, registerOwner } from '#test/process/people.ts';
import { databasePid, makeFolder, startProduct } from '#test/process/product.ts';

/** Saves a source file unchanged; its modification time is restored afterwards, so that the build stays fresh. */
async function save(file: string, during: () => Promise<void>): Promise<void> {
  const full = path.join(packageRoot, file);
  const { atime, mtime } = fs.statSync(full);
  fs.utimesSync(full, new Date(), new Date());
  await during().finally(() => fs.utimesSync(full, atime, mtime));
}

/** A payment provider that does not answer. */
const WITH_TAX = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  STRIPE_PRICE_ID: 'price_1',
  STRIPE_API_URL: 'http://127.0.0.1:9',
  STRIPE_AUTOMATIC_TAX: 'on',
};

it('serves app, API and pages from source on one port, and picks up edits of the server by itself', async () => {
  const DATA_DIR = makeFolder();
  const product = await startProduct({ DATA_DIR, ...WITH_TAX }, {}, 'scripts/dev.mjs');
  const owner = await registerOwner(product.url);
  const screen = (await callServer(product.url, 'GET', '/dashboard')).body;
  expect(screen).toContain('/@vite/client');
  expect(screen).toContain('<meta name="tax" content="exclusive" />');
  expect((await callServer(product.url, 'GET', '/main.tsx')).body).toContain('createRoot');
  expect((await callServer(product.url, 'GET', `/card/${owner.cardId}`)).body).toContain('Ada Byron');

  const database = databasePid(DATA_DIR);
  for (const file of ['server/accounts/auth/auth.ts', 'site/card/page.css', 'site/card/card.client.ts']) {
    await save(file, () => product.says(`: ${file}`));
    // Restoring the time was one more edit, so a restart may cut a call short.
    const me = () => callServer(product.url, 'GET', '/api/auth/me', undefined, owner.cookie);
    await expect.poll(async () => (await me()).status, { timeout: 30_000 }).toBe(200);
  }
  expect(databasePid(DATA_DIR)).toBe(database);

  product.kill('SIGTERM');
  expect(await product.ended).toEqual({ code: 0, signal: null });
  expect(databasePid(DATA_DIR)).toBe(null);
}, 300_000);
