import { describe, expect, it } from 'vitest';
import { DESKTOP, expectAccessible, expectNoSidewaysScroll, PHONE, startJourney } from '#test/e2e/journey.ts';

const journey = startJourney();
const NARROW = { width: 320, height: 640 };
/** All but the editor, which has no header on a phone. */
const SCREENS = ['/dashboard', '/cards', '/contacts', '/analytics', '/checkout', '/subscribe'];

describe('The account menu', () => {
  it('is on the signed-in screens, and signing out is a button on the dashboard only', async () => {
    const page = await journey.open('/dashboard', {
      as: await journey.register('Ada Lovelace'),
      viewport: NARROW,
    });
    for (const screen of SCREENS) {
      await page.goto(screen);
      await page.getByRole('button', { name: 'Account menu' }).getByText('AL', { exact: true }).waitFor();
      const signOut = page.getByRole('button', { name: 'Sign Out' });
      expect(await signOut.count()).toBe(screen === '/dashboard' ? 1 : 0);
      await expectNoSidewaysScroll(page);
    }
  });

  it.each([
    ['phone', PHONE],
    ['desktop', DESKTOP],
  ])('leads to the subscription in two presses, on a %s', async (_name, viewport) => {
    const page = await journey.open('/contacts', { as: await journey.register(), viewport });
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Subscription' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('menuitem', { name: 'Subscription' }).click();
    await page.getByRole('heading', { level: 1, name: 'Your subscription' }).waitFor();
    expect(await page.getByRole('menu').count()).toBe(0);
  });

  it('is used by keyboard alone, and gives the focus back', async () => {
    const page = await journey.open('/cards', { as: await journey.register(), viewport: DESKTOP });
    const trigger = page.getByRole('button', { name: 'Account menu' });
    const hasFocus = (name: string) =>
      page.getByRole(/theme/.test(name) ? 'menuitemradio' : 'menuitem', { name, exact: true });
    const expectFocus = (name: string) =>
      expect.poll(() => hasFocus(name).evaluate((item) => item === document.activeElement)).toBe(true);
    await trigger.focus();
    await page.keyboard.press('ArrowDown');
    await expectFocus('Settings');
    await page.keyboard.press('ArrowDown');
    await expectFocus('Subscription');
    await page.keyboard.press('End');
    await expectFocus('Sign Out');
    await page.keyboard.press('Home');
    await expectFocus('Settings');
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    expect(await trigger.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await expectFocus('Settings');
  });

  it('changes the theme at once, stays open, and is remembered', async () => {
    const page = await journey.open('/analytics', { as: await journey.register(), viewport: NARROW });
    await page.getByRole('button', { name: 'Account menu' }).click();
    const dark = page.getByRole('menuitemradio', { name: 'Dark theme' });
    await dark.click();
    expect(await dark.getAttribute('aria-checked')).toBe('true');
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
    await expectNoSidewaysScroll(page);
    await page.reload();
    await page.getByRole('button', { name: 'Account menu' }).click();
    expect(await page.getByRole('menuitemradio', { name: 'Dark theme' }).getAttribute('aria-checked')).toBe(
      'true',
    );
    await page.getByRole('menuitemradio', { name: 'System theme' }).click();
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBeUndefined();
  });
});
