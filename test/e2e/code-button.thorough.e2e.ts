import { describe, expect, it } from 'vitest';
import { ownerWhoMet } from '#test/e2e/contact-people.ts';
import { DESKTOP, PHONE, startJourney } from '#test/e2e/journey.ts';

const journey = startJourney();
const NARROW = { width: 320, height: 640 };

describe('The round button', () => {
  it('shows the code from every screen but the forms, and on a desktop beside the account menu', async () => {
    const page = await journey.open('/contacts', { as: await journey.register() });
    const button = page.getByRole('link', { name: 'Show my QR code' });
    const dock = await page.getByRole('navigation', { name: 'Main' }).boundingBox();
    const box = await button.boundingBox();
    expect(box).toMatchObject({ x: PHONE.width - 16 - 56, width: 56, height: 56 });
    expect((box?.y ?? 0) + 56).toBe((dock?.y ?? 0) - 16);
    await button.click();
    await page.waitForURL('**/qr');
    for (const form of ['/create', '/dashboard?tab=settings']) {
      await page.goto(form);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await button.isVisible()).toBe(false);
    }
    await page.setViewportSize(DESKTOP);
    const account = page.getByRole('button', { name: 'Account menu' });
    await expect.poll(async () => (await account.boundingBox())?.y).toBe(10);
    const inHeader = await button.boundingBox();
    expect(inHeader?.y).toBe(10);
    expect((inHeader?.x ?? 0) + (inHeader?.width ?? 0)).toBeLessThan((await account.boundingBox())?.x ?? 0);
  });

  it('steps aside while one scrolls down, and covers nothing at the end', async () => {
    const page = await journey.open('/dashboard', { as: await journey.register(), viewport: NARROW });
    const button = page.getByRole('link', { name: 'Show my QR code' });
    const isThere = () => button.evaluate((link) => getComputedStyle(link).pointerEvents !== 'none');
    await page.getByRole('link', { name: 'Manage Contacts' }).waitFor();
    const covered = () =>
      page.evaluate(() => {
        const round = document.querySelector('.code-button')?.getBoundingClientRect();
        return [...document.querySelectorAll('main a, main button')].filter((control) => {
          const box = control.getBoundingClientRect();
          const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
          return round && x > round.left && x < round.right && y > round.top && y < round.bottom;
        }).length;
      });
    await page.evaluate(() => window.scrollTo(0, 200));
    await expect.poll(isThere).toBe(false);
    for (let y = 190; y >= 0; y -= 10) {
      await page.evaluate((top) => window.scrollTo(0, top), y);
      await page.evaluate(() => new Promise(requestAnimationFrame));
      await expect.poll(async () => (await isThere()) && (await covered()) > 0).toBe(false);
    }
    await expect.poll(isThere).toBe(true);
    await page.keyboard.press('End');
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(200);
    await expect.poll(isThere).toBe(true);
    const lowest = await page
      .locator('main *')
      .evaluateAll((parts) => Math.max(...parts.map((part) => part.getBoundingClientRect().bottom)));
    expect(lowest).toBeLessThanOrEqual((await button.boundingBox())?.y ?? 0);
  });

  it('covers no name of a list', async () => {
    const people = [...'ABCDEFGHIJKL'].map((letter) => ({
      fullName: `${letter}delaide Ravensworth`,
      jobTitle: letter < 'E' ? 'Head of Communications and Public Affairs' : 'Head of Communications',
      email: `${letter}@navy.example`,
    }));
    const page = await journey.open('/contacts', { as: await ownerWhoMet(journey, ...people) });
    await page.getByRole('article').nth(9).waitFor();
    const covered = () =>
      page.evaluate(() => {
        const round = document.querySelector('.code-button') as HTMLElement;
        if (getComputedStyle(round).pointerEvents === 'none') return [];
        const { left, right, top, bottom } = round.getBoundingClientRect();
        const range = document.createRange();
        return [...document.querySelectorAll('main li h2')]
          .filter((words) => {
            range.selectNodeContents(words);
            const box = range.getBoundingClientRect();
            const end = Math.min(box.right, words.getBoundingClientRect().right);
            return box.left < right && end > left && box.top < bottom && box.bottom > top;
          })
          .map((words) => words.textContent);
      });
    for (let y = 120; y >= 0; y -= 12) {
      await page.evaluate((top) => window.scrollTo(0, top), y);
      await page.evaluate(() => new Promise(requestAnimationFrame));
      await expect.poll(covered, { message: `at ${y}` }).toEqual([]);
    }
    const isThere = () =>
      page.locator('.code-button').evaluate((link) => getComputedStyle(link).pointerEvents !== 'none');
    await expect.poll(isThere).toBe(true);
  });
});
