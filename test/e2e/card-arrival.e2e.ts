import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TEMPLATES } from '#shared/contract/constants.ts';
import { makeCard } from '#test/built-product.ts';
import { type FrontServer, startFrontServer } from '#test/e2e/front-server.ts';
import { PHONE, startJourney, sumShifts } from '#test/e2e/journey.ts';

/** A card's page on a slow network: it comes in parts. */
const journey = startJourney();

let front: FrontServer;
beforeAll(async () => {
  front = await startFrontServer(journey.url);
});
afterAll(() => front?.stop());

const CARD = {
  fullName: 'Lena Fischer',
  jobTitle: 'Architect',
  primaryEmail: 'lena@fv-architects.example',
  primaryPhone: '+46 70 123 45 67',
  website: 'fv-architects.example',
};

/** Opens a card, of which only the head arrives for now; `finish` has the rest come. */
async function openSlowly(fields: object) {
  const owner = await journey.register('Lena Fischer');
  const { id } = await makeCard(owner, { ...CARD, ...fields });
  const goOn = front.breakOff('</header>');
  const page = await journey.open('about:blank', { viewport: PHONE });
  const arriving = page.goto(`${front.url}/card/${id}`);
  await page.locator('main header').waitFor({ state: 'attached' });
  const finish = async () => {
    goOn();
    await arriving;
  };
  return { page, finish };
}

const waitForFrames = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))));

it.each(TEMPLATES)('a %s card does not move while it arrives', async (template) => {
  const { page, finish } = await openSlowly({ template });
  await waitForFrames(page);
  await finish();
  await page.getByRole('link', { name: 'Save Contact' }).waitFor();
  expect(await sumShifts(page)).toBe(0);
});

it('shows as much of a card as came if the rest is slow', async () => {
  const { page, finish } = await openSlowly({});
  await page.getByRole('link', { name: 'Save Contact' }).waitFor();
  await finish();
  await page.getByRole('link', { name: 'fv-architects.example Website' }).waitFor();
});
