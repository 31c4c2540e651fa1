import { it } from 'vitest';
import {
  DESKTOP,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  startJourney,
} from '#test/e2e/journey.ts';
import { figure, row, seenOwner } from '#test/e2e/seen-cards.ts';

const journey = startJourney();

it('The analytics screen shows every figure and panel of the cards’ views, to everyone and on the narrowest phone', async () => {
  const page = await journey.open('/analytics', { as: await seenOwner(journey), viewport: DESKTOP });
  await page.getByRole('heading', { level: 1, name: 'Analytics Dashboard' }).waitFor();
  await page.getByText('Live Data', { exact: true }).waitFor();
  await figure(page, 'Total Views').getByText('8', { exact: true }).waitFor();
  await figure(page, 'Unique Visitors').getByText('8', { exact: true }).waitFor();
  await figure(page, 'Engagement Rate').getByText('100%', { exact: true }).waitFor();
  await figure(page, 'Engagement Rate').getByText('Return visitor rate').waitFor();
  for (const name of ['Card Performance', 'Recent Activity', 'Device Types', 'Traffic Sources'])
    await page.getByRole('heading', { name, exact: true }).waitFor();
  await row(page, 'Work 8 8').waitFor();
  await row(page, 'Quiet 0 0').waitFor();
  for (const name of ['Mobile 4 50%', 'Tablet 1 13%', 'Desktop 3 38%']) await row(page, name).waitFor();

  await page.setViewportSize({ width: 320, height: 640 });
  await expectAccessibleInBothThemes(page);
  await expectNoSidewaysScroll(page);
});
