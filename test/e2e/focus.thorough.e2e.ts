import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeCard } from '#test/built-product.ts';
import { createClient } from '#test/client.ts';
import { makeCard as makeNamedCard } from '#test/e2e/card-editor.ts';
import { DESKTOP, startJourney } from '#test/e2e/journey.ts';

/** Where focus starts, so that Enter does what people expect. */
const journey = startJourney();

const focusedName = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
  );

describe('A dialog that may discard something', () => {
  it('focuses the safe choice first: unsaved changes', async () => {
    const person = await journey.register();
    const id = await makeNamedCard(person);
    const page = await journey.open(`/edit-card/${id}`, { as: person, viewport: DESKTOP });
    await page.getByLabel('Job title').fill('Analyst');
    await page.getByRole('link', { name: 'Back to Dashboard' }).press('Enter');
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
    expect(await focusedName(page)).toBe('Keep editing');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.getByLabel('Job title').inputValue()).toBe('Analyst');
  });

  it('focuses the safe choice first: a contact, an account', async () => {
    const person = await journey.register();
    const { id } = await makeCard(person);
    const grace = { cardId: id, fullName: 'Grace Hopper', email: 'grace@navy.example' };
    const sent = await createClient(journey.url)('POST', '/api/contacts/exchange', grace);
    expect(sent.status).toBe(200);
    const page = await journey.open('/contacts', { as: person, viewport: DESKTOP });
    await page.getByRole('button', { name: 'More about Grace Hopper' }).click();
    await page.getByRole('menuitem', { name: 'Delete Contact' }).click();
    await page.getByRole('dialog').waitFor();
    expect(await focusedName(page)).toBe('Keep contact');
    await page.goto('/dashboard?tab=settings');
    await page.getByRole('button', { name: 'Delete Account' }).click();
    const name = page.getByRole('dialog').getByLabel('Username');
    await name.waitFor();
    await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true);
  });
});

describe('A menu', () => {
  it('opened by key starts at its first item, even the first time', async () => {
    const person = await journey.register();
    await makeCard(person);
    const page = await journey.open('/cards', { as: person, viewport: DESKTOP });
    const opener = page.getByRole('button', { name: 'More for Work' });
    for (const time of ['first', 'second']) {
      await opener.press('Enter');
      await page.getByRole('menu').waitFor();
      await expect.poll(() => focusedName(page), { message: time }).toBe('View');
      await page.keyboard.press('Escape');
      await page.getByRole('menu').waitFor({ state: 'detached' });
    }
    await page.keyboard.press('Enter');
    await expect.poll(() => focusedName(page)).toBe('View');
    await page.keyboard.press('ArrowDown');
    // Radix moves focus in a timer, and on a busy machine the next key comes before it.
    await expect.poll(() => focusedName(page)).toBe('Edit');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/edit-card/*');
  });
});
