import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeCard } from '#test/built-product.ts';
import {
  DESKTOP,
  endTrial,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  findToast,
  PHONE,
  startJourney,
} from '#test/e2e/journey.ts';

/** Responses that the journeys make fail on purpose, and the one that says nobody is signed in. */
const journey = startJourney({ expectedErrors: /status of (401|500)|ERR_FAILED/ });

async function meet(cardId: string, fullName: string, company = '') {
  const body = { fullName, company, email: 'guest@example.com', cardId };
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${journey.url}/api/contacts/exchange`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
}

/** A view by an ordinary browser: those that run these journeys identify as bots, which are not counted. */
async function look(cardId: string) {
  const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0' };
  const answer = await fetch(`${journey.url}/api/cards/${cardId}/views`, { method: 'POST', headers });
  expect(await answer.json()).toEqual({ isCounted: true });
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });

describe('The dashboard', () => {
  it('sends signed-out visitors to sign in, and back afterwards', async () => {
    const ada = await journey.register();
    const page = await journey.open('/dashboard?tab=contacts');
    await page.waitForURL('**/auth/login?next=*');
    await page.getByLabel('Username').fill(ada.username);
    await page.getByLabel('Password').fill(ada.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL('**/dashboard?tab=contacts');
    await heading(page, 'Welcome, Ada Lovelace').waitFor();
  });

  it('signs out: the stored user goes, and the landing page opens', async () => {
    const page = await journey.open('/dashboard', { as: await journey.register() });
    await heading(page, /^Welcome/).waitFor();
    expect(await page.evaluate(() => localStorage.getItem('user'))).toContain('Ada Lovelace');
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await page.waitForURL(`${journey.url}/`);
    expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull();
  });

  it('greets an administrator as Admin', { tags: ['thorough'] }, async () => {
    const ada = await journey.register();
    await journey.change('update users set is_admin = true where username = $1', [ada.username]);
    const page = await journey.open('/dashboard', { as: ada });
    await heading(page, 'Welcome back, Admin').waitFor();
  });

  it('welcomes people back from their second day on', async () => {
    const ada = await journey.register();
    await journey.change("update users set created_at = now() - interval '25 hours' where username = $1", [
      ada.username,
    ]);
    const page = await journey.open('/dashboard', { as: ada });
    await heading(page, 'Welcome back, Ada Lovelace').waitFor();
  });

  it('keeps the tab in the address, for Back and for links; the arrow keys move between tabs', async () => {
    const page = await journey.open('/dashboard', { as: await journey.register(), viewport: DESKTOP });
    const tabs = page.getByRole('tablist', { name: 'Dashboard' });
    await tabs.waitFor();
    expect(await tabs.getByRole('tab').allTextContents()).toEqual([
      'Overview',
      'My Cards',
      'Contacts',
      'Analytics',
      'Settings',
    ]);
    await tabs.getByRole('tab', { name: 'Overview' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.waitForURL('**/dashboard?tab=cards');
    await tabs.getByRole('tab', { name: 'Analytics' }).click();
    await page.waitForURL('**/dashboard?tab=analytics');
    await heading(page, 'Analytics Dashboard').waitFor();
    await page.goBack();
    await page.waitForURL('**/dashboard?tab=cards');
    expect(await tabs.getByRole('tab', { name: 'My Cards' }).getAttribute('aria-selected')).toBe('true');
  });
});

describe('A narrow phone', () => {
  it.each([320, 390, 430])('shows all five words, at %i px', { tags: ['thorough'] }, async (width) => {
    const as = await journey.register();
    const page = await journey.open('/dashboard?tab=settings', { as, viewport: { width, height: 640 } });
    await page.getByRole('tab', { name: 'Settings' }).waitFor();
    await page.evaluate(() => document.fonts.ready);
    const cut = await page
      .getByRole('tab')
      .evaluateAll((words) => words.filter((word) => word.scrollWidth > word.clientWidth).length);
    expect(cut).toBe(0);
  });
});

describe('The notice of the subscription', () => {
  it('says when the trial ends, and leads to the subscription', async () => {
    const page = await journey.open('/dashboard', { as: await journey.register() });
    const banner = page.getByRole('region', { name: 'Free Trial Active' });
    await banner.getByText(/^Free Trial Active until .*20\d\d/).waitFor();
    await banner.getByRole('link', { name: 'Subscribe Now' }).click();
    await page.waitForURL('**/subscribe');
  });

  it('says that the trial has ended and what is needed', async () => {
    const ada = await journey.register();
    await endTrial(journey, ada);
    const page = await journey.open('/dashboard', { as: ada });
    const banner = page.getByRole('region', { name: 'Subscription Required' });
    await banner.getByText(/Your trial has ended. \$5\/month is needed/).waitFor();
    await banner.getByRole('link', { name: 'Subscribe $5/month' }).click();
    await page.waitForURL('**/subscribe');
  });

  it('is not there for an active subscription', { tags: ['thorough'] }, async () => {
    const ada = await journey.register();
    await journey.change(
      "update users set subscription_status = 'active', checkout_completed_at = now() where username = $1",
      [ada.username],
    );
    const page = await journey.open('/dashboard', { as: ada });
    await heading(page, /two minutes away/).waitFor();
    await expect.poll(() => page.getByText('Free Trial Active').count()).toBe(0);
  });
});

describe('Overview', () => {
  it('keeps a place for the first card, with its name on it', async () => {
    const page = await journey.open('/dashboard', { as: await journey.register() });
    const place = page.getByRole('region', { name: 'Your card is two minutes away.' });
    await place.getByText('Ada Lovelace').waitFor();
    await expectAccessibleInBothThemes(page);
    await place.getByRole('link', { name: 'Create New Card' }).click();
    await page.waitForURL('**/create');
  });

  it.each([PHONE, DESKTOP])(
    'shows a card that nobody has seen with its code, in one screen',
    async (viewport) => {
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
    },
  );

  it('counts cards, contacts and views, and shows both as things and people', async () => {
    const ada = await journey.register();
    const card = await makeCard(ada);
    await meet(card.id, 'Grace Hopper', 'Navy');
    await look(card.id);
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
    await look(featured.id);
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

  it('has three quick actions', { tags: ['thorough'] }, async () => {
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

  it('says so when the network is gone, and tries again', { tags: ['thorough'] }, async () => {
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

describe('Contacts', () => {
  it('shows the latest five and a link to all', async () => {
    const ada = await journey.register();
    const card = await makeCard(ada);
    for (const name of ['One', 'Two', 'Three', 'Four', 'Five', 'Six']) await meet(card.id, `${name} Guest`);
    const page = await journey.open('/dashboard?tab=contacts', { as: ada });
    const panel = page.getByRole('tabpanel');
    await panel.getByText('Six Guest').waitFor();
    expect(await panel.getByRole('listitem').count()).toBe(5);
    await page.getByRole('link', { name: 'View All 6 Contacts' }).click();
    await page.waitForURL('**/contacts');
  });

  it('says where people will come from', { tags: ['thorough'] }, async () => {
    const page = await journey.open('/dashboard?tab=contacts', { as: await journey.register() });
    await page.getByText('People appear here when they connect through your shared cards.').waitFor();
  });
});

describe('Every tab of the dashboard', () => {
  it('is accessible in both themes and fits a narrow phone', async () => {
    const ada = await journey.register();
    const card = await makeCard(ada, {
      name: 'A card with quite a long label of its own',
      template: 'classic',
    });
    await makeCard(ada, { fullName: 'Augusta Ada King-Noel Countess of Lovelace', template: 'minimal' });
    await meet(card.id, 'Grace Hopper');
    const page = await journey.open('/dashboard', {
      as: ada,
      viewport: { width: 320, height: 640 },
    });
    for (const [tab, sign] of [
      ['Overview', page.getByRole('link', { name: /^Grace Hopper/ })],
      ['My Cards', page.getByRole('button', { name: 'Share' }).first()],
      ['Contacts', page.getByRole('link', { name: /View All/ })],
    ] as const) {
      await page.getByRole('tab', { name: tab }).click();
      await sign.waitFor();
      await expectAccessibleInBothThemes(page);
      await expectNoSidewaysScroll(page);
    }
    await page.getByRole('tab', { name: 'My Cards' }).click();
    await page.getByRole('button', { name: 'Share' }).first().click();
    await page.getByRole('dialog').waitFor();
    await expectAccessibleInBothThemes(page);
    await expectNoSidewaysScroll(page);
  });
});
