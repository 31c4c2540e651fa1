import { it } from 'vitest';
import { findStatus, GRACE, ownerWhoMet, ZOE } from '#test/e2e/contact-people.ts';
import { DESKTOP, startJourney } from '#test/e2e/journey.ts';

const journey = startJourney();

it('A search goes on though a star is pressed meanwhile', async () => {
  const page = await journey.open('/contacts', {
    as: await ownerWhoMet(journey, GRACE, ZOE),
    viewport: DESKTOP,
  });
  const star = page.getByRole('button', { name: 'Favorite: Grace Hopper' });
  // The search is held until the star is saved: without a list before it, there would be no star to press.
  await star.waitFor();
  const saved = page.waitForResponse('**/favorite');
  await page.route('**/api/contacts/people?*q=*', async (route) => {
    await saved;
    await route.continue().catch(() => {});
  });
  await Promise.all([
    page.waitForRequest('**/api/contacts/people?*q=*'),
    page.getByPlaceholder('Search contacts...').fill('hopp'),
  ]);
  await star.click();
  await findStatus(page, '1 of 2 contacts').waitFor();
  await page.locator('button[aria-label="Favorite: Grace Hopper"][aria-pressed="true"]').waitFor();
});
