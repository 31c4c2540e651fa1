import { describe, expect, it } from 'vitest';
import { publish, sidewaysOf } from './cards.ts';
import { startEngineJourney } from './journey.ts';
import type { EnginePage } from './page.ts';

const journey = startEngineJourney();

const OPENER = { role: 'link', name: 'Exchange Contact' };
const DIALOG = { role: 'dialog', name: 'Share Your Contact Information' };
const NAME = { role: 'textbox', name: /^Full Name/ };
const EMAIL = { role: 'textbox', name: /^Email Address/ };
const SHARE = { role: 'button', name: 'Share Contact' };

async function open(page: EnginePage): Promise<void> {
  await page.click(OPENER);
  await page.find(DIALOG);
}

describe('Someone who gives their details', () => {
  it('types at once, is told what is missing, sends, and stands where they were', async () => {
    const { owner, path } = await publish(journey);
    const page = await journey.open(path);
    await open(page);
    await page.type('Kofi');
    expect((await page.find(NAME)).value).toBe('Kofi');
    await page.click(SHARE);
    await page.find('Valid email is required');
    expect((await page.find(EMAIL)).isFocused).toBe(true);
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

  it('closes the dialog by Escape and by Back, over a page that stands still', async () => {
    const { path } = await publish(journey, { bio: 'One line.\n'.repeat(60) });
    const page = await journey.open('/logo-preview');
    await page.goto(path);
    await open(page);
    await page.press('Escape');
    await page.waitUntilGone(DIALOG);
    await page.waitUntil('no step of the history is left', () => history.state === null);
    const before = await page.evaluate(() => scrollY);
    await open(page);
    // By key: WebKit's driver turns the wheel only at times.
    await page.press('PageDown');
    // Two frames: by then a page that scrolls has begun to.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    expect(await page.evaluate(() => scrollY)).toBe(before);
    await page.back();
    await page.waitUntilGone(DIALOG);
    expect(await page.url()).toContain(path);
    await page.press('PageDown');
    await page.waitUntil('it scrolls again', (was) => scrollY > was, before);
  });

  it('leaves them in the form of the card', async () => {
    const { owner, path } = await publish(journey);
    const page = await journey.open(path);
    await page.fill({ role: 'textbox', name: 'Name' }, 'Esi Boateng');
    await page.fill({ role: 'textbox', name: 'Email' }, 'esi@example.com');
    await page.click({ role: 'button', name: 'Send' });
    await page.find({ text: /Maya Osei has your details/ });
    const { body } = await owner.client('GET', '/api/contacts/leads');
    expect(body).toMatchObject([{ leadName: 'Esi Boateng', leadEmail: 'esi@example.com' }]);
  });

  it('needs no script, neither for the one form nor for the other', async () => {
    const { owner, path } = await publish(journey);
    const page = await journey.open(path, { withoutScript: true });
    await page.click(OPENER);
    await page.fill(NAME, 'Kofi Mensah');
    await page.click(SHARE);
    await page.find('Valid email is required');
    journey.expectComplaint(/422/);
    expect(await sidewaysOf(page)).toBeLessThanOrEqual(0);
    await page.fill(EMAIL, 'kofi@example.com');
    await page.click(SHARE);
    await page.find({ role: 'heading', name: 'Contact Shared Successfully!' });
    await page.click({ role: 'link', name: 'Done' });
    await page.fill({ role: 'textbox', name: 'Name' }, 'Esi Boateng');
    await page.fill({ role: 'textbox', name: 'Email' }, 'esi@example.com');
    await page.click({ role: 'button', name: 'Send' });
    await page.find({ text: /Maya Osei has your details/ });
    const contacts = await owner.client('GET', '/api/contacts');
    expect(contacts.body).toMatchObject([{ fullName: 'Kofi Mensah' }]);
    const leads = await owner.client('GET', '/api/contacts/leads');
    expect(leads.body).toMatchObject([{ leadName: 'Esi Boateng' }]);
  });
});
