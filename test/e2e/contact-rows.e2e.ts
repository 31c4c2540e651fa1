import { expect, it } from 'vitest';
import { findStatus, findTile, GRACE, openTile, ownerWhoMet, ZOE } from '#test/e2e/contact-people.ts';
import { DESKTOP, PHONE, startJourney } from '#test/e2e/journey.ts';

const journey = startJourney();

it('Contacts on a phone begin in sight, in rows of 64 px', async () => {
  const page = await journey.open('/contacts', {
    as: await ownerWhoMet(journey, ZOE, GRACE),
    viewport: PHONE,
  });
  await findStatus(page, '2 contacts').waitFor();
  await page.getByRole('article').nth(1).waitFor();
  const rows = await page
    .getByRole('article')
    .evaluateAll((all) => all.map((row) => row.getBoundingClientRect().toJSON()));
  expect(rows).toHaveLength(2);
  expect(rows[0].top).toBeLessThanOrEqual(190);
  const action = page.getByRole('button', { name: 'AI Follow-up' }).first().locator('svg');
  expect((await action.boundingBox())?.width).toBe(18);
  for (const { height } of rows) expect(height).toBeLessThanOrEqual(65);
});

it('A closed row of a phone has no parts that it does not show', async () => {
  const page = await journey.open('/contacts', { as: await ownerWhoMet(journey, GRACE), viewport: PHONE });
  const row = findTile(page, 'Grace Hopper');
  await row.waitFor();
  const hidden = row.locator('article *:not(svg *)').filter({ visible: false });
  expect(await hidden.count()).toBe(0);
  await openTile(page, 'Grace Hopper');
  await row.getByRole('link', { name: 'Open Grace Hopper' }).waitFor();
  await row.getByText('Call me about compilers').waitFor();
  await page.setViewportSize(DESKTOP);
  await row.getByRole('checkbox', { name: 'Select Grace Hopper' }).waitFor();
});
