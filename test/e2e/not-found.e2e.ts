import { expect, it } from 'vitest';
import { expectAccessibleInBothThemes, expectNoSidewaysScroll, startJourney } from '#test/e2e/journey.ts';

const journey = startJourney();

it('shows a page that reads Page Not Found and leads home at any other path, without scripts', async () => {
  for (const path of ['/nothing-here', '/card', '/portfolio', '/dashboard/nothing']) {
    const answer = await fetch(journey.url + path);
    expect(answer.status).toBe(404);
    const html = await answer.text();
    expect(html).toMatch(/<h1[^>]*>Page Not Found<\/h1>/);
    expect(html).toMatch(/<a [^>]*href="\/"/);
  }
});

it('is accessible in both themes and fits narrow phones', async () => {
  const page = await journey.open('/nothing-here', { viewport: { width: 320, height: 640 } });
  journey.expectError(/status of 404 .*\/nothing-here$/);
  await expectAccessibleInBothThemes(page);
  await expectNoSidewaysScroll(page);
});

it('leads owners to their dashboard first', { tags: ['thorough'] }, async () => {
  const owner = await journey.register('Lena Fischer');
  const page = await journey.open('/dashboard', { as: owner });
  await page.getByRole('heading', { level: 1 }).waitFor();
  journey.expectError(/status of 404 .*\/nothing-here$/);
  await page.goto('/nothing-here');
  const ways = page.getByRole('main').getByRole('link');
  expect(await ways.allTextContents()).toEqual(['Go to dashboard', 'Goldleaf home']);
  await expectAccessibleInBothThemes(page);
  await ways.first().click();
  await page.waitForURL('**/dashboard');
});
