import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeCard, unusedName } from '#test/built-product.ts';
import { openTab } from '#test/e2e/card-editor.ts';
import { DESKTOP, findToast, startJourney } from '#test/e2e/journey.ts';

const journey = startJourney();

/** The names of the controls on screen whose middle is under the message. */
const coveredControls = (page: Page) =>
  page.evaluate(() => {
    const scope = document.querySelector('[role=dialog]') ?? document;
    return [...scope.querySelectorAll<HTMLElement>('a[href],button,input,select,textarea,[role=dialog] img')]
      .filter((control) => !control.closest('[aria-label=Notifications]'))
      .filter((control) => {
        const { x, y, width, height } = control.getBoundingClientRect();
        const hit = document.elementFromPoint(x + width / 2, y + height / 2);
        return hit?.closest('[aria-label=Notifications]');
      })
      .map((control) => control.ariaLabel ?? control.textContent);
  });

const expectNothingCovered = async (page: Page) =>
  expect.poll(() => coveredControls(page), { message: page.url() }).toEqual([]);

async function register(page: Page, username: string): Promise<void> {
  await page.getByLabel('Full Name').fill('Ada Lovelace');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email Address').fill(`${username}@example.com`);
  await page.getByLabel('Password').fill('correct horse');
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await page.waitForURL('**/checkout');
}

async function deleteCard(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More for Work' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await findToast(page, 'Card deleted successfully!').waitFor();
}

const focusedLabel = (page: Page) => page.evaluate(() => document.activeElement?.ariaLabel);

describe('A message', () => {
  it('stays through the redirect that follows it, covers no button there, and disappears on the next navigation', async () => {
    const page = await journey.open('/auth/register');
    await register(page, unusedName('newcomer'));
    await page.getByRole('button', { name: 'Add a Payment Method' }).waitFor();
    await findToast(page, 'Account created!').waitFor();
    await expectNothingCovered(page);
    expect(await findToast(page, 'Account created!').count()).toBe(1);
    await page.getByRole('link', { name: 'Create my card first' }).click();
    await page.waitForURL('**/create');
    await findToast(page, 'Account created!').waitFor({ state: 'detached', timeout: 1_500 });
  });

  it.each([
    ['a phone', { width: 390, height: 844 }],
    ['the narrowest phone', { width: 320, height: 640 }],
    ['a window at 200 % zoom', { width: 720, height: 450 }],
    ['a desktop', DESKTOP],
  ])('covers no control on %s', async (_name, viewport) => {
    const person = await journey.register();
    await makeCard(person);
    await makeCard(person, { name: 'Home' });
    const page = await journey.open('/cards', { as: person, viewport });
    await deleteCard(page);
    await page.getByRole('article', { name: 'Work' }).waitFor({ state: 'detached' });
    await expectNothingCovered(page);
    await page.goto('/auth/login');
    await page.goto('/cards');
    await page.getByRole('button', { name: 'More for Home' }).click();
    await page.getByRole('menuitem', { name: 'Animated QR' }).click();
    await findToast(page, 'QR Code Generated!').waitFor();
    await expectNothingCovered(page);
  });

  it('is the last line of a dialog in browsers without popovers, in sight and not on its title', async () => {
    const person = await journey.register();
    await makeCard(person);
    const page = await journey.open('/cards', { as: person, viewport: { width: 390, height: 480 } });
    // An unknown attribute there.
    await page.addInitScript(() => {
      HTMLElement.prototype.showPopover = function () {
        this.removeAttribute('popover');
      };
    });
    await page.reload();
    await page.getByRole('button', { name: 'More for Work' }).click();
    await page.getByRole('menuitem', { name: 'Animated QR' }).click();
    const dialog = page.getByRole('dialog', { name: 'Work' });
    const message = findToast(page, 'QR Code Generated!');
    await message.waitFor();
    const [edge, title] = [dialog, dialog.getByRole('heading', { name: 'Work' })];
    for (const place of [0, 9_999]) {
      await dialog.evaluate((box, top) => box.scrollTo({ top }), place);
      const [outer, inner, shown] = await Promise.all([edge, title, message].map((one) => one.boundingBox()));
      if (!outer || !inner || !shown) throw new Error('The dialog is gone.');
      expect(shown.y).toBeGreaterThan(inner.y + inner.height);
      expect(shown.y + shown.height).toBeLessThan(outer.y + outer.height);
    }
  });

  it('disappears on Back, and when another tab is opened', async () => {
    const person = await journey.register();
    await makeCard(person);
    const page = await journey.open('/dashboard', { as: person, viewport: DESKTOP });
    await page.getByRole('link', { name: 'My Cards' }).first().click();
    await deleteCard(page);
    await page.goBack();
    await findToast(page, 'Card deleted successfully!').waitFor({ state: 'detached', timeout: 1_500 });
    await openTab(page, 'Settings');
    await page.getByRole('button', { name: 'Export Analytics' }).click();
    await findToast(page, 'Analytics Exported').waitFor();
    await openTab(page, 'Overview');
    await findToast(page, 'Analytics Exported').waitFor({ state: 'detached', timeout: 1_500 });
  });
});

describe('Undo', () => {
  it('returns focus to the card it restores', async () => {
    const person = await journey.register();
    await makeCard(person);
    const page = await journey.open('/cards', { as: person, viewport: DESKTOP });
    await deleteCard(page);
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await page.getByRole('article', { name: 'Work' }).waitFor();
    await expect.poll(() => focusedLabel(page)).toBe('More for Work');
  });

  it.each(['Control+z', 'Meta+z'])('is also %s, but not in a field', async (keys) => {
    const person = await journey.register();
    await makeCard(person);
    const page = await journey.open('/cards', { as: person, viewport: DESKTOP });
    await deleteCard(page);
    // The code that takes care of the message loads right after it.
    await expect
      .poll(async () => {
        await page.keyboard.press(keys);
        return page.getByRole('article', { name: 'Work' }).count();
      })
      .toBe(1);
    await expect.poll(() => focusedLabel(page)).toBe('More for Work');
    expect((await person.client('GET', '/api/cards')).body).toHaveLength(1);
  });

  it('waits for users who reach it with Tab', async () => {
    const person = await journey.register();
    await makeCard(person);
    const page = await journey.open('/cards', { as: person, viewport: DESKTOP });
    const more = page.getByRole('button', { name: 'More for Work' });
    await more.waitFor();
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    const untilSeen = (locator: Locator) =>
      expect
        .poll(async () => {
          await page.clock.runFor(50);
          return locator.count();
        })
        .toBe(1);
    await more.click();
    await untilSeen(page.getByRole('menuitem', { name: 'Delete' }));
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const undo = page.getByRole('button', { name: 'Undo' });
    await untilSeen(undo);
    const isThere = () => undo.evaluate((button) => button === document.activeElement);
    for (let steps = 0; steps < 12 && !(await isThere()); steps += 1) {
      await page.clock.runFor(3_000);
      await page.keyboard.press('Tab');
    }
    await page.clock.runFor(60_000);
    expect(await isThere()).toBe(true);
    await page.keyboard.press('Enter');
    await untilSeen(page.getByRole('article', { name: 'Work' }));
  });
});
