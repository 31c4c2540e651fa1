import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { unusedName } from '#test/built-product.ts';
import { findToast, PHONE, startJourney } from '#test/e2e/journey.ts';

const journey = startJourney();

/** A phone on which presses and filled fields are counted. */
async function openCounted(address: string) {
  const page = await journey.open(address);
  let count = 0;
  const act = async (does: () => Promise<void>) => {
    count += 1;
    await does();
  };
  const press = (one: Locator) => act(() => one.click());
  const fill = (label: string, text: string) => act(() => page.getByLabel(label, { exact: true }).fill(text));
  return { page, press, fill, countActs: () => count };
}

/** The box of what a person looks at, which must lie above the dock of the first screen. */
async function expectInFirstScreen(page: Page, one: Locator): Promise<void> {
  const dock = await page.getByRole('navigation', { name: 'Main' }).boundingBox();
  const box = await one.boundingBox();
  expect(box?.y).toBeGreaterThanOrEqual(0);
  expect((box?.y ?? 0) + (box?.height ?? Infinity)).toBeLessThanOrEqual(dock?.y ?? PHONE.height);
}

describe('A newcomer with a phone', () => {
  it.each([
    ['a name alone', [], 9],
    [
      'job title, company and phone',
      [
        ['Job title', 'Architect'],
        ['Company', 'Fischer & Vandermeer'],
        ['Phone', '+1 202 555 0172'],
      ],
      12,
    ],
  ] as const)('holds up the code of a card with %s after few presses', async (_what, details, most) => {
    const { page, press, fill, countActs } = await openCounted('/');
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await press(page.getByRole('link', { name: 'Start 14-Day Free Trial' }).first());
    const name = unusedName('Nadia Brooks ');
    await fill('Full Name', name);
    await fill('Email Address', `${unusedName('nadia')}@example.com`);
    await fill('Password', 'a good long secret');
    await press(button('Continue to Payment'));
    await page.getByRole('heading', { name: 'Nothing to pay today' }).waitFor();
    await findToast(page, 'Please proceed to payment to activate your account.').waitFor();
    await press(page.getByRole('link', { name: 'Create my card first' }));
    for (const [label, text] of details) await fill(label, text);
    await press(button('Create Card'));
    const ready = page.getByRole('region', { name: 'Your card is ready' });
    const code = ready.getByRole('img', { name: 'QR code of Work' });
    await code.waitFor();
    expect(countActs()).toBeLessThanOrEqual(most);
    await page.getByRole('heading', { level: 1, name: `Welcome, ${name}` }).waitFor();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    const card = ready.locator('.is-picture').filter({ hasText: name });
    await card.waitFor();
    for (const seen of [card, code]) await expectInFirstScreen(page, seen);
  });
});
