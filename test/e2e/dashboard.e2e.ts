import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeCard } from '#test/built-product.ts';
import { meet } from '#test/e2e/card-visitors.ts';
import {
  DESKTOP,
  endTrial,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  startJourney,
} from '#test/e2e/journey.ts';

/** Responses that the journeys make fail on purpose, and the one that says nobody is signed in. */
const journey = startJourney({ expectedErrors: /status of (401|500)|ERR_FAILED/ });

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });

describe('The dashboard', () => {
  it('sends signed-out visitors to sign in, and back afterwards', { tags: ['thorough'] }, async () => {
    const ada = await journey.register();
    const page = await journey.open('/dashboard?tab=contacts');
    await page.waitForURL('**/auth/login?next=*');
    await page.getByLabel('Username').fill(ada.username);
    await page.getByLabel('Password').fill(ada.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL('**/dashboard?tab=contacts');
    await heading(page, 'Welcome, Ada Lovelace').waitFor();
  });

  it('leaves a card’s code whole under the floating button', { tags: ['thorough'] }, async () => {
    const ada = await journey.register();
    await makeCard(ada);
    for (const viewport of [
      { width: 320, height: 640 },
      { width: 375, height: 667 },
    ]) {
      const page = await journey.open('/dashboard', { as: ada, viewport });
      await page.getByRole('img', { name: 'QR code of Work' }).waitFor();
      const isCovered = () =>
        page.evaluate(() => {
          const button = document.querySelector('.code-button');
          const code = document.querySelector('main img[alt^="QR code"]')?.getBoundingClientRect();
          const round = button?.getBoundingClientRect();
          if (!button || !code || !round) throw new Error('The button or the code is missing.');
          return (
            getComputedStyle(button).pointerEvents !== 'none' &&
            round.left < code.right &&
            round.right > code.left &&
            round.top < code.bottom &&
            round.bottom > code.top
          );
        });
      await expect.poll(isCovered, { message: `${viewport.width} px` }).toBe(false);
    }
  });

  it('signs out: the stored user goes, and the landing page opens', { tags: ['thorough'] }, async () => {
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

  it('welcomes people back from their second day on', { tags: ['thorough'] }, async () => {
    const ada = await journey.register();
    await journey.change("update users set created_at = now() - interval '25 hours' where username = $1", [
      ada.username,
    ]);
    const page = await journey.open('/dashboard', { as: ada });
    await heading(page, 'Welcome back, Ada Lovelace').waitFor();
  });

  it('keeps the tab in the address, for Back and for links; the arrow keys move between tabs', {
    tags: ['thorough'],
  }, async () => {
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
  it('says when the trial ends, and leads to the subscription', { tags: ['thorough'] }, async () => {
    const page = await journey.open('/dashboard', { as: await journey.register() });
    const banner = page.getByRole('region', { name: 'Free Trial Active' });
    await banner.getByText(/^Free Trial Active until .*20\d\d/).waitFor();
    await banner.getByRole('link', { name: 'Subscribe Now' }).click();
    await page.waitForURL('**/subscribe');
  });

  it('says that the trial has ended and what is needed', { tags: ['thorough'] }, async () => {
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

describe('Contacts', () => {
  it('shows the latest five and a link to all', { tags: ['thorough'] }, async () => {
    const ada = await journey.register();
    const card = await makeCard(ada);
    for (const name of ['One', 'Two', 'Three', 'Four', 'Five', 'Six'])
      await meet(journey.url, card.id, `${name} Guest`);
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
    await meet(journey.url, card.id, 'Grace Hopper');
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
