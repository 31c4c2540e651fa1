import { expect, it } from 'vitest';
import {
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  SIZES,
  startJourney,
} from '#test/e2e/journey.ts';
import { makeTeam } from '#test/e2e/team-people.ts';

const journey = startJourney();

it.each(SIZES)('Those who run a team look up who did what at $width px', async (viewport) => {
  const id = `history${viewport.width}`;
  const { owner, holder } = await makeTeam(journey, id);
  const page = await journey.open(`/teams/${id}?tab=history`, { as: owner, viewport });
  await page.getByText('Here you’ll see who did what in the team, for a year.').waitFor();
  await expectAccessibleInBothThemes(page);
  const people = [{ email: `grace@${id}.example`, fullName: 'Grace Hopper' }];
  await owner.client('POST', `/api/teams/${id}/invites`, { people });
  await owner.client('PATCH', `/api/teams/${id}`, { membersMayExport: true });
  await page.reload();
  await page.getByText('Settings changed: members may export: on').waitFor();
  await page.getByText('Card prepared: Grace Hopper').waitFor();
  await page.getByText('by Olive Owner').first().waitFor();
  await expectAccessibleInBothThemes(page);
  await expectNoSidewaysScroll(page);
  await page.getByLabel('About').selectOption('Cards and invites');
  await page.getByText('Settings changed').waitFor({ state: 'detached' });
  expect(new URL(page.url()).searchParams.get('about')).toBe('cards');
  await page.getByLabel('Person').selectOption('Mary Member');
  await page.getByRole('heading', { name: 'Nothing Found' }).waitFor();
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Show Everything' }).click();
  await page.getByText('Settings changed').waitFor();
  const theirs = await journey.open(`/teams/${id}?tab=history`, { as: holder, viewport });
  await theirs.getByRole('tab', { name: 'Cards' }).waitFor();
  expect(await theirs.getByRole('tab', { name: 'History' }).count()).toBe(0);
});
