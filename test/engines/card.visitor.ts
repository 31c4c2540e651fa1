import { describe, expect, it } from 'vitest';
import { TEMPLATES } from '#shared/constants.ts';
import { makeCard } from '#test/built-product.ts';
import { startEngineJourney } from './journey.ts';

const journey = startEngineJourney();

const CARD = {
  fullName: 'Maya Osei',
  jobTitle: 'Architect',
  company: 'Osei & Partners',
  bio: 'Libraries and markets.',
  primaryEmail: 'maya@example.com',
  primaryPhone: '+233 30 255 0142',
  skills: ['Earth construction'],
  social: { linkedin: 'mayaosei' },
  leadCaptureEnabled: true,
};

async function publish(fields: object = {}) {
  const owner = await journey.register('Maya Osei');
  const { id } = await makeCard(owner, { ...CARD, ...fields });
  return { owner, path: `/card/${id}` };
}

describe('A stranger with a card', () => {
  it.each(TEMPLATES)('sees all of it in the template %s, at 390 and 320 pixels', async (template) => {
    const { path } = await publish({ template });
    const page = await journey.open(path);
    await page.find({ role: 'heading', name: 'Maya Osei' });
    await page.find({ role: 'link', name: /maya@example.com/ });
    for (const width of [390, 320]) {
      await page.resize({ width, height: 700 });
      await page.waitUntil('the window is as wide', (wide) => innerWidth === wide, width);
      const sideways = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(sideways).toBeLessThanOrEqual(0);
    }
  });

  it('sends their details without scripts', async () => {
    const { owner, path } = await publish();
    const page = await journey.open(path, { withoutScript: true });
    await page.click({ role: 'link', name: 'Exchange Contact' });
    await page.fill({ role: 'textbox', name: /^Full Name/ }, 'Kofi Mensah');
    await page.fill({ role: 'textbox', name: /^Email Address/ }, 'kofi@example.com');
    await page.click({ role: 'button', name: 'Share Contact' });
    await page.find({ role: 'heading', name: 'Contact Shared Successfully!' });
    const { body } = await owner.client('GET', '/api/contacts');
    expect(body).toMatchObject([{ fullName: 'Kofi Mensah', email: 'kofi@example.com' }]);
  });

  it('keeps the contact as a file', async () => {
    const { path } = await publish();
    const page = await journey.open(path);
    const file = await page.download(() => page.click({ role: 'link', name: 'Save Contact' }));
    expect(file.name).toBe('Maya_Osei.vcf');
    expect(file.content.toString()).toContain('FN:Maya Osei');
    await page.find({ role: 'link', name: 'Contact Saved' });
    await page.goto(path);
    await page.find({ role: 'heading', name: 'Maya Osei' });
  });
});
