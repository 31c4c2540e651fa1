import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeCard } from '#test/built-product.ts';
import { expectNoSidewaysScroll, startJourney, waitForQuiet } from '#test/e2e/journey.ts';

/** Text at twice its size (WCAG 1.4.4): nothing runs sideways, and no word lies on another. */
const journey = startJourney();

const SCREENS = [
  '/dashboard',
  '/dashboard?tab=cards',
  '/dashboard?tab=contacts',
  '/dashboard?tab=analytics',
  '/dashboard?tab=settings',
  '/dashboard?tab=settings&page=security',
  '/dashboard?tab=settings&page=notifications',
  '/dashboard?tab=settings&page=follow-ups',
  '/dashboard?tab=settings&page=contacts',
  '/dashboard?tab=settings&page=device',
  '/cards',
  '/create',
  '/contacts',
  '/contacts/import',
  '/analytics',
  '/checkout',
  '/subscribe',
];

/** The texts of the frame that lie on each other. */
const findOverlaps = (page: Page) =>
  page.evaluate(() => {
    const parts = [...(document.querySelector('header')?.querySelectorAll('a, button') ?? [])].filter(
      (part) => getComputedStyle(part).display !== 'none',
    );
    const boxes = parts.map((part) => ({ name: part.textContent, box: part.getBoundingClientRect() }));
    return boxes.flatMap(({ name, box }, at) =>
      boxes
        .slice(at + 1)
        .filter(
          ({ box: other }) =>
            box.left < other.right - 1 &&
            other.left < box.right - 1 &&
            box.top < other.bottom - 1 &&
            other.top < box.bottom - 1,
        )
        .map((other) => `${name} and ${other.name}`),
    );
  });

describe.each([390, 1280])('Text at twice its size, on %i px', (width) => {
  it('runs over no edge', { tags: ['thorough'], timeout: 60_000 }, async () => {
    const ada = await journey.register('Augusta Ada King-Noel');
    const card = await makeCard(ada, { jobTitle: 'Mathematician', company: 'Analytical Engines' });
    const grace = { fullName: 'Grace Hopper', company: 'Navy', email: 'grace@navy.example' };
    const { body: contact } = await ada.client('POST', '/api/contacts', grace);
    const page = await journey.open('/dashboard', { as: ada, viewport: { width, height: 844 } });
    await page.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () => {
        document.documentElement.style.fontSize = '200%';
      });
    });
    for (const screen of [`/contacts/${contact.id}`, ...SCREENS, `/edit-card/${card.id}`]) {
      await page.goto(screen);
      await page.locator('h1').first().waitFor();
      await waitForQuiet(page);
      await expectNoSidewaysScroll(page);
      expect(await findOverlaps(page), screen).toEqual([]);
    }
  });
});
