import jsQR from 'jsqr';
import type { Download, Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { makeCard, type Person } from '#test/built-product.ts';
import {
  DESKTOP,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  findToast,
  startJourney,
} from '#test/e2e/journey.ts';

/** Responses that the journeys make fail on purpose. */
const journey = startJourney({ expectedErrors: /status of 500|ERR_FAILED/ });

async function open(ada: Person, options: Parameters<typeof journey.open>[1] = {}): Promise<Page> {
  const page = await journey.open('/cards', { as: ada, viewport: DESKTOP, ...options });
  await page.getByRole('heading', { name: 'My Cards' }).waitFor();
  return page;
}

async function choose(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: 'More for Work' }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** The text that a camera reads from a saved image. */
async function scan(download: Download): Promise<{ text: string | undefined; side: number }> {
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk);
  const image = sharp(Buffer.concat(chunks)).flatten({ background: '#ffffff' }).ensureAlpha().raw();
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  return { text: jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data, side: info.width };
}

const isFocused = (page: Page, name: string) =>
  page.getByRole('button', { name }).evaluate((button) => button === document.activeElement);

describe('My Cards', () => {
  it('keeps the shape of three cards while it loads', { tags: ['thorough'] }, async () => {
    const ada = await journey.register();
    const page = await open(ada);
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/first-answers/**', (route) => route.abort());
    await page.route('**/api/cards', async (route) => {
      await held;
      await route.continue();
    });
    await page.reload();
    const loading = page.getByRole('status').filter({ hasText: 'Loading your cards' });
    await loading.waitFor();
    expect(await loading.locator('> div > div').count()).toBe(3);
    answer();
    await page.getByRole('heading', { name: 'No cards yet' }).waitFor();
  });

  it('says that every card is used, and offers no more as the next step', {
    tags: ['thorough'],
  }, async () => {
    const ada = await journey.register();
    for (const name of ['Work', 'Home']) await makeCard(ada, { name });
    const page = await open(ada);
    const filled = () =>
      page.getByRole('link', { name: /^(New Card|Create New Card)$/ }).evaluate((link) => {
        const { backgroundColor, color } = getComputedStyle(link);
        return backgroundColor === getComputedStyle(document.body).color && color !== backgroundColor;
      });
    await expect.poll(filled).toBe(true);
    await makeCard(ada, { name: 'Club' });
    for (const screen of ['/cards', '/dashboard', '/dashboard?tab=cards']) {
      await page.goto(screen);
      await page.getByText('3 of 3 used', { exact: true }).waitFor();
      await expect.poll(filled, { message: screen }).toBe(false);
    }
  });

  it('invites the user to create the first card, and links home', { tags: ['thorough'] }, async () => {
    const page = await open(await journey.register());
    await page.getByText('Create your first digital business card to get started.').waitFor();
    expect(await page.getByRole('link', { name: 'Close' }).getAttribute('href')).toBe('/');
    expect(await page.getByRole('link', { name: 'New Card' }).getAttribute('href')).toBe('/create');
    await page.getByRole('link', { name: 'Create Your First Card' }).click();
    await page.waitForURL('**/create');
  });

  it('shows each card with its date and a code that opens; deletes without asking, and Undo brings it back', async () => {
    const ada = await journey.register();
    const { id } = await makeCard(ada, { jobTitle: 'Mathematician' });
    const page = await open(ada);
    const tile = page.getByRole('article', { name: 'Work' });
    await tile.getByText(/^Created .*20\d\d$/).waitFor();
    await tile.getByText('Mathematician at Analytical Engines').waitFor();
    const code = tile.getByRole('img', { name: 'QR code of Work' });
    await code.waitFor();
    expect(await code.getAttribute('src')).toContain(id);
    expect(await tile.getByRole('link', { name: 'QR code of Work' }).getAttribute('href')).toBe(
      `/qr?card=${id}`,
    );
    expect(await tile.getByRole('link', { name: 'View' }).getAttribute('href')).toBe(`/card/${id}`);
    expect(await tile.getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe(`/edit-card/${id}`);
    await page.getByRole('button', { name: 'More for Work' }).click();
    await page.getByRole('menuitem').first().waitFor();
    expect(await page.getByRole('menuitem').allTextContents()).toEqual([
      'View',
      'Edit',
      'Share',
      'Animated QR',
      'Add to Wallet',
      'All sharing options',
      'Delete',
    ]);

    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await findToast(page, 'Success').waitFor();
    await findToast(page, 'Card deleted successfully!').waitFor();
    await page.getByRole('heading', { name: 'No cards yet' }).waitFor();
    expect((await ada.client('GET', '/api/cards')).body).toEqual([]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('article', { name: 'Work' }).waitFor();
    expect((await ada.client('GET', '/api/cards')).body).toHaveLength(1);
  });

  it('restores a card that could not be deleted, and says so', { tags: ['thorough'] }, async () => {
    const ada = await journey.register();
    await makeCard(ada);
    const page = await open(ada);
    await page.route('**/api/cards/*', (route) =>
      route.request().method() === 'DELETE' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
    );
    await choose(page, 'Delete');
    await findToast(page, 'Error').waitFor();
    await findToast(page, 'Failed to delete card. Please try again.').waitFor();
    await page.getByRole('article', { name: 'Work' }).waitFor();
  });

  it('says so when the network is gone, and tries again', { tags: ['thorough'] }, async () => {
    const page = await open(await journey.register());
    for (const calls of ['**/api/cards', '**/first-answers/**'])
      await page.route(calls, (route) => route.abort());
    await page.reload();
    await page.getByText('Can’t reach Goldleaf. Check your connection and try again.').waitFor();
    await page.unroute('**/api/cards');
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('heading', { name: 'No cards yet' }).waitFor();
  });
});

