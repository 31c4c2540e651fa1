import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeCard, type Person } from '#test/built-product.ts';
import { DESKTOP, expectAccessibleInBothThemes, PHONE, startJourney } from '#test/e2e/journey.ts';

const journey = startJourney();

/** A card in each template, with all that a picture must leave out. */
async function makeThree(ada: Person, fields = {}): Promise<void> {
  for (const template of ['modern', 'classic', 'minimal'] as const) {
    await makeCard(ada, {
      name: `My ${template}`,
      template,
      backgroundVideo: 'preset:aurora',
      website: 'https://ada.example',
      photoGallery: [],
      leadCaptureEnabled: true,
      ...fields,
    });
  }
}

/** The color behind the head of a picture, at its lower left. */
const readGround = (page: Page) =>
  page
    .locator('.is-picture .sheet')
    .first()
    .evaluate((sheet) => getComputedStyle(sheet).backgroundColor);

describe('A picture of a card', () => {
  it.each([PHONE, DESKTOP])(
    'has its size before it is drawn, and nothing to press in it',
    async (viewport) => {
      const ada = await journey.register();
      await makeThree(ada);
      const page = await journey.open('/qr', { as: ada, viewport });
      let answer = () => {};
      const held = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route('**/assets/DrawnCard-*.js', async (route) => {
        await held;
        await route.continue();
      });
      await page.goto('/cards');
      const tile = page.getByRole('article', { name: 'My modern' });
      await tile.waitFor();
      const place = tile.locator('[inert]').first();
      const before = await place.boundingBox();
      expect((before?.width ?? 0) / (before?.height ?? 1)).toBeCloseTo(390 / 244, 1);
      answer();
      await expect.poll(() => page.locator('.is-picture').count()).toBe(3);
      expect(await place.boundingBox()).toEqual(before);
      for (const what of ['a', 'video', 'form', 'button', 'input', '[id]']) {
        expect(await page.locator(`.is-picture ${what}`).count(), what).toBe(0);
      }
      const cut = await page.locator('.is-picture .name').evaluateAll((names) =>
        names.filter((name) => {
          const whole = name.closest('.is-picture')?.getBoundingClientRect();
          return name.getBoundingClientRect().bottom > (whole?.bottom ?? 0);
        }),
      );
      expect(cut).toHaveLength(0);
    },
  );

  it('follows the theme, of the system and by hand', async () => {
    const ada = await journey.register();
    await makeCard(ada, { template: 'modern' });
    const page = await journey.open('/cards', { as: ada, colorScheme: 'light' });
    await page.locator('.is-picture').waitFor();
    expect(await readGround(page)).toBe('rgb(255, 255, 255)');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(() => readGround(page)).toBe('rgb(29, 27, 24)');
    await page.evaluate(() => {
      document.documentElement.dataset.theme = 'light';
    });
    await expect.poll(() => readGround(page)).toBe('rgb(255, 255, 255)');
  });

  it('is accessible where the three templates stand side by side', async () => {
    const ada = await journey.register();
    await makeThree(ada);
    for (const address of ['/cards', '/dashboard?tab=cards']) {
      const page = await journey.open(address, { as: ada, viewport: DESKTOP });
      await expect.poll(() => page.locator('.is-picture').count()).toBe(3);
      await expectAccessibleInBothThemes(page);
      await page.context().close();
    }
  });

  it('has one dot between job and company, and keeps long words off its edge', async () => {
    const ada = await journey.register();
    const words = { fullName: 'Zoë van der Westhuizen-Fitzgerald', jobTitle: 'Head of Partnerships' };
    await makeThree(ada, words);
    const page = await journey.open('/cards', { as: ada, viewport: PHONE });
    await expect.poll(() => page.locator('.is-picture').count()).toBe(3);
    const dots = await page
      .locator('.is-picture .role > :is(.job, .company)')
      .evaluateAll((parts) =>
        parts.flatMap((part) =>
          ['::before', '::after'].filter((side) => getComputedStyle(part, side).content.includes('·')),
        ),
      );
    expect(dots).toEqual(['::after', '::after', '::after']);
    const room = await page.locator('.is-picture.modern .role').evaluate((role) => {
      const whole = role.closest('.is-picture')?.getBoundingClientRect();
      return (whole?.bottom ?? 0) - role.getBoundingClientRect().bottom;
    });
    expect(room).toBeGreaterThan(8);
  });

  it('is one card a screen on a phone, and a dot leads to the next', async () => {
    const ada = await journey.register();
    await makeThree(ada);
    const page = await journey.open('/cards', { as: ada, viewport: PHONE });
    await page.getByRole('button', { name: 'Show My modern' }).click();
    await expect
      .poll(() => page.getByRole('button', { name: 'Show My modern' }).getAttribute('aria-current'))
      .toBe('true');
    await page.getByRole('article', { name: 'My modern' }).getByRole('link', { name: 'View' }).click();
    await page.waitForURL('**/card/*');
  });
});
