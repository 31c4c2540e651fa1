import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { TEMPLATES } from '#shared/contract/constants.ts';
import { makeCard } from '#test/built-product.ts';
import {
  DESKTOP,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  PHONE,
  startJourney,
} from '#test/e2e/journey.ts';

/** How a card is laid out by how much it says. */
const journey = startJourney();

const SPARSE = {
  fullName: 'Lena Fischer',
  primaryEmail: 'lena@example.com',
  primaryPhone: '+46 70 123 45 67',
};
const BIO = 'I design timber halls that sound right: concert rooms, libraries, a boathouse or two.';
const TYPICAL = { ...SPARSE, bio: `${BIO}\n\n${BIO}`, social: { linkedin: 'lena' } };
const FULL = { ...TYPICAL, bio: `${BIO}\n\n`.repeat(20), leadCaptureEnabled: true };

async function openCard(fields: Record<string, unknown>, viewport: typeof DESKTOP) {
  const owner = await journey.register('Lena Fischer');
  const { id } = await makeCard(owner, fields);
  return journey.open(`/card/${id}`, { viewport });
}

const boxOf = async (page: Page, selector: string) => {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`No ${selector}.`);
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
};

describe.each(TEMPLATES)('In the %s design', { tags: ['thorough'] }, (template) => {
  it('a sparse card fills a phone and stands in the middle of a desktop', async () => {
    const page = await openCard({ ...SPARSE, template }, PHONE);
    expect((await boxOf(page, '.foot')).bottom).toBeCloseTo(PHONE.height, 0);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(PHONE.height);
    expect((await boxOf(page, '.sheet')).bottom).toBeCloseTo((await boxOf(page, '.foot')).y, 0);
    await page.setViewportSize(DESKTOP);
    const sheet = await boxOf(page, '.sheet');
    expect(sheet.x + sheet.right).toBeCloseTo(DESKTOP.width, 0);
    expect(Math.abs(sheet.y + sheet.bottom - DESKTOP.height)).toBeLessThan(120);
    await expectAccessibleInBothThemes(page);
  });

  it('both halves of a typical card end together, within the window', async () => {
    const page = await openCard({ ...TYPICAL, template }, DESKTOP);
    const sheet = await boxOf(page, '.sheet');
    expect(sheet.bottom).toBeLessThanOrEqual(DESKTOP.height);
    const body = await boxOf(page, '.body');
    expect(body.x).toBeGreaterThan(sheet.x + 300);
    expect(sheet.bottom - (await boxOf(page, '.body')).bottom).toBeLessThan(100);
    for (const width of [320, 768, 1024]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoSidewaysScroll(page);
    }
  });

  it('Save Contact stays in sight beside a long story', async () => {
    const page = await openCard({ ...FULL, template }, DESKTOP);
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 2));
    const { y, bottom } = await boxOf(page, '[data-save]');
    expect(y).toBeGreaterThan(0);
    expect(bottom).toBeLessThan(DESKTOP.height);
    await expectAccessibleInBothThemes(page);
  });
});

it('the minimal card has a monogram while there is no photo', async () => {
  const page = await openCard({ ...SPARSE, template: 'minimal' }, PHONE);
  expect(await page.locator('.monogram').textContent()).toBe('LF');
});