describe('The QR dialog', () => {
  it('draws the code in four styles, again for each choice, and saves one that scans', {
    tags: ['thorough'],
  }, async () => {
    const ada = await journey.register();
    const { id } = await makeCard(ada);
    const page = await open(ada);
    await choose(page, 'Animated QR');
    const dialog = page.getByRole('dialog', { name: 'Work', description: 'Ada Lovelace' });
    await findToast(page, 'QR Code Generated!').waitFor();
    for (const style of ['Elegant Charcoal', 'Modern Gradient', 'Executive Blue', 'Professional Gold']) {
      await page.getByRole('button', { name: 'Dismiss' }).click();
      await dialog.getByText(style, { exact: true }).click();
      await dialog.getByRole('img', { name: `QR code of Work, ${style}` }).waitFor();
      await findToast(page, 'QR Code Generated!').waitFor();
    }
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await dialog.getByRole('button', { name: 'Copy' }).click();
    await findToast(page, 'Link copied!').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${journey.url}/card/${id}`);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await dialog.getByRole('button', { name: 'Apply Style' }).click();
    await findToast(page, 'QR Code Generated!').waitFor();
    const saved = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download' }).click();
    const download = await saved;
    await findToast(page, 'QR Code Downloaded!').waitFor();
    expect(download.url()).toContain(`${journey.url}/api/cards/${id}/code.png?style=gold`);
    expect(download.suggestedFilename()).toBe('Ada Lovelace_QR_Code.png');
    expect(await scan(download)).toEqual({ text: `${journey.url}/card/${id}`, side: 300 });
    await page.keyboard.press('Escape');
    await expect.poll(() => isFocused(page, 'More for Work')).toBe(true);
  });
});

describe('Add to Wallet', () => {
  it('saves the pass, or the code as an image, and returns focus', { tags: ['thorough'] }, async () => {
    const ada = await journey.register();
    const { id } = await makeCard(ada);
    const page = await open(ada);
    await choose(page, 'Add to Wallet');
    const dialog = page.getByRole('dialog', { name: 'Add to Wallet' });
    for (const kind of ['Apple Wallet', 'Google Wallet', 'QR Code']) {
      await dialog.getByRole('button', { name: kind }).waitFor();
    }
    await dialog.getByText(/stays available offline/).waitFor();
    // Said in their own rows before anyone presses, and what works comes first.
    expect(await dialog.getByText('Not set up here').count()).toBe(2);
    expect(await dialog.getByRole('button').first().textContent()).toContain('QR Code');
    expect(await dialog.getByRole('region', { name: 'Apple Wallet pass' }).count()).toBe(0);
    const pass = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Apple Wallet' }).click();
    expect((await pass).suggestedFilename()).toBe('Work-businesscard.pkpass');
    await findToast(page, 'Apple Wallet Pass Generated').waitFor();
    await findToast(
      page,
      'iPhones won’t accept it: Apple Wallet isn’t set up here. Save the QR code instead.',
    ).waitFor();
    await dialog.getByRole('button', { name: 'Google Wallet' }).click();
    await findToast(page, 'Google Wallet isn’t set up here. Save the QR code instead.').waitFor();
    expect(await dialog.getByText('Not set up here').count()).toBe(2);
    const saved = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'QR Code' }).click();
    const download = await saved;
    await findToast(page, 'QR Code Downloaded').waitFor();
    expect(await scan(download)).toEqual({ text: `${journey.url}/card/${id}`, side: 256 });
    await page.keyboard.press('Escape');
    await expect.poll(() => isFocused(page, 'More for Work')).toBe(true);
  });

  it.each([
    ['Apple Wallet', 'Failed to generate Apple Wallet pass. Please try again.'],
    ['Google Wallet', 'Failed to generate Google Wallet pass. Please try again.'],
    ['QR Code', 'Failed to generate QR code. Please try again.'],
  ])(
    'says Generating... meanwhile, and what failed, for %s',
    { tags: ['thorough'] },
    async (kind, failure) => {
      const ada = await journey.register();
      await makeCard(ada);
      const page = await open(ada);
      let answer = () => {};
      const held = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route('**/api/wallet/**', async (route) => {
        await held;
        await route.fulfill({ status: 500, body: '' });
      });
      await choose(page, 'Add to Wallet');
      const dialog = page.getByRole('dialog', { name: 'Add to Wallet' });
      await dialog.getByRole('button', { name: kind }).click();
      await dialog.getByRole('button', { name: 'Generating...' }).waitFor();
      answer();
      await findToast(page, 'Download Failed').waitFor();
      await findToast(page, failure).waitFor();
      await dialog.getByRole('button', { name: kind }).waitFor();
    },
  );
});

describe('My Cards, for everyone', () => {
  it('is accessible in both themes with each dialog, and fits a phone', async () => {
    const ada = await journey.register();
    await makeCard(ada, { fullName: 'Augusta Ada King-Noel Countess of Lovelace' });
    const page = await open(ada, { viewport: { width: 320, height: 640 } });
    await page.getByRole('img', { name: 'QR code of Work' }).waitFor();
    await expectAccessibleInBothThemes(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'More for Work' }).click();
    await page.getByRole('menu').waitFor();
    await expectAccessibleInBothThemes(page);
    await page.keyboard.press('Escape');
    for (const dialog of ['Animated QR', 'Add to Wallet']) {
      await choose(page, dialog);
      await page.getByRole('dialog').waitFor();
      await expectAccessibleInBothThemes(page);
      await expectNoSidewaysScroll(page);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
  });
});
