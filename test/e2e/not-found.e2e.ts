import { expect, it } from 'vitest';
import { expectAccessibleInBothThemes, expectNoSidewaysScroll, startJourney } from '#test/e2e/journey.ts';

const journey = startJourney();

it('shows a page that reads Page Not Found and leads home at any other path, without scripts', async () => {
  for (const path of ['/nothing-here', '/card', '/portfolio', '/dashboard/nothing']) {
    const page = await journey.open('/robots.txt', { javaScriptEnabled: false });
    const reply = await page.goto(path);
    expect(reply?.status()).toBe(404);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Page Not Found');
    await page.getByRole('link').first().click();
    await page.waitForURL(`${journey.url}/`);
    journey.expectError(new RegExp(`status of 404 .*${path}$`));
  }
});

it('is accessible in both themes and fits narrow phones', async () => {
  const page = await journey.open('/nothing-here', { viewport: { width: 320, height: 640 } });
  journey.expectError(/status of 404 .*\/nothing-here$/);
  await expectAccessibleInBothThemes(page);
  await expectNoSidewaysScroll(page);
});
