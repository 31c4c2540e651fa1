import { describe, expect, it } from 'vitest';
import { makeCard } from '#test/built-product.ts';
import { addField } from '#test/e2e/card-editor.ts';
import { DESKTOP, expectAccessible, expectNoSidewaysScroll, SIZES, startJourney } from '#test/e2e/journey.ts';

/** Errors expected of a browser that is signed out, or has no network. */
const journey = startJourney({
  expectedErrors: /status of 401|Failed to (load resource|fetch dynamically imported module)/,
});
const NARROW = { width: 320, height: 640 };
const WORDS = ['Overview', 'My Cards', 'Contacts', 'Analytics', 'Settings'];
const SCREENS = [
  ['Contacts', '/contacts', 'My Contacts'],
  ['Analytics', '/analytics', 'Analytics Dashboard'],
  ['My Cards', '/cards', 'My Cards'],
] as const;

describe('The navigation', () => {
  it.each(SIZES)('leads from screen to screen and marks the open one, at $width px', async (viewport) => {
    const page = await journey.open('/cards', { as: await journey.register(), viewport });
    const navigation = page.getByRole('navigation', { name: 'Main' });
    for (const [label, path, heading] of SCREENS) {
      await expect.poll(() => navigation.getByRole('link').allTextContents()).toEqual(WORDS);
      await navigation.getByRole('link', { name: label }).click();
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      expect(new URL(page.url()).pathname).toBe(path);
      const current = navigation.locator('[aria-current=page]');
      expect(await current.allTextContents()).toEqual([label]);
    }
    await navigation.getByRole('link', { name: 'Settings' }).click();
    await page.waitForURL('**/dashboard?tab=settings');
    await page.getByRole('heading', { name: 'Account information' }).waitFor();
  });

  it.each(SIZES)(
    'is the tablist of the dashboard there, and the focus stays on the pressed word, at $width px',
    { tags: ['thorough'] },
    async (viewport) => {
      const page = await journey.open('/analytics', { as: await journey.register(), viewport });
      const navigation = page.getByRole('navigation', { name: 'Main' });
      await navigation.getByRole('link', { name: 'Overview' }).press('Enter');
      await page.waitForURL('**/dashboard');
      const tab = (name: string) => navigation.getByRole('tab', { name, exact: true });
      await page.getByRole('tabpanel', { name: 'Overview' }).waitFor();
      expect(await page.getByRole('tab').allTextContents()).toEqual(WORDS);
      expect(await navigation.getByRole('link').count()).toBe(0);
      expect(await tab('Overview').evaluate((word) => word === document.activeElement)).toBe(true);
      await page.keyboard.press('End');
      await page.getByRole('tabpanel', { name: 'Settings' }).waitFor();
      expect(await tab('Settings').evaluate((word) => word === document.activeElement)).toBe(true);
      await expectAccessible(page);
    },
  );

  it('is under the thumb on the narrowest phone, and covers nothing that can be scrolled to', {
    tags: ['thorough'],
  }, async () => {
    const person = await journey.register();
    await journey.change('update users set is_admin = true where username = $1', [person.username]);
    const page = await journey.open('/admin', { as: person, viewport: NARROW });
    await page.getByText('Latest 10 users').waitFor();
    const navigation = page.getByRole('navigation', { name: 'Main' });
    const dock = await navigation.boundingBox();
    expect((dock?.y ?? 0) + (dock?.height ?? 0)).toBe(NARROW.height);
    const links = await navigation.getByRole('link').all();
    expect(links).toHaveLength(5);
    let right = 0;
    for (const link of links) {
      const box = await link.boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(44);
      expect(box?.x).toBeGreaterThanOrEqual(right);
      right = (box?.x ?? 0) + (box?.width ?? 0);
    }
    expect(right).toBeLessThanOrEqual(NARROW.width);
    await page.keyboard.press('End');
    await page.waitForFunction(() => {
      const last = document.querySelector('tbody tr:last-child')?.getBoundingClientRect();
      const dockTop = document.querySelector('nav[aria-label=Main]')?.getBoundingClientRect().top;
      return last !== undefined && dockTop !== undefined && last.bottom <= dockTop;
    });
    await expectNoSidewaysScroll(page);
  });

  it('never covers what has the focus, on a phone', { tags: ['thorough'] }, async () => {
    const page = await journey.open('/create', { as: await journey.register() });
    for (const field of ['Location', 'Tagline', 'Bio', 'Skills', 'Certifications'])
      await addField(page, field);
    const first = page.getByLabel('Full name');
    while (!(await first.evaluate((field) => field === document.activeElement))) {
      await page.keyboard.press('Shift+Tab');
      const top = await page.evaluate(() => document.activeElement?.getBoundingClientRect().top);
      const bar = await page.getByRole('button', { name: 'Create Card' }).boundingBox();
      expect(top).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? Infinity));
    }
  });

  it('opens the settings, and brings their tab into view on a phone', { tags: ['thorough'] }, async () => {
    const page = await journey.open('/contacts', { as: await journey.register(), viewport: NARROW });
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    await page.waitForURL('**/dashboard?tab=settings');
    const tab = page.getByRole('tab', { name: 'Settings', selected: true });
    await tab.waitFor();
    const box = await tab.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(NARROW.width);
    await expectAccessible(page);
  });

  it('can be skipped by keyboard', { tags: ['thorough'] }, async () => {
    const page = await journey.open('/analytics', { as: await journey.register(), viewport: DESKTOP });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to content' });
    expect(await skip.evaluate((link) => link === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    const back = page.getByRole('link', { name: 'Back to Dashboard' });
    expect(await back.evaluate((link) => link === document.activeElement)).toBe(true);
  });

  it('says so when a screen cannot be fetched, and leads on to the others', {
    tags: ['thorough'],
  }, async () => {
    const page = await journey.open('/cards', { as: await journey.register(), viewport: DESKTOP });
    const navigation = page.getByRole('navigation', { name: 'Main' });
    await page.route('**/assets/ContactsPage-*', (route) => route.abort());
    await navigation.getByRole('link', { name: 'Contacts' }).click();
    const retry = page.getByRole('button', { name: 'Retry' });
    await retry.waitFor();
    await navigation.getByRole('link', { name: 'Analytics' }).click();
    await page.getByRole('heading', { level: 1, name: 'Analytics Dashboard' }).waitFor();
    await page.goBack();
    await retry.waitFor();
    await page.unroute('**/assets/ContactsPage-*');
    await retry.click();
    await page.getByRole('heading', { level: 1, name: 'My Contacts' }).waitFor();
  });

  it('returns to the previous scroll position, and starts new screens at their top', {
    tags: ['thorough'],
  }, async () => {
    const ada = await journey.register();
    await makeCard(ada);
    const page = await journey.open('/dashboard', { as: ada, viewport: NARROW });
    const navigation = page.getByRole('navigation', { name: 'Main' });
    const overview = page.getByRole('tabpanel', { name: 'Overview' });
    await overview.waitFor();
    await page.getByRole('heading', { name: 'Your card is ready' }).waitFor();
    await page.waitForFunction(() => document.documentElement.scrollHeight > innerHeight + 100);
    await page.evaluate(() => window.scrollTo(0, 100));
    await navigation.getByRole('tab', { name: 'Settings' }).click();
    await page.getByRole('tabpanel', { name: 'Settings' }).waitFor();
    await page.waitForFunction(() => window.scrollY === 0);
    const root = page.locator('#root');
    await root.evaluate((element) => Object.assign(element.style, { height: '300px', overflow: 'clip' }));
    await page.goBack();
    await overview.waitFor();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await root.evaluate((element) => element.removeAttribute('style'));
    await page.waitForFunction(() => window.scrollY === 100);
  });

  it('opens a screen in another tab for a press with Ctrl, and stays where it is', {
    tags: ['thorough'],
  }, async () => {
    const page = await journey.open('/cards', { as: await journey.register(), viewport: DESKTOP });
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contacts' });
    const opened = page.context().waitForEvent('page');
    await link.click({ modifiers: ['ControlOrMeta'] });
    const tab = await opened;
    await tab.waitForURL('**/contacts');
    await tab.close();
    expect(new URL(page.url()).pathname).toBe('/cards');
  });

  it('adds nothing to go back through when the open screen is pressed again', {
    tags: ['thorough'],
  }, async () => {
    const page = await journey.open('/cards', { as: await journey.register(), viewport: DESKTOP });
    const navigation = page.getByRole('navigation', { name: 'Main' });
    const contacts = navigation.getByRole('link', { name: 'Contacts' });
    await contacts.click();
    await page.getByRole('heading', { level: 1, name: 'My Contacts' }).waitFor();
    await contacts.click();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'My Cards' }).waitFor();
  });

  it('comes back to a search with signs that addresses use themselves', { tags: ['thorough'] }, async () => {
    const search = '100%25 & more = 7?';
    const page = await journey.open(`/contacts?search=${encodeURIComponent(search)}`, {
      as: await journey.register(),
      viewport: DESKTOP,
    });
    expect(await page.getByRole('searchbox').inputValue()).toBe(search);
  });

  it('signs out from every screen', { tags: ['thorough'] }, async () => {
    const page = await journey.open('/analytics', { as: await journey.register(), viewport: NARROW });
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Sign Out' }).click();
    await page.waitForURL(`${journey.url}/`);
    await page.goto('/analytics');
    await page.waitForURL('**/auth/login?next=%2Fanalytics');
  });
});

describe('A slow screen', () => {
  it('is reached even if Contacts is pressed at once', { tags: ['thorough'] }, async () => {
    const page = await journey.open('/contacts', { as: await journey.register(), viewport: DESKTOP });
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/assets/AnalyticsPage-*', async (route) => {
      await held;
      await route.continue();
    });
    const search = page.getByRole('searchbox');
    await search.waitFor();
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    // The address follows the typed text a moment later, when it already belongs to the next screen.
    await search.fill('Grace');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Analytics' }).click();
    await page.waitForURL('**/analytics');
    await page.clock.runFor(1_000);
    await page.clock.resume();
    expect(new URL(page.url()).pathname).toBe('/analytics');
    answer();
    await page.getByRole('heading', { level: 1, name: 'Analytics Dashboard' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/analytics');
  });
});
