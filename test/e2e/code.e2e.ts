import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeCard, type Person } from '#test/built-product.ts';
import { readCode } from '#test/code-readers.ts';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  findToast,
  PHONE,
  SIZES,
  startJourney,
} from '#test/e2e/journey.ts';

/** A card's code, held up for somebody else's camera. */
const journey = startJourney();

/** Two cards, of which "Work" is shown first. */
async function registerWithCards(): Promise<{ ada: Person; work: string; lectures: string }> {
  const ada = await journey.register();
  const work = await makeCard(ada, { isFeatured: true });
  const lectures = await makeCard(ada, { name: 'Lectures', fullName: 'Countess of Lovelace' });
  const link = ({ id }: { id: string }) => `${journey.url}/card/${id}`;
  return { ada, work: link(work), lectures: link(lectures) };
}

const findCode = (page: Page, name: string) => page.getByRole('img', { name: `QR code of ${name}` });

const read = async (page: Page) => (await readCode(await page.screenshot())).zxing;

const groundOf = (page: Page) =>
  page
    .locator('main')
    .evaluate((main) => main.parentElement && getComputedStyle(main.parentElement).backgroundColor);

describe('The code screen', () => {
  it.each(SIZES)(
    'is white in the dark, fills a screen of $width px, and can be scanned from it',
    async (viewport) => {
      const { ada, work } = await registerWithCards();
      const page = await journey.open('/qr', { as: ada, viewport, colorScheme: 'dark' });
      const code = findCode(page, 'Work');
      await code.waitFor();
      await page.getByRole('button', { name: 'At an event?' }).waitFor();
      const side = (await code.boundingBox())?.width ?? 0;
      expect(side).toBeGreaterThanOrEqual(Math.min(viewport.width, viewport.height) * 0.8);
      expect(await groundOf(page)).toBe('rgb(255, 255, 255)');
      expect(await read(page)).toBe(work);
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await page.getByText('Offline contact').click();
      await page.getByRole('img', { name: 'Contact code of Work' }).waitFor();
      const contact = await read(page);
      expect(contact).toMatch(/^BEGIN:VCARD/);
      expect(contact).toContain('Lovelace');
    },
  );

  it('says that it leads nowhere while the profile is hidden', { tags: ['thorough'] }, async () => {
    const { ada } = await registerWithCards();
    await ada.client('PATCH', '/api/account', { isProfileVisible: false });
    const page = await journey.open('/qr', { as: ada });
    await page
      .getByText('Your profile is hidden. Anyone who scans this code sees “Card Not Found.”')
      .waitFor();
    await expectAccessible(page);
  });

  it('can be scanned in a dark contrast theme', { tags: ['thorough'] }, async () => {
    const { ada, work } = await registerWithCards();
    const page = await journey.open('/qr', { as: ada, colorScheme: 'dark', forcedColors: 'active' });
    await findCode(page, 'Work').waitFor();
    expect(await read(page)).toBe(work);
    await expectAccessible(page);
  });

  it('closes to the screen that led to it, in the theme of that one', { tags: ['thorough'] }, async () => {
    const { ada } = await registerWithCards();
    const page = await journey.open('/analytics', { as: ada, colorScheme: 'dark' });
    await page.getByRole('heading', { level: 1, name: 'Analytics Dashboard' }).waitFor();
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'QR' }).click();
    await findCode(page, 'Work').waitFor();
    await page.getByRole('link', { name: 'Close' }).click();
    await page.getByRole('heading', { level: 1, name: 'Analytics Dashboard' }).waitFor();
    const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    // With reduced motion, colors take a frame to change.
    await expect.poll(ground).toBe('rgb(20, 19, 17)');

    const another = await journey.open('/qr', { as: ada });
    await another.getByRole('link', { name: 'Close' }).click();
    await another.getByRole('heading', { level: 1, name: 'My Cards' }).waitFor();
  });

  it('leads to the next card by swipe, arrow key, dot and list, and remembers it', {
    tags: ['thorough'],
  }, async () => {
    const { ada, lectures } = await registerWithCards();
    const page = await journey.open('/qr', { as: ada, hasTouch: true, isMobile: true });
    const name = (text: string) => page.getByRole('heading', { level: 1, name: text }).waitFor();
    await name('Ada Lovelace');
    await swipe(page, page.getByRole('region', { name: 'Codes' }), 300);
    await name('Countess of Lovelace');
    await expect.poll(() => read(page)).toBe(lectures);
    await page.keyboard.press('ArrowLeft');
    await name('Countess of Lovelace');
    await page.keyboard.press('ArrowRight');
    await name('Ada Lovelace');
    await page.getByRole('button', { name: 'Show Lectures' }).click();
    await name('Countess of Lovelace');
    await page.getByRole('combobox', { name: 'Card' }).selectOption('Work');
    await findCode(page, 'Work').waitFor();
    await page.getByRole('button', { name: 'Show Lectures' }).click();
    await page.reload();
    await name('Countess of Lovelace');
    await findCode(page, 'Lectures').waitFor();
  });

  it('keeps its card when the phone is turned', { tags: ['thorough'] }, async () => {
    const { ada, work } = await registerWithCards();
    await makeCard(ada, { name: 'Club' });
    const page = await journey.open('/qr', { as: ada });
    await findCode(page, 'Work').waitFor();
    for (const viewport of [{ width: 844, height: 390 }, PHONE]) {
      await page.setViewportSize(viewport);
      await expect.poll(() => read(page)).toBe(work);
      await expectNoSidewaysScroll(page);
    }
  });

  it('leaves the arrow keys to the choice of what the code contains', { tags: ['thorough'] }, async () => {
    const { ada } = await registerWithCards();
    const page = await journey.open('/qr', { as: ada });
    await page.getByRole('radio', { name: 'Link' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('img', { name: 'Contact code of Work' }).waitFor();
  });

  it('hands over the link, too', { tags: ['thorough'] }, async () => {
    const { ada, work } = await registerWithCards();
    const page = await journey.open('/qr', { as: ada });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy link' }).click();
    await findToast(page, 'Link copied!').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(work);
    // This server signs no passes.
    expect(await page.getByRole('button', { name: 'Add to Wallet' }).count()).toBe(0);
  });

  it('notes the event before anybody was met, and its end', { tags: ['thorough'] }, async () => {
    const { ada } = await registerWithCards();
    const page = await journey.open('/qr', { as: ada });
    await page.getByRole('button', { name: 'At an event?' }).click();
    const dialog = page.getByRole('dialog', { name: 'Name this event' });
    await dialog.getByLabel('Event').fill('Harbor Expo');
    await dialog.getByRole('button', { name: 'Start' }).click();
    const chip = page.getByRole('button', { name: 'At: Harbor Expo' });
    await chip.waitFor();
    expect((await ada.client('GET', '/api/contacts/event')).body).toMatchObject({
      event: { name: 'Harbor Expo' },
    });
    await expectAccessible(page);
    await chip.click();
    await page.getByRole('menuitem', { name: 'End now' }).click();
    await page.getByRole('button', { name: 'At an event?' }).waitFor();
    await findToast(page, 'Event ended').waitFor();
  });

  it('says one thing at a time, and each once on a device', { tags: ['thorough'] }, async () => {
    const { ada } = await registerWithCards();
    const page = await journey.open('/qr', { as: ada, hasTouch: true, isMobile: true });
    const brightness = page.getByText('Turn up your brightness');
    const stays = page.getByText('Your code keeps working, even after you cancel');
    await brightness.waitFor();
    expect(await stays.count()).toBe(0);
    await page.reload();
    await stays.waitFor();
    expect(await brightness.count()).toBe(0);
    await page.reload();
    await findCode(page, 'Work').waitFor();
    expect((await brightness.count()) + (await stays.count())).toBe(0);
  });

  it('keeps the screen on, again after another app was in front, and no longer than it is open', {
    tags: ['thorough'],
  }, async () => {
    const { ada } = await registerWithCards();
    const page = await journey.open('/cards', { as: ada });
    await page.addInitScript(recordWakeLocks);
    await page.goto('/qr');
    await findCode(page, 'Work').waitFor();
    const locks = () => page.evaluate(() => (window as unknown as { locks: string[] }).locks.join(' '));
    expect(await locks()).toBe('screen');
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect.poll(locks).toBe('screen screen');
    await page.getByRole('link', { name: 'Close' }).click();
    await page.getByRole('heading', { level: 1, name: 'My Cards' }).waitFor();
    await expect.poll(locks).toBe('screen screen released');
  });

  it('prints the code and the name alone', { tags: ['thorough'] }, async () => {
    const { ada, work } = await registerWithCards();
    const page = await journey.open('/qr', { as: ada });
    await findCode(page, 'Work').waitFor();
    await page.getByRole('button', { name: 'At an event?' }).waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(
      await page.locator('main :is(a, button, select, fieldset)').filter({ visible: true }).count(),
    ).toBe(0);
    await page.getByRole('heading', { level: 1, name: 'Ada Lovelace' }).waitFor();
    expect(await read(page)).toBe(work);
    await page.emulateMedia({ media: 'screen' });
    await page.getByRole('button', { name: 'Show Lectures' }).waitFor();
    expect(await read(page)).toBe(work);
  });
});

/** Moves a finger sideways over the middle of an element. */
async function swipe(page: Page, over: ReturnType<Page['locator']>, by: number): Promise<void> {
  const box = await over.boundingBox();
  if (!box) throw new Error('There is nothing to swipe over.');
  const devtools = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints });
  const start = box.x + box.width / 2 - by / 2;
  const y = box.y + box.height / 2;
  await touch('touchStart', [{ x: start, y }]);
  for (let step = 1; step <= 10; step += 1) await touch('touchMove', [{ x: start + (by * step) / 10, y }]);
  await touch('touchEnd', []);
}

/** In place of the browser's locks, which a machine without a screen refuses. */
function recordWakeLocks(): void {
  const locks: string[] = [];
  const request = async (kind: string) => {
    locks.push(kind);
    return { release: async () => void locks.push('released') };
  };
  Object.assign(window, { locks });
  Object.defineProperty(navigator, 'wakeLock', { value: { request } });
}
