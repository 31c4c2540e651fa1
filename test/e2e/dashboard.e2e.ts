import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  DESKTOP,
  expectAccessible,
  expectNoSidewaysScroll,
  type Person,
  startJourney,
} from '#test/e2e/journey.ts';

/** Answers that the journeys withhold on purpose, and the one that says nobody is signed in. */
const journey = startJourney({ expectedErrors: /status of (401|500)|ERR_FAILED/ });

async function makeCard(person: Person, fields: Record<string, unknown> = {}) {
  const card = { name: 'Work', fullName: person.fullName, company: 'Analytical Engines', ...fields };
  return (await person.client('POST', '/api/cards', card)).body;
}

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

const toastOf = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text, { exact: true });

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });

/** Answers what the server says of the account, changed. */
async function withUser(page: Page, changes: Record<string, unknown>) {
  await page.route('**/api/auth/me', async (route) => {
    const response = await route.fetch();
    const account = await response.json();
    await route.fulfill({ response, json: { ...account, user: { ...account.user, ...changes } } });
  });
  await page.reload();
}

describe('The dashboard', () => {
  it('sends who is not signed in to sign in, and back afterwards', async () => {
    const ada = await journey.register();
    const page = await journey.open('/dashboard?tab=contacts');
    await page.waitForURL('**/auth/login?next=*');
    await page.getByLabel('Username').fill(ada.username);
    await page.getByLabel('Password').fill(ada.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL('**/dashboard?tab=contacts');
    await heading(page, 'Welcome back, Ada Lovelace').waitFor();
  });

  it('signs out: the stored user goes, and the landing page opens', async () => {
    const page = await journey.open('/dashboard', { as: await journey.register() });
    await heading(page, /Welcome back/).waitFor();
    expect(await page.evaluate(() => localStorage.getItem('user'))).toContain('Ada Lovelace');
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await page.waitForURL(`${journey.url}/`);
    expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull();
  });

  it('greets an administrator as Admin', async () => {
    const page = await journey.open('/dashboard', { as: await journey.register() });
    await withUser(page, { isAdmin: true });
    await heading(page, 'Welcome back, Admin').waitFor();
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

describe('The banners', () => {
  it('say when the trial ends, and lead to the subscription', async () => {
    const page = await journey.open('/dashboard', { as: await journey.register() });
    const banner = page.getByRole('region', { name: 'Free Trial Active' });
    await banner.getByText(/^Everything is included until .*20\d\d/).waitFor();
    await banner.getByRole('link', { name: 'Subscribe Now' }).click();
    await page.waitForURL('**/subscribe');
  });

  it('say that the trial has ended and what is needed', async () => {
    const page = await journey.open('/dashboard', { as: await journey.register() });
    await withUser(page, { subscriptionStatus: 'expired' });
    const banner = page.getByRole('region', { name: 'Subscription Required' });
    await banner.getByText(/Your trial has ended. \$5\/month is needed/).waitFor();
    await banner.getByRole('link', { name: 'Subscribe $5/month' }).click();
    await page.waitForURL('**/subscribe');
  });

  it('are silent for an active subscription', async () => {
    const page = await journey.open('/dashboard', { as: await journey.register() });
    await withUser(page, { subscriptionStatus: 'active', hasPaid: true });
    await heading(page, 'Your cards').waitFor();
    await expect.poll(() => page.getByText('Free Trial Active').count()).toBe(0);
  });
});

describe('Overview', () => {
  it('shows a newcomer what to do next', async () => {
    const page = await journey.open('/dashboard', { as: await journey.register() });
    const steps = page.getByRole('region', { name: 'First steps' });
    await steps.getByRole('link', { name: 'Make your first card' }).click();
    await page.waitForURL('**/create');
  });

  it('counts cards, contacts and views, and shows both as things and people', async () => {
    const ada = await journey.register();
    const card = await makeCard(ada);
    await meet(card.id, 'Grace Hopper', 'Navy');
    const visitor = await journey.open(`/card/${card.id}`);
    await visitor.getByRole('heading', { name: 'Ada Lovelace' }).waitFor();
    await expect
      .poll(async () => (await ada.client('GET', '/api/analytics/dashboard')).body.totalViews)
      .toBe(1);
    const page = await journey.open('/dashboard', { as: ada, viewport: DESKTOP });
    for (const label of ['Total Cards', 'Contacts', 'Total Views']) {
      const count = page.locator('dl > div').filter({ hasText: label });
      await count.locator('dd').first().getByText('1', { exact: true }).waitFor();
    }
    await page.getByText('Grace Hopper').waitFor();
    await page.getByText('met via Work, today').waitFor();
    await page.getByRole('link', { name: /Edit.*Ada Lovelace/ }).click();
    await page.waitForURL(`**/edit-card/${card.id}`);
  });

  it.each([
    ['Create New Card', '/create'],
    ['Manage Contacts', '/contacts'],
    ['View My Cards', '/cards'],
  ])('has the quick action %s', async (name, path) => {
    const page = await journey.open('/dashboard', { as: await journey.register() });
    await page.getByRole('link', { name, exact: true }).click();
    await page.waitForURL(`**${path}`);
  });

  it('says so when the network is gone, and tries again', async () => {
    const page = await journey.open('/dashboard?tab=contacts', { as: await journey.register() });
    await heading(page, 'No contacts yet').waitFor();
    await page.route('**/api/cards', (route) => route.abort());
    await page.getByRole('tab', { name: 'Overview' }).click();
    await page.getByText('The server cannot be reached. Check your connection and try again.').waitFor();
    await page.unroute('**/api/cards');
    await page.getByRole('button', { name: 'Retry' }).click();
    await heading(page, 'Your cards').waitFor();
  });
});

describe('My Cards', () => {
  it('opens the first card only for who has paid, says why and shows the way', async () => {
    const page = await journey.open('/dashboard?tab=cards', { as: await journey.register() });
    const button = page.getByRole('button', { name: 'Create Your First Card' });
    await button.waitFor();
    expect(await button.isDisabled()).toBe(true);
    await page.getByText(/^This button opens after checkout/).waitFor();
    await page.getByRole('link', { name: 'Go to Checkout' }).click();
    await page.waitForURL('**/checkout');

    await page.goto('/dashboard?tab=cards');
    await withUser(page, { hasPaid: true });
    await page.getByRole('link', { name: 'Create Your First Card' }).click();
    await page.waitForURL('**/create');
  });

  it('shows each card with its names and company, and its four buttons', async () => {
    const ada = await journey.register();
    const card = await makeCard(ada);
    const page = await journey.open('/dashboard?tab=cards', { as: ada, viewport: DESKTOP });
    const tile = page.getByRole('article', { name: 'Work' });
    await tile.getByText('Ada Lovelace, Analytical Engines').waitFor();
    expect(await tile.getByRole('link', { name: 'View' }).getAttribute('href')).toBe(`/card/${card.id}`);
    expect(await tile.getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe(`/edit-card/${card.id}`);
    expect(await page.getByRole('link', { name: 'New Card' }).getAttribute('href')).toBe('/create');
    const opener = tile.getByRole('button', { name: 'QR Code' });
    await opener.click();
    await page
      .getByRole('dialog', { name: 'Ada Lovelace' })
      .getByRole('img', { name: /QR code of Work/ })
      .waitFor();
    await toastOf(page, 'QR Code Generated!').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true);
  });

  it('shares by the four networks in a new window', async () => {
    const ada = await journey.register();
    const card = await makeCard(ada);
    const page = await journey.open('/dashboard?tab=cards', { as: ada, viewport: DESKTOP });
    await page.evaluate(() => {
      window.open = (...call) => {
        document.body.dataset.opened = JSON.stringify(call);
        return null;
      };
    });
    await page.getByRole('button', { name: 'Share' }).click();
    const popover = page.getByRole('dialog', { name: 'Share Work' });
    for (const [name, host] of [
      ['LinkedIn', 'linkedin.com'],
      ['Twitter', 'twitter.com'],
      ['Facebook', 'facebook.com'],
      ['WhatsApp', 'wa.me'],
    ] as const) {
      await popover.getByRole('button', { name }).click();
      const isOpened = page.locator(`body[data-opened*="${host}"]`);
      await isOpened.waitFor();
      const [url, target, features] = JSON.parse((await isOpened.getAttribute('data-opened')) ?? '');
      expect(decodeURIComponent(url)).toContain(`${journey.url}/card/${card.id}`);
      expect([target, features]).toEqual(['_blank', 'noopener']);
      await toastOf(page, 'Ready to share!').waitFor();
    }
    await page.route('**/share/*', (route) => route.fulfill({ status: 500, body: '' }));
    await popover.getByRole('button', { name: 'LinkedIn' }).click();
    await toastOf(page, 'Sharing failed').waitFor();
    await toastOf(page, 'Unable to generate share link. Please try again.').waitFor();
  });

  it('copies the link of the card and of the portfolio', async () => {
    const ada = await journey.register();
    const card = await makeCard(ada);
    const page = await journey.open('/dashboard?tab=cards', { as: ada, viewport: DESKTOP });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await page.getByRole('button', { name: 'Share' }).click();
    const popover = page.getByRole('dialog', { name: 'Share Work' });
    await popover.getByRole('button', { name: 'Copy link' }).click();
    await toastOf(page, 'Link copied!').waitFor();
    expect(await copied()).toBe(`${journey.url}/card/${card.id}`);
    await popover.getByRole('button', { name: 'Share portfolio' }).click();
    await toastOf(page, 'Portfolio Link Copied').waitFor();
    expect(await copied()).toBe(`${journey.url}/portfolio/${ada.username}`);
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
    });
    await popover.getByRole('button', { name: 'Copy link' }).click();
    await toastOf(page, 'Copy failed').waitFor();
    await toastOf(page, 'Unable to copy link to clipboard.').waitFor();
    await popover.getByRole('button', { name: 'Share portfolio' }).click();
    await toastOf(page, 'Share Failed').waitFor();
    await toastOf(page, 'Unable to share portfolio. Please try again.').waitFor();
  });
});

describe('Contacts', () => {
  it('shows the latest five and the way to all', async () => {
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

  it('says where people will come from', async () => {
    const page = await journey.open('/dashboard?tab=contacts', { as: await journey.register() });
    await page.getByText('People appear here when they connect through your shared cards.').waitFor();
  });
});

describe('Every tab of the dashboard', () => {
  it.each(['light', 'dark'] as const)('is accessible in %s and fits a narrow phone', async (colorScheme) => {
    const ada = await journey.register();
    const card = await makeCard(ada, {
      name: 'A card with quite a long label of its own',
      template: 'classic',
    });
    await makeCard(ada, { fullName: 'Augusta Ada King-Noel Countess of Lovelace', template: 'minimal' });
    await meet(card.id, 'Grace Hopper');
    const page = await journey.open('/dashboard', {
      as: ada,
      colorScheme,
      viewport: { width: 320, height: 640 },
    });
    for (const [tab, sign] of [
      ['Overview', page.getByText(/^met via A card/)],
      ['My Cards', page.getByRole('button', { name: 'Share' }).first()],
      ['Contacts', page.getByRole('link', { name: /View All/ })],
    ] as const) {
      await page.getByRole('tab', { name: tab }).click();
      await sign.waitFor();
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    }
    await page.getByRole('tab', { name: 'My Cards' }).click();
    await page.getByRole('button', { name: 'Share' }).first().click();
    await page.getByRole('dialog').waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
});
