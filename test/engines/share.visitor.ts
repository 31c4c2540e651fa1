import { describe, expect, it } from 'vitest';
import { startEngineJourney } from './journey.ts';

const journey = startEngineJourney();

describe('Sharing a card on a network', () => {
  it('opens a window during the press, and confirms once the server knows', async () => {
    const ada = await journey.register('Ada Lovelace');
    const card = { name: 'Work', fullName: 'Ada Lovelace' };
    expect((await ada.client('POST', '/api/cards', card)).status).toBe(200);
    const page = await journey.open('/dashboard?tab=cards', {
      as: ada,
      viewport: { width: 1280, height: 900 },
    });
    await page.click({ role: 'button', name: 'Share' });
    const link = { role: 'link', name: 'LinkedIn' };
    await page.find(link);
    // Tests must not call the networks: the same link opens one of our own pages.
    await page.evaluate(() => {
      for (const network of document.querySelectorAll<HTMLAnchorElement>(
        'a[target=_blank][href*="linkedin"]',
      )) {
        network.href = '/logo-preview';
      }
    });
    const opened = await page.opened(() => page.click(link));
    await opened.waitUntil('the page of the network', () => location.pathname === '/logo-preview');
    await opened.close();
    await page.find({ text: 'Ready to share!' });
  });
});
