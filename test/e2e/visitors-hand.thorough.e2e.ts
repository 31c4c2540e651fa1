import fs from 'node:fs/promises';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { PHONE, startJourney } from '#test/e2e/journey.ts';
import { writeMp4 } from '#test/films.ts';

/** A file that cannot be played and a request without a response are both tried on purpose. */
const journey = startJourney({
  expectedErrors: /net::ERR_FAILED|net::ERR_ABORTED|ERR_INTERNET_DISCONNECTED/,
});

async function publish(fields: object = {}) {
  const owner = await journey.register('Maya Osei');
  const bio = 'One line\n'.repeat(80);
  const card = { name: 'Work', fullName: 'Maya Osei', bio, ...fields };
  const { status, body } = await owner.client('POST', '/api/cards', card);
  expect(status).toBe(200);
  return { owner, path: `/card/${body.id}`, card: body };
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Share Your Contact Information' });
const openerOf = (page: Page) => page.getByRole('link', { name: 'Exchange Contact' });
const scrolled = (page: Page) => page.evaluate(() => window.scrollY);

describe('Back', () => {
  it('closes the open dialog, keeps what was typed, and only then leaves the card', async () => {
    const { path } = await publish();
    const page = await journey.open('/logo-preview');
    await page.goto(path);
    await openerOf(page).click();
    await dialogOf(page).getByLabel('Full Name').fill('Kofi Mensah');
    await page.goBack();
    await dialogOf(page).waitFor({ state: 'hidden' });
    expect(new URL(page.url()).pathname).toBe(path);
    await openerOf(page).click();
    expect(await dialogOf(page).getByLabel('Full Name').inputValue()).toBe('Kofi Mensah');
    await page.goBack();
    await page.goBack();
    await page.waitForURL('**/logo-preview');
  });

  it.each(['Cancel', 'Escape', 'Done'])('leaves at once after %s', async (way) => {
    const { path } = await publish();
    const page = await journey.open('/logo-preview');
    await page.goto(path);
    await openerOf(page).click();
    const dialog = dialogOf(page);
    await dialog.waitFor();
    if (way === 'Done') {
      await dialog.getByLabel('Full Name').fill('Kofi Mensah');
      await dialog.getByLabel('Email Address').fill('kofi@example.com');
      await dialog.getByRole('button', { name: 'Share Contact' }).click();
    }
    if (way === 'Escape') await page.keyboard.press('Escape');
    else await page.getByRole('button', { name: way }).click();
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => page.evaluate(() => history.state)).toBe(null);
    await page.goBack();
    await page.waitForURL('**/logo-preview');
  });

  it('stays on the card even if its dialog is opened and closed faster than the browser goes back', async () => {
    const { path } = await publish();
    const page = await journey.open('/logo-preview');
    await page.goto(path);
    await openerOf(page).evaluate((opener: HTMLElement) => {
      const close = document.querySelector<HTMLElement>('dialog [data-close]');
      for (const pressed of [opener, close, opener, close]) pressed?.click();
    });
    await expect.poll(() => page.evaluate(() => history.state)).toBe(null);
    await openerOf(page).click();
    await dialogOf(page).waitFor();
    expect(new URL(page.url()).pathname).toBe(path);
  });

  it('finds the dialog open again after a reload, and closes it', async () => {
    const { path } = await publish();
    const page = await journey.open(path);
    await openerOf(page).click();
    await page.reload();
    await dialogOf(page).waitFor();
    await page.goBack();
    await dialogOf(page).waitFor({ state: 'hidden' });
    expect(new URL(page.url()).pathname).toBe(path);
  });
});

describe('Behind the dialog', () => {
  it('the page does not scroll, and is where it was afterwards', async () => {
    const { path } = await publish();
    const page = await journey.open(path);
    await page.mouse.wheel(0, 300);
    await expect.poll(() => scrolled(page)).toBe(300);
    await openerOf(page).click();
    await dialogOf(page).waitFor();
    // Over the area beside the dialog.
    await page.mouse.move(10, 10);
    await page.mouse.wheel(0, 400);
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    expect(await scrolled(page)).toBe(300);
    await page.keyboard.press('Escape');
    await dialogOf(page).waitFor({ state: 'hidden' });
    expect(await scrolled(page)).toBe(300);
    await page.mouse.wheel(0, 100);
    await expect.poll(() => scrolled(page)).toBe(400);
  });

  it('the focus is in the first field', async () => {
    const { path } = await publish();
    const page = await journey.open(path);
    await openerOf(page).click();
    await dialogOf(page).waitFor();
    await page.locator('input:focus').waitFor();
    await page.keyboard.type('Kofi');
    expect(await dialogOf(page).getByLabel('Full Name').inputValue()).toBe('Kofi');
  });
});

describe('A video', () => {
  const inline = (bytes: Buffer) => `data:video/mp4;base64,${bytes.toString('base64')}`;
  const broken = () => inline(writeMp4(5_000));
  const whole = async () => inline(await fs.readFile('app/public/example/light.mp4'));

  it('is offered as a download only if it cannot be played', async () => {
    const { path } = await publish({ videoGallery: [broken(), await whole()] });
    const page = await journey.open(path);
    const films = page.locator('section', { hasText: 'Video Content' });
    const gaps = films.locator('li > p');
    await gaps.getByText('This video can’t be played here.').waitFor();
    expect(await films.locator('video').count()).toBe(1);
    const offer = gaps.getByRole('link', { name: 'Download it instead' });
    expect(await offer.count()).toBe(1);
    const downloading = page.waitForEvent('download');
    await offer.click();
    expect((await downloading).suggestedFilename()).toBe('Video of Maya Osei, 1.mp4');
  });

  it('in the background that cannot be played leaves nothing to pause', async () => {
    const { path } = await publish({ backgroundVideo: broken() });
    const page = await journey.open(path, { reducedMotion: 'no-preference' });
    await page.locator('.stage video').waitFor({ state: 'detached' });
    expect(await page.getByRole('button', { name: 'Pause background' }).isVisible()).toBe(false);
  });
});

describe('A gallery image', () => {
  it('opens on its own page, shown as the browser shows images', async () => {
    const jpeg = await sharp({ create: { width: 600, height: 400, channels: 3, background: 'olive' } })
      .jpeg()
      .toBuffer();
    const { path } = await publish({ photoGallery: [`data:image/jpeg;base64,${jpeg.toString('base64')}`] });
    const page = await journey.open(path);
    await page.getByRole('link', { name: 'Photo of Maya Osei, 1' }).click();
    await page.waitForURL('**/media/*.jpg');
    const picture = page.locator('img');
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(600);
    const { x, width } = (await picture.boundingBox()) ?? { x: 0, width: 0 };
    expect(x + width / 2).toBe(PHONE.width / 2);
  });
});

describe('The app without scripts', () => {
  it.each(['/auth/login', '/dashboard'])('says at %s what it needs, and leads home', async (address) => {
    const page = await journey.open(address, { javaScriptEnabled: false });
    await page.getByRole('heading', { name: 'Goldleaf needs JavaScript here', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Back to the home page' }).click();
    await page.waitForURL(`${journey.url}/`);
  });
});
