import { expect, it } from 'vitest';
import { expectNoSidewaysScroll, publish } from './cards.ts';
import { startEngineJourney } from './journey.ts';

/**
 * One visit to everything a visitor meets: `npm test` runs it in Firefox and WebKit. The other files look closer, in all
 * three engines, and run in `npm run test:all`.
 */
const journey = startEngineJourney();

const DIALOG = { role: 'dialog', name: 'Share Your Contact Information' };
const NAME = { role: 'textbox', name: /^Full Name/ };
const EMAIL = { role: 'textbox', name: /^Email Address/ };

it('A visitor reads a card, saves it and leaves details', async () => {
  const { owner, path } = await publish(journey, { name: 'Work', backgroundVideo: 'preset:aurora' });
  const page = await journey.open('/');
  await page.find({ role: 'heading', selector: 'h1' });

  await page.goto(`/portfolio/${owner.username}`);
  await page.find({ role: 'heading', selector: 'h1' });
  await page.goto(path);
  await page.find({ role: 'heading', name: 'Maya Osei' });
  await page.find({ role: 'link', name: 'LinkedIn' });
  for (const width of [320, 1440, 390]) {
    await page.resize({ width, height: 844 });
    await page.waitUntil('the window is as wide', (wide) => innerWidth === wide, width);
    await expectNoSidewaysScroll(page);
  }

  const file = await page.download(() => page.click({ role: 'link', name: 'Save Contact' }));
  expect(file.name).toBe('Maya_Osei.vcf');
  expect(file.content.toString()).toContain('FN:Maya Osei');
  await page.find({ role: 'link', name: 'Contact Saved' });

  await page.click({ role: 'link', name: 'Exchange Contact' });
  await page.findFocused(NAME);
  await page.type('Kofi');
  await page.click({ role: 'button', name: 'Share Contact' });
  await page.find('Valid email is required');
  await page.findFocused(EMAIL);
  await page.type('kofi@example.com');
  await page.press('Enter');
  await page.find({ role: 'heading', name: 'Contact Shared Successfully!' });
  await page.back();
  await page.waitUntilGone(DIALOG);
  expect(await page.url()).toBe(journey.url + path);

  await page.fill({ role: 'textbox', name: 'Name' }, 'Esi Boateng');
  await page.fill({ role: 'textbox', name: 'Email' }, 'esi@example.com');
  await page.click({ role: 'button', name: 'Send' });
  await page.find({ text: /Maya Osei has your details/ });
  expect((await owner.client('GET', '/api/contacts')).body).toMatchObject([{ fullName: 'Kofi' }]);
  expect((await owner.client('GET', '/api/contacts/leads')).body).toMatchObject([
    { leadName: 'Esi Boateng' },
  ]);
});
