import { expect, it } from 'vitest';
import { expectAccessible, expectNoSidewaysScroll, PHONE, startJourney } from '#test/e2e/journey.ts';

const journey = startJourney();

it('shows six gold logos and a way back, without scripts', async () => {
  const page = await journey.open('/logo-preview', { javaScriptEnabled: false });
  expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
    'Simple Elegant Card',
    'Circular Frame',
    'Diamond',
    'Hexagonal',
    'Layered Cards',
    'Minimalist Circle',
  ]);
  expect(await page.getByRole('img').count()).toBe(6);
  await page.getByRole('link', { name: 'Back' }).click();
  await page.waitForURL(`${journey.url}/`);
});

it.each(['light', 'dark'] as const)(
  'is accessible in the %s theme and fits narrow phones',
  async (colorScheme) => {
    for (const viewport of [PHONE, { width: 320, height: 640 }]) {
      const page = await journey.open('/logo-preview', { colorScheme, viewport });
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    }
  },
);
