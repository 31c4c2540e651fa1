import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeCard, type Person } from '#test/built-product.ts';
import { openTab } from '#test/e2e/card-editor.ts';
import { DESKTOP, startJourney } from '#test/e2e/journey.ts';

/** Layers over a screen: Back closes them, and the page below does not scroll. */
const journey = startJourney();

async function openQr(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More for Work' }).click();
  await page.getByRole('menuitem', { name: 'Animated QR' }).click();
  await page.getByRole('dialog').waitFor();
}

async function owner(): Promise<Person> {
  const person = await journey.register();
  await makeCard(person);
  return person;
}

const gone = (page: Page) => page.getByRole('dialog').waitFor({ state: 'detached' });
const pathOf = (page: Page) => new URL(page.url()).pathname;

describe('Back', () => {
  it('closes an open dialog and stays on the screen, even on the first of a visit', async () => {
    const page = await journey.open('/cards', { as: await owner() });
    for (const time of ['first', 'second']) {
      await openQr(page);
      await page.goBack();
      await gone(page);
      expect(pathOf(page), time).toBe('/cards');
    }
    await page.getByRole('button', { name: 'More for Work' }).waitFor();
  });

  it('needs no second press after Escape, and Forward reopens no dialog', async () => {
    const page = await journey.open('/dashboard', { as: await owner(), viewport: DESKTOP });
    await page.getByRole('link', { name: 'View My Cards' }).click();
    await openQr(page);
    await page.keyboard.press('Escape');
    await gone(page);
    await openQr(page);
    await page.getByRole('button', { name: 'Close' }).click();
    await gone(page);
    await page.goBack();
    await page.waitForURL('**/dashboard');
    await page.getByRole('tab', { name: 'Overview' }).waitFor();
    await page.goForward();
    await page.getByRole('heading', { level: 1, name: 'My Cards' }).waitFor();
    await page.goForward();
    await page.goBack();
    await page.waitForURL('**/dashboard');
  });

  it('keeps what was typed when it closes the question whether to leave, and Discard leads on', async () => {
    const page = await journey.open('/cards', { as: await owner(), viewport: DESKTOP });
    await page.getByRole('link', { name: 'Edit' }).click();
    await page.getByLabel('Job title').fill('Analyst');
    await page.goBack();
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
    await dialog.waitFor();
    await page.goBack();
    await gone(page);
    expect(await page.getByLabel('Job title').inputValue()).toBe('Analyst');
    expect(pathOf(page)).toMatch(/^\/edit-card/);
    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    await dialog.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByRole('heading', { level: 1, name: /^Welcome/ }).waitFor();
    await page.goBack();
    await page.getByLabel('Job title').waitFor();
    expect(await page.getByLabel('Job title').inputValue()).toBe('');
    await page.goBack();
    await page.waitForURL('**/cards');
  });

  it('leads to the previous screen if the page was reloaded with a dialog open', async () => {
    const page = await journey.open('/dashboard', { as: await owner(), viewport: DESKTOP });
    await page.getByRole('link', { name: 'View My Cards' }).click();
    await openQr(page);
    await page.reload();
    await page.getByRole('button', { name: 'More for Work' }).waitFor();
    await page.goBack();
    await page.waitForURL('**/dashboard');
  });
});

describe('The page', () => {
  it('does not scroll behind a dialog or a menu, and is where it was afterwards', async () => {
    const page = await journey.open('/dashboard?tab=settings', { as: await owner(), viewport: DESKTOP });
    await openTab(page, 'Settings');
    const remove = page.getByRole('button', { name: 'Delete Account' });
    await remove.waitFor();
    // Sections above it grow when what they list has arrived.
    await page.waitForLoadState('networkidle');
    await remove.scrollIntoViewIfNeeded();
    const scrolled = () => page.evaluate(() => window.scrollY);
    const before = await scrolled();
    expect(before).toBeGreaterThan(100);
    await remove.click();
    await page.getByRole('dialog').waitFor();
    await page.mouse.move(20, 20);
    await page.mouse.wheel(0, -400);
    await page.keyboard.press('Escape');
    await gone(page);
    expect(await scrolled()).toBe(before);

    await page.setViewportSize({ width: 390, height: 500 });
    await page.goto('/cards');
    const opener = page.getByRole('button', { name: 'More for Work' });
    await opener.click();
    await page.getByRole('menu').waitFor();
    const menuAt = await scrolled();
    await page.mouse.move(20, 300);
    await page.mouse.wheel(0, 200);
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    expect(await scrolled()).toBe(menuAt);
  });
});
