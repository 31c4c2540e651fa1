import { describe, expect, it } from 'vitest';
import { publish } from './cards.ts';
import { startEngineJourney } from './journey.ts';

const journey = startEngineJourney();

const OPENER = { role: 'link', name: 'Exchange Contact' };
const DIALOG = { role: 'dialog', name: 'Share Your Contact Information' };
const NAME = { role: 'textbox', name: /^Full Name/ };
const EMAIL = { role: 'textbox', name: /^Email Address/ };
const SHARE = { role: 'button', name: 'Share Contact' };

describe('Someone who gives their details', () => {
  it('types at once, is told what is missing, sends, and is back where they were', async () => {
    const { owner, path } = await publish(journey);
    const page = await journey.open(path);
    await page.click(OPENER);
    await page.findFocused(NAME);
    await page.type('Kofi');
    expect((await page.find(NAME)).value).toBe('Kofi');
    await page.click(SHARE);
    await page.find('Valid email is required');
    await page.findFocused(EMAIL);
    await page.type('kofi@example.com');
    await page.press('Enter');
    await page.find({ role: 'heading', name: 'Contact Shared Successfully!' });
    await page.click({ role: 'button', name: 'Done' });
    await page.waitUntilGone(DIALOG);
    await page.waitUntil('the focus is back', () =>
      Boolean(document.activeElement?.textContent?.includes('Exchange Contact')),
    );
    const { body } = await owner.client('GET', '/api/contacts');
    expect(body).toMatchObject([{ fullName: 'Kofi', email: 'kofi@example.com' }]);
  });

  it('leaves them in the lead form of the card', async () => {
    const { owner, path } = await publish(journey);
    const page = await journey.open(path);
    await page.fill({ role: 'textbox', name: 'Name' }, 'Esi Boateng');
    await page.fill({ role: 'textbox', name: 'Email' }, 'esi@example.com');
    await page.click({ role: 'button', name: 'Send' });
    await page.find({ text: /Maya Osei has your details/ });
    const { body } = await owner.client('GET', '/api/contacts/leads');
    expect(body).toMatchObject([{ leadName: 'Esi Boateng', leadEmail: 'esi@example.com' }]);
  });
});
