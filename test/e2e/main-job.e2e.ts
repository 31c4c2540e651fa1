import { text } from 'node:stream/consumers';
import jsQR from 'jsqr';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { unusedName } from '#test/built-product.ts';
import { expectAccessible, expectNoSidewaysScroll, startJourney } from '#test/e2e/journey.ts';

const journey = startJourney();

/** A photo as a phone takes it: large, and containing its location. */
const photo = async () => ({
  name: 'maya.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#8a6d3b' } })
    .withExif({ IFD3: { GPSLatitude: '52/1 31/1 0/1', GPSLatitudeRef: 'N' } })
    .jpeg()
    .toBuffer(),
});

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';
const PIXEL =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36';

/** The text that a phone's camera reads from the screen. */
async function scan(code: Locator): Promise<string> {
  const picture = sharp(await code.screenshot()).ensureAlpha();
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  const read = jsQR(new Uint8ClampedArray(data), info.width, info.height);
  return read?.data ?? 'nothing to read';
}

/** Presses Save Contact and resolves to the file that arrives. */
async function saveContact(page: Page): Promise<string> {
  const arriving = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Save Contact' }).click();
  const download = await arriving;
  expect(download.suggestedFilename()).toBe('Maya_Osei.vcf');
  return text(await download.createReadStream());
}

async function registerAsMaya(): Promise<Page> {
  const maya = unusedName('maya');
  const page = await journey.open('/auth/register');
  await page.getByLabel('Full Name').fill('Maya Osei');
  await page.getByLabel('Username').fill(maya);
  await page.getByLabel('Email').fill(`${maya}@example.com`);
  await page.getByLabel('Password').fill('a good long secret');
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await page.waitForURL('**/checkout');
  await page.getByRole('heading', { level: 1, name: 'Nothing to pay today' }).waitFor();
  return page;
}

async function makeCard(page: Page): Promise<void> {
  await page.goto('/create');
  await page.getByLabel('Card name').fill('Work');
  await page.getByLabel('Full name').fill('Maya Osei');
  await page.getByLabel('Job title').fill('Architect');
  await page.getByLabel('Email', { exact: true }).fill('maya@studio.example');
  await page.getByLabel('Add a photo').setInputFiles(await photo());
  await page.getByRole('button', { name: 'Remove profile picture' }).waitFor();
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Create Card' }).click();
  await page.waitForURL('**/dashboard*');
  await page.getByText('Your digital business card has been created.').waitFor();
}

/** The address in the card's QR code. */
async function readQrCode(page: Page): Promise<string> {
  await page.goto('/cards');
  await page.getByRole('button', { name: /^Actions|^More/ }).click();
  await page.getByRole('menuitem', { name: 'Animated QR' }).click();
  const dialog = page.getByRole('dialog');
  const code = dialog.getByRole('img', { name: /QR code of Work/ });
  await code.waitFor();
  await expect.poll(() => scan(code), { timeout: 10_000 }).toMatch(/\/card\/\w{10}$/);
  return scan(code);
}

async function shareContact(page: Page, email: string): Promise<void> {
  await page.getByLabel('Full Name').fill('Tomás Ibarra');
  await page.getByLabel('Email Address').fill(email);
  await page.getByLabel('Company').fill('Acme; Sons, Inc.');
  await page.getByLabel('Message').fill('We met at the fair.');
  await page.getByRole('button', { name: 'Share Contact' }).click();
  await page.getByRole('heading', { name: 'Contact Shared Successfully!' }).waitFor();
}

describe('the main job, on a phone', () => {
  it('leads from registration through a scanned card to the contact and the view in the app', async () => {
    const owner = await registerAsMaya();
    await makeCard(owner);
    const address = await readQrCode(owner);

    const stranger = await journey.open(address, { userAgent: IPHONE });
    await stranger.getByRole('heading', { level: 1, name: 'Maya Osei' }).waitFor();
    await expectNoSidewaysScroll(stranger);
    const shown = await stranger.getByRole('img', { name: 'Maya Osei' }).getAttribute('src');
    const stored = await stranger.request.get(shown ?? '');
    const { width, exif } = await sharp(await stored.body()).metadata();
    expect({ width, exif }).toEqual({ width: 800, exif: undefined });
    const file = await saveContact(stranger);
    expect(file).toContain('FN:Maya Osei');
    expect(file).toContain('PHOTO;ENCODING=b;TYPE=JPEG:');
    await stranger.getByRole('link', { name: 'Contact Saved' }).waitFor();
    await stranger.getByRole('link', { name: 'Exchange Contact' }).click();
    await shareContact(stranger, 'tomas@example.com');
    expect(stranger.url()).toBe(address);

    const withoutScripts = await journey.open(address, { userAgent: PIXEL, javaScriptEnabled: false });
    expect(await saveContact(withoutScripts)).toContain('FN:Maya Osei');
    await withoutScripts.getByRole('link', { name: 'Exchange Contact' }).click();
    await expectNoSidewaysScroll(withoutScripts);
    await shareContact(withoutScripts, 'ana@example.com');

    await owner.goto('/contacts');
    const rows = owner.getByRole('button', { name: /^Details of/ });
    await rows.last().click();
    await rows.first().click();
    await owner.getByText('tomas@example.com').waitFor();
    await owner.getByText('ana@example.com').waitFor();
    await expectAccessible(owner);
    await expectNoSidewaysScroll(owner);
    await owner.goto('/analytics');
    const total = owner.locator('dl > div').filter({ has: owner.getByText('Total Views', { exact: true }) });
    await total.getByText('2', { exact: true }).waitFor();
    await expectNoSidewaysScroll(owner);
  });
});
