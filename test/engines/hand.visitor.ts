import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { makeCard } from '#test/built-product.ts';
import { startEngineJourney } from './journey.ts';

const journey = startEngineJourney();

async function publish(fields: object = {}) {
  const owner = await journey.register('Maya Osei');
  const card = { fullName: 'Maya Osei', bio: 'One line\n'.repeat(60), leadCaptureEnabled: true };
  const { id } = await makeCard(owner, { ...card, ...fields });
  return { owner, path: `/card/${id}` };
}

const NAME = { role: 'textbox', name: /^Full Name/ };
const DIALOG = { role: 'dialog', name: 'Share Your Contact Information' };

describe('A visitor', () => {
  it('types into the first field of the dialog, while the page behind stands still, and closes it with Back', async () => {
    const { path } = await publish();
    const page = await journey.open('/logo-preview');
    await page.goto(path);
    await page.evaluate(() => scrollTo(0, 200));
    await page.click({ role: 'link', name: 'Exchange Contact' });
    await page.findFocused(NAME);
    await page.type('Kofi');
    expect((await page.find(NAME)).value).toBe('Kofi');
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).toBe('hidden');
    await page.back();
    await page.waitUntilGone(DIALOG);
    expect(await page.url()).toBe(journey.url + path);
    expect(await page.evaluate(() => scrollY)).toBe(200);
    await page.click({ role: 'link', name: 'Exchange Contact' });
    expect((await page.find(NAME)).value).toBe('Kofi');
    await page.press('Escape');
    await page.waitUntilGone(DIALOG);
    await page.waitUntil(
      'the page behind scrolls',
      () => getComputedStyle(document.documentElement).overflowY !== 'hidden',
    );
    await page.waitUntil('the step was taken back', () => history.state === null);
    await page.fill({ role: 'textbox', name: /^Name/ }, 'Esi');
    await page.evaluate(() => void document.documentElement.setAttribute('data-kept', ''));
    await page.back();
    await page.find({ role: 'heading', name: 'Six logos in gold' });
    await page.forward();
    expect((await page.find({ role: 'textbox', name: /^Name/ })).value).toBe('Esi');
    // Not reloaded: the page comes out of the back/forward cache as it was.
    if (journey.engine === 'chromium') return;
    expect(await page.evaluate(() => document.documentElement.hasAttribute('data-kept'))).toBe(true);
  });

  it('opens a gallery image, shown as the engine shows images', async () => {
    const jpeg = await sharp({ create: { width: 600, height: 400, channels: 3, background: 'olive' } })
      .jpeg()
      .toBuffer();
    const { path } = await publish({ photoGallery: [`data:image/jpeg;base64,${jpeg.toString('base64')}`] });
    const page = await journey.open(path);
    await page.click({ role: 'link', name: 'Photo of Maya Osei, 1' });
    await page.waitUntil('the picture is there', () => location.pathname.endsWith('.jpg'));
    const { x, width } = await page.find({ selector: 'img' });
    expect(width).toBe(390);
    expect(Math.round(x)).toBe(195);
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(sideways).toBeLessThanOrEqual(0);
  });

  it('sends both forms without scripts, and keeps what was typed if a field is wrong', async () => {
    const { owner, path } = await publish();
    const page = await journey.open(`${path}/exchange`, { withoutScript: true });
    journey.expectComplaint(/422/);
    await page.fill(NAME, 'Kofi Mensah');
    await page.fill({ role: 'textbox', name: /^Email Address/ }, 'kofi');
    await page.click({ role: 'button', name: 'Share Contact' });
    await page.find('Valid email is required');
    expect((await page.find(NAME)).value).toBe('Kofi Mensah');
    await page.fill({ role: 'textbox', name: /^Email Address/ }, 'kofi@example.com');
    await page.fill({ role: 'textbox', name: 'Website' }, 'harbour.example');
    await page.click({ role: 'button', name: 'Share Contact' });
    await page.find({ role: 'heading', name: 'Contact Shared Successfully!' });
    await page.click({ role: 'link', name: 'Done' });
    await page.fill({ role: 'textbox', name: /^Name/ }, 'Esi Boateng');
    await page.fill({ role: 'textbox', name: /^Email/ }, 'esi@example.com');
    await page.click({ role: 'button', name: 'Send' });
    await page.find({ role: 'heading', name: 'Thank you!' });
    const contacts = await owner.client('GET', '/api/contacts');
    expect(contacts.body).toMatchObject([{ fullName: 'Kofi Mensah' }]);
    const leads = await owner.client('GET', '/api/contacts/leads');
    expect(leads.body).toMatchObject([{ leadName: 'Esi Boateng' }]);
  });
});
