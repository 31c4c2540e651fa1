import { describe, expect, it } from 'vitest';
import { makeCard } from '#test/built-product.ts';
import { GRACE, ownerWhoMet } from '#test/e2e/contact-people.ts';
import { DESKTOP, findToast, startJourney } from '#test/e2e/journey.ts';

/** A phone in a tunnel: it knows that it has no network, and so do the libraries that ask it. */
const journey = startJourney({ expectedErrors: /Failed to load resource|Failed to fetch dynamically/ });

const UNREACHABLE = 'You’re offline. Check your connection and try again.';
const NOT_LOADED = 'We couldn’t load this. Check your connection and try again.';

describe('Without a network', () => {
  it('sign-in says so at once, and works when it is back', async () => {
    const ada = await journey.register();
    const page = await journey.open('/auth/login');
    await page.getByLabel('Username').fill(ada.username);
    await page.getByLabel('Password').fill(ada.password);
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await findToast(page, UNREACHABLE).waitFor();
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL('**/dashboard');
  });

  it('a favorite is reverted, and a screen that was loaded says so and offers Retry', async () => {
    const ada = await ownerWhoMet(journey, GRACE);
    const page = await journey.open('/contacts', { as: ada, viewport: DESKTOP });
    const star = page.getByRole('button', { name: 'Favorite: Grace Hopper' });
    await star.waitFor();
    await page.context().setOffline(true);
    await star.click();
    await findToast(page, UNREACHABLE).waitFor();
    await page.locator('button[aria-label="Favorite: Grace Hopper"][aria-pressed="false"]').waitFor();
    await page.getByRole('link', { name: 'Analytics' }).click();
    await page.getByRole('alert').getByText(NOT_LOADED).waitFor();
    const retry = page.getByRole('alert').getByRole('button', { name: 'Retry' });
    await retry.click();
    await page.context().setOffline(false);
    await retry.click();
    await page.getByRole('heading', { name: 'Analytics Dashboard' }).waitFor();
  });

  it('a dialog that cannot be loaded leaves the screen intact, and opens when the network is back', async () => {
    const ada = await ownerWhoMet(journey, GRACE);
    const page = await journey.open('/contacts', { as: ada, viewport: DESKTOP });
    const followUp = page.getByRole('button', { name: 'AI Follow-up' });
    await followUp.waitFor();
    await page.context().setOffline(true);
    await followUp.click();
    await findToast(page, NOT_LOADED).waitFor();
    expect(await page.getByRole('heading', { name: 'Grace Hopper' }).isVisible()).toBe(true);
    await page.context().setOffline(false);
    await followUp.click();
    await page.getByRole('dialog', { name: /Grace Hopper/ }).waitFor();
  });

  it('contacts are not selected while what is done with them cannot be loaded', async () => {
    const page = await journey.open('/contacts', {
      as: await ownerWhoMet(journey, GRACE),
      viewport: DESKTOP,
    });
    const tick = page.getByRole('checkbox', { name: 'Select Grace Hopper' });
    await tick.waitFor();
    await page.context().setOffline(true);
    await tick.press('Space');
    await findToast(page, NOT_LOADED).waitFor();
    await page.getByRole('searchbox').waitFor();
    expect(await tick.isChecked()).toBe(false);
    expect(await tick.evaluate((box) => box === document.activeElement)).toBe(true);
    await page.context().setOffline(false);
    await tick.press('Space');
    await page.getByRole('region', { name: 'Selected contacts' }).getByText('1 selected').waitFor();
  });

  it('a QR code that cannot be fetched is not reported as a faulty code', async () => {
    const ada = await journey.register();
    await makeCard(ada);
    const page = await journey.open('/cards', { as: ada, viewport: DESKTOP });
    await page.getByRole('button', { name: 'More for Work' }).click();
    await page.getByRole('menuitem', { name: 'Animated QR' }).click();
    const download = page.getByRole('dialog').getByRole('button', { name: 'Download' });
    await download.waitFor();
    await page.context().setOffline(true);
    await download.click();
    await findToast(page, UNREACHABLE).waitFor();
  });
});

describe('On a slow network', () => {
  it('the frame of a screen appears before the screen has loaded', async () => {
    const page = await journey.open('/dashboard', { as: await journey.register() });
    await page.getByRole('heading', { level: 1 }).waitFor();
    let send = () => {};
    const sent = new Promise<void>((resolve) => {
      send = resolve;
    });
    await page.route('**/assets/ContactsPage-*.js', async (route) => {
      await sent;
      await route.continue();
    });
    await page.goto('/contacts', { waitUntil: 'commit' });
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    await page.getByText('Loading', { exact: true }).waitFor({ state: 'attached' });
    send();
    await page.getByRole('heading', { name: 'My Contacts' }).waitFor();
  });
});
