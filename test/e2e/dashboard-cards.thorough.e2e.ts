import { describe, expect, it } from 'vitest';
import { makeCard } from '#test/built-product.ts';
import { DESKTOP, findToast, startJourney } from '#test/e2e/journey.ts';

/** Responses that the journeys make fail on purpose. */
const journey = startJourney({ expectedErrors: /status of 500/ });

describe('My Cards on the dashboard', () => {
  it('lets only paying users create the first card here, and tells others why and how', async () => {
    const ada = await journey.register();
    const page = await journey.open('/dashboard?tab=cards', { as: ada });
    const button = page.getByRole('button', { name: 'Create Your First Card' });
    await button.waitFor();
    expect(await button.isDisabled()).toBe(true);
    await page.getByText(/^Add a payment method to unlock this \(\$0 today\)/).waitFor();
    const alternative = page.getByRole('link', { name: 'create a card now' });
    expect(await alternative.getAttribute('href')).toBe('/create');
    await page.getByRole('link', { name: 'Go to Checkout: $0 today' }).click();
    await page.waitForURL('**/checkout');

    await journey.change('update users set checkout_completed_at = now() where username = $1', [
      ada.username,
    ]);
    await page.goto('/dashboard?tab=cards');
    await page.getByRole('link', { name: 'Create Your First Card' }).click();
    await page.waitForURL('**/create');
  });

  it('shows each card with its names and company, and its four buttons', async () => {
    const ada = await journey.register();
    const card = await makeCard(ada);
    const page = await journey.open('/dashboard?tab=cards', { as: ada, viewport: DESKTOP });
    const tile = page.getByRole('article', { name: 'Work' });
    await tile.getByText(/^Created .*20\d\d$/).waitFor();
    for (const text of ['Ada Lovelace', 'Analytical Engines']) {
      await tile.getByText(text, { exact: true }).last().waitFor();
    }
    expect(await tile.getByRole('link', { name: 'View' }).getAttribute('href')).toBe(`/card/${card.id}`);
    expect(await tile.getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe(`/edit-card/${card.id}`);
    expect(await page.getByRole('link', { name: 'New Card' }).getAttribute('href')).toBe('/create');
    const opener = tile.getByRole('button', { name: 'QR Code' });
    await opener.click();
    await page
      .getByRole('dialog', { name: 'Work' })
      .getByRole('img', { name: /QR code of Work/ })
      .waitFor();
    await findToast(page, 'QR Code Generated!').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true);
  });

  it('says that nobody else can open a card wherever it is handed over', async () => {
    const ada = await journey.register();
    await makeCard(ada, { isActive: false });
    const page = await journey.open('/dashboard?tab=cards', { as: ada, viewport: DESKTOP });
    const said = 'This card is paused. Anyone who opens this card sees “Card Not Found.”';
    const tile = page.getByRole('article', { name: 'Work' });
    await tile.getByText(said).waitFor();
    await tile.getByRole('button', { name: 'QR Code' }).click();
    await page.getByRole('dialog', { name: 'Work' }).getByText(said).waitFor();
    await page.keyboard.press('Escape');
    await tile.getByRole('button', { name: 'More for Work' }).click();
    await page.getByRole('menuitem', { name: 'Add to Wallet' }).click();
    await page.getByRole('dialog', { name: 'Add to Wallet' }).getByText(said).waitFor();
    await page.keyboard.press('Escape');
    await tile.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('dialog', { name: 'Share Work' }).getByText(said).waitFor();

    const bob = await journey.register('Bob Smith');
    await makeCard(bob);
    await bob.client('PATCH', '/api/account', { isProfileVisible: false });
    const other = await journey.open('/dashboard', { as: bob, viewport: DESKTOP });
    await other.getByText('Your profile is hidden', { exact: true }).waitFor();
    expect(await other.getByText('Your card is ready').count()).toBe(0);
    await other.goto('/dashboard?tab=cards');
    await other.getByRole('button', { name: 'Share', exact: true }).click();
    await other.getByRole('button', { name: 'Share portfolio Hidden' }).waitFor();
  });

  it('opens each of the four networks in a new window, tells the server once, and then says so', async () => {
    const ada = await journey.register();
    const card = await makeCard(ada);
    const page = await journey.open('/dashboard?tab=cards', { as: ada, viewport: DESKTOP });
    await page.context().route(/^https:/, (route) => route.fulfill({ body: 'The network' }));
    const told: string[] = [];
    page.on(
      'request',
      (request) => request.method() === 'POST' && told.push(new URL(request.url()).pathname),
    );
    const popover = page.getByRole('dialog', { name: 'Share Work' });
    for (const [name, host] of [
      ['LinkedIn', 'linkedin.com'],
      ['Twitter', 'twitter.com'],
      ['Facebook', 'facebook.com'],
      ['WhatsApp', 'wa.me'],
    ] as const) {
      const platform = name.toLowerCase();
      await page.getByRole('button', { name: 'Share' }).click();
      const opens = page.context().waitForEvent('page');
      await popover.getByRole('link', { name }).click();
      const opened = await opens;
      await opened.waitForURL((url) => url.hostname.endsWith(host));
      const shared = `${journey.url}/card/${card.id}?via=${platform}`;
      expect(decodeURIComponent(opened.url())).toContain(shared);
      expect(await opened.evaluate(() => window.opener)).toBeNull();
      await opened.close();
      await findToast(page, 'Ready to share!').waitFor();
      await page.getByRole('button', { name: 'Dismiss' }).click();
      expect(told.splice(0)).toEqual([`/api/cards/${card.id}/share/${platform}`]);
    }
    await page.getByRole('button', { name: 'Share' }).click();
    await page.route('**/share/*', (route) => route.fulfill({ status: 500, body: '' }));
    await popover.getByRole('link', { name: 'LinkedIn' }).click();
    await findToast(page, 'Sharing failed').waitFor();
    await findToast(page, 'Unable to generate share link. Please try again.').waitFor();
  });

  it('opens a network while the server has not responded yet, and confirms only once it has', async () => {
    const ada = await journey.register();
    await makeCard(ada);
    const page = await journey.open('/dashboard?tab=cards', { as: ada, viewport: DESKTOP });
    await page.context().route(/^https:/, (route) => route.fulfill({ body: 'The network' }));
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/share/*', async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Share' }).click();
    const opens = page.context().waitForEvent('page');
    await page.getByRole('link', { name: 'LinkedIn' }).click();
    await (await opens).close();
    expect(await findToast(page, 'Ready to share!').count()).toBe(0);
    answer();
    await findToast(page, 'Ready to share!').waitFor();
  });

  it('copies the link of the card and of the portfolio', async () => {
    const ada = await journey.register();
    const card = await makeCard(ada);
    const page = await journey.open('/dashboard?tab=cards', { as: ada, viewport: DESKTOP });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await page.getByRole('button', { name: 'Share' }).click();
    const popover = page.getByRole('dialog', { name: 'Share Work' });
    await popover.getByRole('button', { name: 'Copy link' }).click();
    await findToast(page, 'Link copied!').waitFor();
    expect(await copied()).toBe(`${journey.url}/card/${card.id}`);
    await popover.getByRole('button', { name: 'Share portfolio' }).click();
    await findToast(page, 'Portfolio Link Copied').waitFor();
    expect(await copied()).toBe(`${journey.url}/portfolio/${ada.username}`);
    await page.evaluate(() => {
      navigator.share = () => Promise.resolve();
    });
    await popover.getByRole('button', { name: 'Share portfolio' }).click();
    await findToast(page, 'Portfolio Shared').waitFor();
    await page.evaluate(() => {
      navigator.share = () => Promise.reject(new Error('refused'));
      navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
    });
    await popover.getByRole('button', { name: 'Copy link' }).click();
    await findToast(page, 'Copy failed').waitFor();
    await findToast(page, 'Unable to copy link to clipboard.').waitFor();
    await popover.getByRole('button', { name: 'Share portfolio' }).click();
    await findToast(page, 'Share Failed').waitFor();
    await findToast(page, 'Unable to share portfolio. Please try again.').waitFor();
  });
});
