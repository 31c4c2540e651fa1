import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeCard } from '#test/built-product.ts';
import { look, meet } from '#test/e2e/card-visitors.ts';
import {
  DESKTOP,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  findToast,
  PHONE,
  SIZES,
  startJourney,
} from '#test/e2e/journey.ts';

/** Responses that the journeys make fail on purpose. */
const journey = startJourney({ expectedErrors: /ERR_FAILED/ });

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });

describe('Overview', () => {
  it('keeps a place for the first card, with its name on it', async () => {
    const page = await journey.open('/dashboard', { as: await journey.register() });
    const place = page.getByRole('region', { name: 'Your card is two minutes away.' });
    await place.getByText('Ada Lovelace').waitFor();
    await expectAccessibleInBothThemes(page);
    await place.getByRole('link', { name: 'Create New Card' }).click();
    await page.waitForURL('**/create');
  });

  it.each(SIZES)('shows a card that nobody has seen with its code, in one screen', async (viewport) => {
    const ada = await journey.register();
    await makeCard(ada);
    const page = await journey.open('/dashboard', { as: ada, viewport });
    await heading(page, 'Your card is ready').waitFor();
    const ready = page.getByRole('region', { name: 'Your card is ready' });
    await ready.getByRole('img', { name: 'QR code of Work' }).waitFor();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await ready.getByRole('button', { name: 'Copy link' }).click();
    await findToast(page, 'Link copied!').waitFor();
    const isPhone = viewport === PHONE;
    expect(await ready.getByRole('button', { name: 'Share' }).count()).toBe(isPhone ? 1 : 0);
    const onPhone = ready.getByRole('button', { name: 'Open on my phone' });
    expect(await onPhone.count()).toBe(isPhone ? 0 : 1);
    // The server of the journeys signs no passes.
    expect(await ready.getByRole('button', { name: 'Add to Wallet' }).count()).toBe(0);
    await expectAccessibleInBothThemes(page);
    await expectNoSidewaysScroll(page);
    if (!isPhone) {
      await onPhone.click();
      const link = page.getByRole('link', { name: 'Email me the link' });
      expect(await link.getAttribute('href')).toContain(encodeURIComponent(`${journey.url}/card/`));
    }
  });

  it('shows all cards where nobody has seen any of several', async () => {
    const ada = await journey.register();
    await makeCard(ada);
    await makeCard(ada, { name: 'Speaking' });
    const page = await journey.open('/dashboard', { as: ada });
    const cards = page.getByRole('region', { name: 'Your cards' });
    for (const name of ['Work', 'Speaking']) await cards.getByRole('article', { name }).waitFor();
  });

  it('counts cards, contacts and views, and shows both as things and people', async () => {
    const ada = await journey.register();
    const card = await makeCard(ada);
    await meet(journey.url, card.id, 'Grace Hopper', 'Navy');
    await look(journey.url, card.id);
    // Views are written in batches; a request for the figures sees all of them.
    expect((await ada.client('GET', '/api/analytics/dashboard')).body.totalViews).toBe(1);
    const page = await journey.open('/dashboard', { as: ada, viewport: DESKTOP });
    for (const label of ['Total Cards', 'Contacts', 'Total Views']) {
      const count = page.locator('dl > div').filter({ hasText: label });
      await count.locator('dd').first().getByText('1', { exact: true }).waitFor();
    }
    await page.getByText('Grace Hopper').waitFor();
    await page.getByText('1 view · 1 this week').waitFor();
    expect(await page.getByText('1 this week', { exact: true }).count()).toBe(2);
    await page.getByRole('link', { name: /^Show the QR code of/ }).click();
    await page.waitForURL(`**/qr?card=${card.id}`);
  });

  it('puts the featured card first, alone with its code, and stands back with every card used', async () => {
    const ada = await journey.register();
    const featured = await makeCard(ada, { name: 'Talks', isFeatured: true });
    await makeCard(ada, { name: 'Work' });
    await makeCard(ada, { name: 'Paused', isActive: false });
    await look(journey.url, featured.id);
    await ada.client('GET', '/api/analytics/dashboard');
    const page = await journey.open('/dashboard', { as: ada, viewport: DESKTOP });
    const shelf = page.getByRole('region', { name: 'Your cards' });
    await shelf
      .getByRole('article', { name: 'Talks' })
      .getByRole('img', { name: 'QR code of Talks' })
      .waitFor();
    expect(
      await shelf.getByRole('article').evaluateAll((cards) => cards.map((card) => card.ariaLabel)),
    ).toEqual(['Talks', 'Paused', 'Work']);
    expect(await shelf.getByRole('img', { name: /^QR code/ }).count()).toBe(1);
    await shelf
      .getByRole('article', { name: 'Paused' })
      .getByText('Paused', { exact: true })
      .last()
      .waitFor();
    await page.getByText('3 of 3 used').waitFor();
    await expectAccessibleInBothThemes(page);
    await shelf
      .getByRole('article', { name: 'Work' })
      .getByRole('link', { name: /^Show the QR code/ })
      .click();
    await page.getByRole('combobox', { name: 'Card' }).waitFor();
    expect(await page.getByRole('combobox', { name: 'Card' }).locator('option:checked').textContent()).toBe(
      'Work',
    );
  });

  it('has three quick actions', async () => {
    const page = await journey.open('/dashboard', { as: await journey.register() });
    for (const [name, path] of [
      ['Create New Card', '/create'],
      ['Manage Contacts', '/contacts'],
      ['View My Cards', '/cards'],
    ] as const) {
      await page.getByRole('link', { name, exact: true }).click();
      await page.waitForURL(`**${path}`);
      await page.goBack();
    }
  });

  it('says so when the network is gone, and tries again', async () => {
    const page = await journey.open('/dashboard?tab=settings', { as: await journey.register() });
    await heading(page, 'Account information').waitFor();
    await page.route('**/api/cards', (route) => route.abort());
    await page.getByRole('tab', { name: 'Overview' }).click();
    await page.getByText('Can’t reach Goldleaf. Check your connection and try again.').waitFor();
    await page.unroute('**/api/cards');
    await page.getByRole('button', { name: 'Retry' }).click();
    await heading(page, /two minutes away/).waitFor();
  });
});
