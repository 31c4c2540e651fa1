import { expect, it } from 'vitest';
import { makeCard } from '#test/built-product.ts';
import { GRACE, ownerWhoMet } from '#test/e2e/contact-people.ts';
import { startFrontServer } from '#test/e2e/front-server.ts';
import { DESKTOP, findToast, startJourney } from '#test/e2e/journey.ts';
import { keepOnDevice } from '#test/e2e/kept-device.ts';

/** The app's worker between two builds. */
const journey = startJourney({
  expectedErrors: /Failed to (load resource|fetch dynamically imported module)/,
});

it('A new build takes over, and tabs of the one before go on', async () => {
  const ada = await journey.register();
  await makeCard(ada);
  const front = await startFrontServer(journey.url);
  const page = await journey.open(`${front.url}/dashboard`, { as: ada, serviceWorkers: 'allow' });
  await keepOnDevice(page, front.url);
  await page.goto(`${front.url}/cards`);
  await page.getByRole('heading', { name: 'Work' }).waitFor();

  front.update();
  await page.evaluate(async () => {
    const { serviceWorker } = navigator;
    const changed = new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve));
    await (await serviceWorker.ready).update();
    await changed;
  });
  // A part of the old build, which the server has no longer.
  await page.getByRole('button', { name: 'More for Work' }).click();
  await page.getByRole('menuitem', { name: 'Animated QR' }).click();
  await page
    .getByRole('dialog')
    .getByRole('img', { name: /QR code of Work/ })
    .waitFor();

  await page.context().setOffline(true);
  await page.goto(`${front.url}/cards`);
  await page.getByRole('heading', { name: 'Work' }).waitFor();
  await page.getByText(/You’re offline\.$/).waitFor();
  const scripts = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLScriptElement>('script[type=module]')].map(({ src }) => src),
  );
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.filter((src) => !src.endsWith('-second.js'))).toEqual([]);
  front.stop();
});

it('Without that worker, a dialog that the server has no longer is said to need a reload, which gets it', async () => {
  const ada = await ownerWhoMet(journey, GRACE);
  const front = await startFrontServer(journey.url);
  const page = await journey.open(`${front.url}/contacts`, { as: ada, viewport: DESKTOP });
  const followUp = page.getByRole('button', { name: 'AI Follow-up' });
  await followUp.waitFor();
  // A message before the update brings what listens for the key.
  const isListening = page.waitForResponse(/attend-toast/);
  await page.getByRole('checkbox', { name: 'Select Grace Hopper' }).press('Space');
  await page.getByRole('button', { name: 'Favorite', exact: true }).click();
  await isListening;
  front.update();
  await followUp.click();
  const updated = findToast(page, 'Goldleaf was updated');
  await updated.waitFor();
  await page.keyboard.press('Control+z');
  await updated.waitFor();
  await page.getByRole('button', { name: 'Reload' }).click();
  await page.waitForLoadState();
  await followUp.click();
  await page.getByRole('dialog', { name: /Grace Hopper/ }).waitFor();
  front.stop();
});

it('Without that worker, so is a form whose check is missing', async () => {
  const ada = await journey.register();
  const front = await startFrontServer(journey.url);
  const page = await journey.open(`${front.url}/create`, { as: ada, viewport: DESKTOP });
  const create = page.getByRole('button', { name: 'Create Card' });
  await create.waitFor();
  // A part of the page that is on its way during the update would be of both builds.
  await page.waitForLoadState('networkidle');
  front.update();
  await create.click();
  await findToast(page, 'Goldleaf was updated').waitFor();
  front.stop();
});
