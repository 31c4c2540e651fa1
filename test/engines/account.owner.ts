import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import jsQR from 'jsqr';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { makeCard } from '#test/built-product.ts';
import { startEngineJourney } from './journey.ts';
import type { EnginePage } from './page.ts';

/** The owner's use of the product, from the first screen to the last, in each engine. */

const journey = startEngineJourney();

const field = (name: string) => ({ role: 'textbox', name: new RegExp(`^${name}`) });
const button = (name: string | RegExp) => ({ role: 'button', name });
const at = (page: EnginePage, address: string) =>
  page.waitUntil(`being at ${address}`, (wanted) => location.pathname === wanted, address);

/** A photo as a file on disk, to be given to a file field. */
async function photo(name: string, background: string): Promise<string> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'goldleaf-photo-'));
  const file = path.join(folder, name);
  await sharp({ create: { width: 1200, height: 900, channels: 3, background } }).toFile(file);
  return file;
}

async function scan(picture: Buffer): Promise<string | undefined> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data;
}

async function owner() {
  const ada = await journey.register('Ada Lovelace');
  const { id } = await makeCard(ada);
  const visitor = { fullName: 'Grace Hopper', email: 'grace@example.com', cardId: id };
  expect((await ada.client('POST', '/api/contacts/exchange', visitor)).status).toBe(200);
  return { ada, id };
}

describe('An owner', () => {
  it('registers, makes a first card with uploads, and signs out', async () => {
    const page = await journey.open('/auth/register');
    await page.fill(field('Full Name'), 'Maya Osei');
    await page.fill(field('Username'), 'maya');
    await page.fill(field('Email'), 'maya@example.com');
    await page.fill(field('Password'), 'a good long secret');
    await page.click(button('Continue to Payment'));
    await at(page, '/checkout');
    await page.find({ role: 'heading', selector: 'h1' });
    await page.goto('/create');
    await page.fill(field('Card name'), 'Work');
    await page.fill(field('Job title'), 'Architect');
    const upload = { selector: 'input[type=file]', name: /^Add a photo/ };
    for (const name of ['maya.jpg', 'maya.png', 'maya.webp']) {
      await page.upload(upload, await photo(name, '#8a6d3b'));
      await page.find(button(/^Remove profile picture/));
      if (name !== 'maya.webp') await page.click(button(/^Remove profile picture/));
    }
    await page.click(button('Create Card'));
    await at(page, '/dashboard');
    await page.find('Your digital business card has been created.');
    await page.goto('/cards');
    await page.find({ role: 'img', name: 'QR code of Work' });
    await page.click(button('Account menu'));
    await page.click({ role: 'menuitem', name: 'Sign Out' });
    await at(page, '/');
  });

  it('shows the QR code, and saves it as an image that cameras can read', async () => {
    const { ada, id } = await owner();
    const page = await journey.open('/cards', { as: ada });
    await page.click(button(/^Actions|^More/));
    await page.click({ role: 'menuitem', name: 'Animated QR' });
    await page.find({ role: 'img', name: /^QR code of Work/, within: { role: 'dialog' } });
    const file = await page.download(() => page.click(button(/^Download/)));
    expect(file.name).toMatch(/QR_Code\.png$/);
    expect(await scan(file.content)).toBe(`${journey.url}/card/${id}`);
    await page.press('Escape');
    await page.waitUntilGone({ role: 'dialog' });
  });

  it('shares a card on a network in a new window', async () => {
    const { ada } = await owner();
    const page = await journey.open('/dashboard?tab=cards', { as: ada });
    await page.click(button('Share'));
    await page.find({ role: 'dialog', name: 'Share Work' });
    // The network's own page is not loaded: the address that would have been opened is recorded instead.
    await page.evaluate(() => {
      addEventListener('click', (event) => {
        const link = (event.target as Element).closest('a');
        document.title = `${link?.target} ${link?.href}`;
        event.preventDefault();
      });
    });
    await page.click({ role: 'link', name: 'LinkedIn' });
    await page.waitUntil('a press on the link', () => /^_blank https:.*linkedin\.com/.test(document.title));
  });

  it('finds contacts, saves them as a file, and reads the numbers', async () => {
    const { ada, id } = await owner();
    const visitor = await journey.open(`/card/${id}`);
    await visitor.find('Save Contact');
    const page = await journey.open('/contacts', { as: ada });
    await page.resize({ width: 1280, height: 800 });
    await page.find('grace@example.com');
    await page.fill({ selector: 'input[placeholder="Search contacts..."]' }, 'hopp');
    await page.find('grace@example.com');
    await page.click(button(/^Favorite: Grace Hopper/));
    await page.find({ selector: 'button[aria-label^="Favorite: Grace"][aria-pressed=true]' });
    const file = await page.download(() => page.click(button(/Export/)));
    expect(file.name).toMatch(/\.csv$/);
    expect(file.content.toString()).toContain('Grace Hopper');
    await page.goto('/analytics');
    await page.find('Total Views');
  });

  it('changes the settings, which are kept', async () => {
    const { ada } = await owner();
    const page = await journey.open('/dashboard?tab=settings', { as: ada });
    await page.click(button('Edit Full Name'));
    await page.fill({ role: 'textbox', name: /^Full Name/ }, 'Ada King');
    await page.click(button('Save'));
    await expect
      .poll(async () => (await ada.client('GET', '/api/auth/me')).body.user.fullName, { timeout: 15_000 })
      .toBe('Ada King');
    await page.reload();
    await page.find('Ada King');
  });
});
