import { describe, expect, it } from 'vitest';
import { makeCard } from '#test/built-product.ts';
import { createClient } from '#test/client.ts';
import { startEngineJourney } from './journey.ts';

const journey = startEngineJourney();

describe('The screens of the app', () => {
  it('fit sign-in at twice the text size', async () => {
    const page = await journey.open('/auth/login', { textZoom: 2 });
    await page.find({ role: 'button', name: 'Sign In' });
    const outside = await page.evaluate(() =>
      [...document.querySelectorAll('main *')]
        .filter((element) => element.getBoundingClientRect().right > document.documentElement.clientWidth)
        .map(({ outerHTML }) => outerHTML),
    );
    expect(outside).toEqual([]);
  });

  it('let Back close a dialog, and keep what is only for screen readers out of sight', async () => {
    const owner = await journey.register();
    const { id } = await makeCard(owner);
    const visitor = {
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0',
    };
    await createClient(journey.url)('POST', `/api/cards/${id}/views`, { referrer: null }, visitor);
    const page = await journey.open('/cards', { as: owner });
    await page.click({ role: 'button', name: 'More for Work' });
    await page.click({ role: 'menuitem', name: 'Animated QR' });
    await page.find({ role: 'dialog' });
    await page.back();
    await page.waitUntilGone({ role: 'dialog' });
    expect(new URL(await page.url()).pathname).toBe('/cards');

    await page.goto('/analytics');
    await page.find({ role: 'heading', name: 'Views by Day' });
    const seen = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('figure .sr-only')].map(({ offsetWidth, offsetHeight }) =>
        Math.max(offsetWidth, offsetHeight),
      ),
    );
    expect(seen).toEqual([1]);
  });
});
