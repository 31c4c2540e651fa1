import { describe, expect, it } from 'vitest';
import { TEMPLATES } from '#shared/contract/constants.ts';
import { expectNoSidewaysScroll, publish } from './cards.ts';
import { startEngineJourney } from './journey.ts';

const journey = startEngineJourney();

describe('A stranger with a card', () => {
  it.each(TEMPLATES)('sees all of it in the template %s, on phones and desktops', async (template) => {
    const { path } = await publish(journey, { template, backgroundVideo: 'preset:aurora' });
    const page = await journey.open(path);
    await page.find({ role: 'heading', name: 'Maya Osei' });
    await page.find({ role: 'link', name: /maya@example.com/ });
    await page.find({ role: 'link', name: 'LinkedIn' });
    for (const width of [320, 390, 1440]) {
      await page.resize({ width, height: 800 });
      await page.waitUntil('the window is as wide', (wide) => innerWidth === wide, width);
      await expectNoSidewaysScroll(page);
    }
  });

  it('saves the contact under its name, and the button says so', async () => {
    const { path } = await publish(journey);
    const page = await journey.open(path);
    const file = await page.download(() => page.click({ role: 'link', name: 'Save Contact' }));
    expect(file.name).toBe('Maya_Osei.vcf');
    expect(file.content.toString()).toContain('FN:Maya Osei');
    const saved = { role: 'link', name: 'Contact Saved' };
    await page.find(saved);
    await page.goto(path);
    await page.find({ role: 'heading', name: 'Maya Osei' });
  });

  it('comes back to the page as it was, and counts as one view', async () => {
    const { owner, id, path } = await publish(journey);
    const page = await journey.open(path);
    await page.fill({ role: 'textbox', name: 'Name' }, 'Half typed');
    await page.evaluate(() => {
      addEventListener('pageshow', ({ persisted }) => {
        document.title = `persisted: ${persisted}`;
      });
    });
    await page.goto('/logo-preview');
    await page.back();
    await page.waitUntil('the card again', (address) => location.pathname === address, path);
    await page.waitUntil('the page that was kept', () => document.title === 'persisted: true');
    expect((await page.find({ role: 'textbox', name: 'Name' })).value).toBe('Half typed');
    await page.forward();
    await page.waitUntil('the page after it', () => location.pathname === '/logo-preview');
    await expect
      .poll(async () => (await owner.client('GET', `/api/cards/${id}`)).body.viewCount, { timeout: 15_000 })
      .toBe(1);
  });
});
