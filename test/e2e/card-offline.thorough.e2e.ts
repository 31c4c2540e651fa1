import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { makeCard } from '#test/built-product.ts';
import { waitForPaper } from '#test/e2e/card-visitors.ts';
import { startFrontServer } from '#test/e2e/front-server.ts';
import { startJourney } from '#test/e2e/journey.ts';

/** Visitors' cards without a network. */
const journey = startJourney({ expectedErrors: /Failed to load resource/ });

const keptIn = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('card ')));
const controllerOf = (page: Page) =>
  page.evaluate(() => new URL(navigator.serviceWorker.controller?.scriptURL ?? location.href).pathname);

it('Who has opened a card can open it again, until it is gone', async () => {
  const ada = await journey.register();
  const { id } = await makeCard(ada);
  const other = await makeCard(ada, { name: 'Private' });
  const front = await startFrontServer(journey.url);
  const address = `${front.url}/card/${id}`;
  const page = await journey.open(address, { serviceWorkers: 'allow' });
  await expect.poll(() => keptIn(page)).toEqual([`card /card/${id}`]);
  expect(await controllerOf(page)).toBe('/card-sw.js');
  const context = page.context();
  // The page, the styles for paper and the code for it.
  const countFiles = (path: string) =>
    page.evaluate(async (name) => (await (await caches.open(name)).keys()).length, `card ${path}`);
  await expect.poll(() => countFiles(`/card/${id}`)).toBe(3);

  await context.setOffline(true);
  await page.goto(`${address}?via=nfc`);
  await page.getByRole('heading', { name: 'Ada Lovelace' }).waitFor();
  await page.getByRole('link', { name: 'Save Contact' }).waitFor();
  await waitForPaper(page);
  await expect(page.goto(`${front.url}/card/${other.id}`)).rejects.toThrow('ERR_');
  await context.setOffline(false);

  // The network is there, but nothing comes through.
  front.silence(/^\/card\//);
  await page.goto(address);
  await page.getByRole('heading', { name: 'Ada Lovelace' }).waitFor();
  front.silence(/^$/);

  // At most twenty: the one opened longest ago goes.
  await page.evaluate(async () => {
    for (let nth = 1; nth <= 20; nth += 1) await caches.open(`card /card/older${nth}`);
  });
  await page.reload();
  await expect.poll(() => keptIn(page)).not.toContain('card /card/older1');
  expect(await keptIn(page)).toHaveLength(20);
  expect(await keptIn(page)).toContain(`card /card/${id}`);

  // Neither the app nor any other page is its business.
  await page.goto(`${front.url}/auth/login`);
  expect(await controllerOf(page)).toBe('/auth/login');

  await ada.client('DELETE', `/api/cards/${id}`);
  const gone = await page.goto(address);
  expect(gone?.status()).toBe(404);
  await expect.poll(() => keptIn(page)).not.toContain(`card /card/${id}`);
  front.stop();
});

it('Who has opened a card at a short address can open it there again', async () => {
  const ada = await journey.register();
  const { id } = await makeCard(ada);
  expect((await ada.client('PUT', `/api/aliases/cards/${id}`, { name: 'ada-works' })).status).toBe(200);
  const page = await journey.open('/c/ada-works', { serviceWorkers: 'allow' });
  await expect.poll(() => keptIn(page)).toEqual(['card /c/ada-works']);
  await page.context().setOffline(true);
  await page.goto('/c/ada-works?via=nfc');
  await page.getByRole('heading', { name: 'Ada Lovelace' }).waitFor();
  await page.context().setOffline(false);

  // At a username the card is kept under its own address.
  expect((await ada.client('PUT', `/api/aliases/cards/${id}/username`, { isOn: true })).status).toBe(200);
  await page.goto(`/${ada.username}`);
  await expect.poll(() => keptIn(page)).toContain(`card /card/${id}`);
});
