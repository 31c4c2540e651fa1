import { expect, it } from 'vitest';
import { findStatus, GRACE, ownerWhoMet, ZOE } from '#test/e2e/contact-people.ts';
import { PHONE, startJourney } from '#test/e2e/journey.ts';

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
