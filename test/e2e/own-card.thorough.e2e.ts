import { expect, it } from 'vitest';
import { makeCard } from '#test/built-product.ts';
import {
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  PHONE,
  startJourney,
} from '#test/e2e/journey.ts';

/** The public page of one's own card. */
const journey = startJourney();

it('leads its owner back to the app, and says nothing of it to anyone else', async () => {
  const owner = await journey.register('Lena Fischer');
  const { id } = await makeCard(owner);
  const page = await journey.open('/dashboard', { as: owner, viewport: PHONE });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.goto(`/card/${id}`);
  const bar = page.getByRole('navigation', { name: 'Your card' });
  await bar.getByText('This is your card').waitFor();
  await expectAccessibleInBothThemes(page);
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoSidewaysScroll(page);
  }
  const paths = { Edit: `/edit-card/${id}`, Share: `/share-card/${id}`, Dashboard: '/dashboard' };
  for (const [name, path] of Object.entries(paths)) {
    await bar.getByRole('link', { name }).click();
    await page.waitForURL(`**${path}`);
    await page.goto(`/card/${id}`);
  }

  const visitor = await journey.register('Kofi Mensah');
  const theirs = await journey.open('/dashboard', { as: visitor });
  await theirs.getByRole('heading', { level: 1 }).waitFor();
  const asked = theirs.waitForResponse((response) => response.url().endsWith(`/api/cards/${id}`));
  await theirs.goto(`/card/${id}`);
  expect((await (await asked).json()).userId).toBeUndefined();
  expect(await theirs.getByText('This is your card').count()).toBe(0);

  const stranger = await journey.open('/logo-preview');
  const requests: string[] = [];
  stranger.on('request', (request) => requests.push(new URL(request.url()).pathname));
  const counted = stranger.waitForResponse('**/views');
  await stranger.goto(`/card/${id}`);
  await counted;
  expect(requests).not.toContain(`/api/cards/${id}`);
  expect(await stranger.getByText('This is your card').count()).toBe(0);
});
