import { describe, expect, it } from 'vitest';
import { cardsOf, createPicture, makeCard, openTab } from '#test/e2e/card-editor.ts';
import {
  DESKTOP,
  expectAccessible,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  findToast,
  SIZES,
  startJourney,
} from '#test/e2e/journey.ts';
import { writeMp4 } from '#test/films.ts';

// The browser also logs a refusal that is provoked on purpose.
const journey = startJourney({
  expectedErrors: /status of 422/,
  env: { NODE_OPTIONS: `--import=${new URL('open-internet.mjs', import.meta.url)}` },
});

const NARROW = { width: 320, height: 640 };
const RICH = {
  jobTitle: 'Analyst',
  company: 'Engines Ltd',
  primaryEmail: 'ada@example.com',
  primaryPhone: '+44 20 7946 0018',
  address: '12 St James Square',
  bio: 'Notes on the Analytical Engine.',
  skills: ['Mathematics', 'Engines'],
  social: { linkedin: 'ada', discord: 'ada', zoom: 'https://zoom.us/j/1' },
  backgroundVideo: 'preset:aurora',
  leadCaptureEnabled: true,
  leadCaptureFields: ['name', 'email'],
};
const TABS = ['Basic', 'Design', 'Social', 'Media'];

describe('the form of a card', () => {
  it('reads well on every tab in both themes and never scrolls sideways, on every screen', async () => {
    const person = await journey.register();
    const id = await makeCard(person, RICH);
    const page = await journey.open(`/edit-card/${id}`, { as: person });
    for (const size of [NARROW, ...SIZES.slice(1)]) {
      await page.setViewportSize(size);
      await page.getByRole('radio', { name: 'Edit' }).check();
      for (const tab of TABS) {
        await openTab(page, tab);
        await page.getByRole('tabpanel', { name: tab }).getByRole('heading').first().waitFor();
        await expectAccessibleInBothThemes(page);
        await expectNoSidewaysScroll(page);
      }
      await page.getByRole('radio', { name: 'Preview' }).check();
      await page.getByRole('region', { name: 'Preview' }).getByText('Ada Lovelace').waitFor();
      await expectAccessibleInBothThemes(page);
      await expectNoSidewaysScroll(page);
    }
  });

  it('shows the card as it is being made', async () => {
    const person = await journey.register();
    const page = await journey.open('/create', { as: person, viewport: DESKTOP });
    const preview = page.getByRole('complementary', { name: 'Live preview' });
    await page.getByLabel('Job title').fill('Analyst');
    await preview.getByText('Analyst').waitFor();
    await openTab(page, 'Design');
    await page.getByRole('radio', { name: 'Classic: Traditional business style' }).check();
    await preview.locator('.gl-card.classic').waitFor();
    await page.getByRole('radio', { name: 'Sunset Orange' }).check();
    const primary = page.getByLabel('Primary color', { exact: true });
    expect(await primary.inputValue()).toBe('#EA580C');
    await page.keyboard.press('Control+z');
    await findToast(page, 'Primary color, Secondary color').waitFor();
    await expect.poll(() => primary.inputValue()).toBe('#6366F1');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await preview.locator('.gl-card.modern').waitFor();
    await page.keyboard.press('Control+Shift+z');
    await preview.locator('.gl-card.classic').waitFor();
    await page.getByRole('button', { name: 'Redo', exact: true }).click();
    await expect.poll(() => primary.inputValue()).toBe('#EA580C');
    await page.getByRole('radio', { name: 'Deep Pine' }).check();
    await preview.locator('.gl-1f3b33-8a6d1f').waitFor();
    await openTab(page, 'Media');
    await page.getByRole('radio', { name: 'Ocean' }).check();
    await preview.locator('.sky.ocean').waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Remove Background Video' }).click();
    await preview.locator('.sky.ocean').waitFor({ state: 'detached' });
    expect(await page.getByRole('radio', { name: 'Ocean' }).isChecked()).toBe(false);
  });

  it('warns if no text is readable on a pair of colors', async () => {
    const person = await journey.register();
    const page = await journey.open('/create?tab=design', { as: person });
    await page.getByLabel('Primary color', { exact: true }).fill('#000000');
    await page.getByLabel('Secondary color', { exact: true }).fill('#ffffff');
    await page.getByText(/^These two colors are hard to read together/).waitFor();
  });

  it('copies an image from its address, or says why not', async () => {
    const person = await journey.register();
    const page = await journey.open('/create', { as: person });
    const slot = page.getByRole('group', { name: 'Profile picture' });
    await slot.getByRole('button', { name: 'Paste a URL' }).click();
    const address = slot.getByLabel('Or paste an image URL');
    await address.fill(`${journey.url}/inside.jpg`);
    await address.press('Enter');
    await slot
      .getByText('We couldn’t load a picture from that address. Please upload the file instead.')
      .waitFor();
    await address.fill('https://pictures.example/me.png');
    await address.press('Enter');
    await slot.locator('img[src^="/media/"]').waitFor();
    expect(await address.inputValue()).toBe('');
    await slot.getByRole('button', { name: 'Remove profile picture' }).click();
    await slot.locator('img').waitFor({ state: 'detached' });
  });

  it('says what to do about images and videos on other sites, and loads nothing from there', async () => {
    const person = await journey.register();
    const id = await makeCard(person, {
      profileImage: 'https://elsewhere.example/me.jpg',
      photoGallery: ['https://elsewhere.example/a.jpg'],
      videoGallery: ['https://elsewhere.example/a.mp4'],
      backgroundVideo: 'https://elsewhere.example/sea.mp4',
    });
    const page = await journey.open(`/edit-card/${id}`, { as: person });
    await page
      .getByText('This picture is hosted elsewhere, so your card can’t show it.', { exact: false })
      .waitFor();
    await openTab(page, 'Media');
    await page.getByText('This video is hosted elsewhere, so your card can’t show it.').waitFor();
    for (const kind of ['photo', 'video']) {
      await page.getByText(`Not shown: this ${kind} is hosted elsewhere. Upload it instead.`).waitFor();
    }
    expect(await page.locator('[src^="https:"]').count()).toBe(0);
    await expectAccessible(page);
  });

  it('accepts a background video, and removes it again', async () => {
    const person = await journey.register();
    const page = await journey.open('/create?tab=media', { as: person });
    await page.getByText('Max 10MB, MP4 recommended').waitFor();
    const video = { name: 'sea.mp4', mimeType: 'video/mp4', buffer: writeMp4(5000) };
    const slot = page.getByRole('group', { name: 'Background video' });
    await slot.getByLabel('Upload background video').setInputFiles(await createPicture('sea.jpg', 'navy'));
    await slot.getByText('sea.jpg is not a video file. Please select a video.').waitFor();
    await slot.getByLabel('Upload background video').setInputFiles(video);
    await slot.locator('video[src$=".mp4"]').waitFor({ state: 'attached' });
    const warning = slot.getByText("This browser can't play sea.mp4, so visitors may not see it either.");
    await warning.waitFor();
    await slot.getByText('choose Settings > Camera > Formats > Most Compatible before recording').waitFor();
    await expectAccessible(page);
    await slot.getByRole('button', { name: 'Remove Background Video' }).click();
    await slot.locator('video').waitFor({ state: 'detached' });
    await warning.waitFor({ state: 'detached' });
    await slot.getByLabel('Upload background video').setInputFiles('app/public/example/light.mp4');
    await slot.locator('video[src$=".mp4"]').waitFor({ state: 'attached' });
    const readyState = () => slot.locator('video').evaluate((video: HTMLVideoElement) => video.readyState);
    await expect.poll(readyState).toBeGreaterThan(0);
    expect(await slot.getByText(/can't play/).count()).toBe(0);
  });

  it('says which of too many files it left out', async () => {
    const page = await journey.open('/create?tab=media', { as: await journey.register() });
    const sea = await createPicture('sea.jpg', 'navy');
    const files = Array.from({ length: 8 }, (_, at) => ({ ...sea, name: `${at}.jpg` }));
    await page.getByLabel('Add videos to Video gallery').setInputFiles(files);
    await page.getByText('5.jpg is not a video file. Please select a video.').waitFor();
    await page.getByText('You can add 6 more. 2 files were skipped.').waitFor();
  });

  it('says in one message which files it left out and how many it took', async () => {
    const person = await journey.register();
    const id = await makeCard(person, { skills: ['Law', 'Smith, Jr.'] });
    const page = await journey.open(`/edit-card/${id}?tab=media`, { as: person });
    const text = { name: 'cv.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') };
    const files = [await createPicture('sea.jpg', 'navy'), text];
    await page.getByLabel('Add photos to Photo gallery').setInputFiles(files);
    await page.getByText('cv.pdf is not an image file. Please select an image. 1 file uploaded.').waitFor();
    await page.getByRole('button', { name: 'Update Card' }).click();
    await page.waitForURL('**/dashboard');
    const { body } = await person.client('GET', `/api/cards/${id}`);
    expect(body).toMatchObject({ photoGallery: [expect.any(String)], skills: ['Law', 'Smith, Jr.'] });
  });

  it('sorts photos by keyboard and by dragging, and removes them', async () => {
    const person = await journey.register();
    const id = await makeCard(person);
    const page = await journey.open(`/edit-card/${id}?tab=media`, { as: person });
    const files = await Promise.all(
      ['red', 'green', 'blue'].map((color) => createPicture(`${color}.jpg`, color)),
    );
    await page.getByLabel('Add photos to Photo gallery').setInputFiles(files);
    await page.getByText('3 files uploaded.').waitFor();
    const gallery = page.getByRole('group', { name: 'Photo gallery' });
    const order = () =>
      gallery.locator('img').evaluateAll((all) => all.map((img) => img.getAttribute('src')));
    const [red, green, blue] = await order();
    await gallery.getByRole('button', { name: 'Drag photo 1' }).focus();
    await page.keyboard.press('Space');
    await page.getByText('Over position 1 of 3.').waitFor({ state: 'attached' });
    // The arrow keys work a moment after the tile is picked up; there is nothing to the right of place 2.
    const second = page.getByText('Over position 2 of 3.');
    await expect
      .poll(async () => {
        await page.keyboard.press('ArrowRight');
        return second.count();
      })
      .toBe(1);
    await page.keyboard.press('Space');
    await expect.poll(order).toEqual([green, red, blue]);
    await gallery.getByRole('button', { name: 'Move photo 3 earlier' }).click();
    await expect.poll(order).toEqual([green, blue, red]);
    await gallery.getByRole('button', { name: 'Remove photo 1' }).click();
    await expect.poll(order).toEqual([blue, red]);
    await gallery.getByRole('button', { name: 'Drag photo 1' }).hover();
    await page.mouse.down();
    const target = await gallery.getByRole('button', { name: 'Drag photo 2' }).boundingBox();
    await page.mouse.move((target?.x ?? 0) + 16, (target?.y ?? 0) + 16, { steps: 8 });
    await page.getByText('Over position 2 of 2.').waitFor({ state: 'attached' });
    await page.mouse.up();
    await expect.poll(order).toEqual([red, blue]);
    // A draft that is being saved while its card is saved is deleted twice, and the browser complains.
    const drafts = async () => (await person.client('GET', '/api/drafts')).body;
    await expect.poll(drafts).toMatchObject([{ fields: { photoGallery: [red, blue] } }]);
    await page.getByRole('button', { name: 'Update Card' }).click();
    await page.waitForURL('**/dashboard');
    expect(await cardsOf(person)).toMatchObject([{ photoGallery: [red, blue] }]);
  });
});
