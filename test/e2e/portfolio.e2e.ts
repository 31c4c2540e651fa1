import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { makeCard } from '#test/built-product.ts';
import { DESKTOP, expectNoSidewaysScroll, PHONE, startJourney } from '#test/e2e/journey.ts';

const journey = startJourney();

const measureCards = (page: Page) =>
  page.locator('.object').evaluateAll((cards) =>
    cards.map((card) => {
      const { left, right, top, bottom, width } = card.getBoundingClientRect();
      return { left, right, top, bottom, width };
    }),
  );

it('centers one card beside the name, and two of one height below it, each with Save Contact', async () => {
  const owner = await journey.register('Lena Fischer');
  const bio = 'Timber halls that sound right.';
  await makeCard(owner, { fullName: 'Lena Fischer', bio, isFeatured: true });
  const path = `/portfolio/${owner.username}`;
  const page = await journey.open(path, { viewport: DESKTOP });
  await page.getByText(bio).waitFor();
  const [only] = await measureCards(page);
  expect(only?.width).toBe(460);
  expect(Math.abs((only?.top ?? 0) + (only?.bottom ?? 0) - DESKTOP.height)).toBeLessThan(60);

  await makeCard(owner, {
    fullName: 'Lena Fischer',
    tagline: 'Rooms worth listening to',
    template: 'classic',
  });
  await page.goto(path);
  const [first, second] = await measureCards(page);
  expect([first?.width, second?.width]).toEqual([460, 460]);
  expect([first?.top, first?.bottom]).toEqual([second?.top, second?.bottom]);
  expect((first?.left ?? 0) + (second?.right ?? 0)).toBe(DESKTOP.width);
  expect(await page.getByRole('link', { name: /^Save Contact/ }).count()).toBe(2);
  await page.setViewportSize(PHONE);
  expect((await measureCards(page)).map(({ left }) => left)).toEqual([24, 24]);
});

it('breaks no word of a long name, with text at twice its size', { tags: ['thorough'] }, async () => {
  const owner = await journey.register('Wolfeschlegelsteinhausen Christopher');
  const page = await journey.open(`/portfolio/${owner.username}`, { viewport: { width: 320, height: 640 } });
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  await page.getByText('No cards here yet.').waitFor();
  await expectNoSidewaysScroll(page);
  const lines = await page.getByRole('heading', { level: 1 }).evaluate((name) => {
    const range = document.createRange();
    range.selectNodeContents(name);
    return new Set([...range.getClientRects()].map(({ top }) => top)).size;
  });
  expect(lines).toBe(2);
});
