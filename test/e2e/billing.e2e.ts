import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeCard, type Person } from '#test/built-product.ts';
import { createClient } from '#test/client.ts';
import {
  expectAccessible,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  SIZES,
  startJourney,
} from '#test/e2e/journey.ts';

const journey = startJourney({ expectedErrors: /status of (422|503)|ERR_FAILED|ERR_INTERNET_DISCONNECTED/ });

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).waitFor();

async function payWith(page: Page, card: string): Promise<void> {
  await page.waitForURL('**/test-provider/checkout/**');
  await page.getByLabel('Card number').fill(card);
  await press(page, 'Subscribe');
}

async function subscribed(): Promise<{ person: Person; page: Page }> {
  const person = await journey.register();
  const page = await journey.open('/checkout', { as: person });
  await press(page, 'Add a Payment Method');
  await payWith(page, '4242 4242 4242 4242');
  await heading(page, 'You’re all set');
  return { person, page };
}

/** Opens the portal, presses a button there, and comes back. */
async function inPortal(page: Page, button: string): Promise<void> {
  await press(page, 'Manage payment');
  await page.waitForURL('**/test-provider/portal/**');
  await press(page, button);
  await page.getByRole('link', { name: 'Back to Goldleaf' }).click();
  await page.waitForURL('**/subscribe?from=portal');
}

describe('the checkout', () => {
  it('shows the whole bill before any form, and leads to the first card without a payment method', async () => {
    const ada = await journey.register();
    const page = await journey.open('/checkout', { as: ada });
    await heading(page, 'Nothing to pay today');
    await page.getByText('Due today').waitFor();
    for (const words of [
      '$0',
      'Then$5/month per card',
      'Free trial ends',
      'Cancel anytime under Subscription',
    ]) {
      expect(await page.locator('main').textContent()).toContain(words);
    }
    expect(await page.locator('input').count()).toBe(0);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole('link', { name: 'Create my card first' }).click();
    await page.waitForURL('**/create');
    for (const name of ['Work', 'Home']) await makeCard(ada, { name });
    await page.goto('/checkout');
    await page.getByText('$10 a month: 2 cards × $5').waitFor();
    await page.getByRole('link', { name: 'Continue without one' }).click();
    await page.waitForURL('**/dashboard');
    await page.getByText('Free Trial Active').waitFor();
  });

  it('lets the customer retry after a declined card, and says when checkout was left', {
    tags: ['thorough'],
  }, async () => {
    const page = await journey.open('/checkout', { as: await journey.register() });
    await press(page, 'Add a Payment Method');
    await payWith(page, '4000 0000 0000 0002');
    await page.getByText('Your card was declined. Nothing was charged. Try another card.').waitFor();
    await page.getByText('Test mode: no card is charged and no money moves').waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole('link', { name: 'Back without subscribing' }).click();
    await page.getByText('You left checkout. Nothing was saved or charged.').waitFor();
    await press(page, 'Add a Payment Method');
    await payWith(page, '4242 4242 4242 4242');
    await heading(page, 'You’re all set');
    await expectAccessible(page);
  });

  it('is completed even if the tab was closed before returning', { tags: ['thorough'] }, async () => {
    const person = await journey.register();
    const page = await journey.open('/checkout', { as: person });
    await press(page, 'Add a Payment Method');
    await page.waitForURL('**/test-provider/checkout/**');
    // The customer never returns, as when the tab is closed: only the provider's event can report the payment.
    const action = page.url();
    await page.close();
    const form = new URLSearchParams({ card: '4242 4242 4242 4242' }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await createClient(journey.url)('POST', new URL(action).pathname, form, headers)).status).toBe(
      303,
    );
    await expect
      .poll(async () => (await person.client('GET', '/api/auth/me')).body.user.hasPaid, { timeout: 30_000 })
      .toBe(true);
  });

  it('opens “Create Your First Card” on the dashboard', { tags: ['thorough'] }, async () => {
    const { page } = await subscribed();
    await page.getByRole('link', { name: 'Go to dashboard' }).click();
    await page.goto('/dashboard?tab=cards');
    await page.getByRole('link', { name: 'Create Your First Card' }).click();
    await page.waitForURL('**/create');
  });
});

describe('the subscription', () => {
  it('goes from trial to active, counts the cards, is cancelled in two clicks, ends, and is renewed', async () => {
    const { person, page } = await subscribed();
    await page.getByRole('link', { name: 'Your subscription' }).click();
    await page.getByText('First charge', { exact: true }).waitFor();
    await inPortal(page, 'End the free trial now');
    await page.getByText('Active Subscription').waitFor();
    await page.getByText('Paid', { exact: true }).waitFor();

    for (const name of ['Work', 'Home']) {
      expect((await person.client('POST', '/api/cards', { name, fullName: 'Ada' })).status).toBe(200);
    }
    // One more card since the first day of the paid month: its month is on the next invoice, besides two cards for the
    // next.
    const next = async () => (await person.client('GET', '/api/billing')).body.nextCharge.cents;
    await expect.poll(next, { timeout: 30_000 }).toBe(1500);
    await page.goto('/dashboard?tab=settings');
    await page.getByRole('link', { name: 'Manage Subscription' }).click();
    await page.getByText(/^\$15 on /).waitFor();
    await page.getByText(/^Your next charge is adjusted/).waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    await press(page, 'Cancel subscription');
    await page.getByRole('dialog', { name: 'Cancel subscription?' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel subscription' }).click();
    await page.getByText('Access until', { exact: true }).waitFor();
    await page.locator('h2:focus', { hasText: 'Plan' }).waitFor();
    await press(page, 'Resume subscription');
    await page.getByText('Next charge', { exact: true }).waitFor();
    await page.locator('h2:focus', { hasText: 'Plan' }).waitFor();
    await press(page, 'Cancel subscription');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel subscription' }).click();
    await page.getByText('Access until', { exact: true }).waitFor();
    await page.goto('/checkout');
    await page.waitForURL('**/subscribe');
    await page.getByText('Access until', { exact: true }).waitFor();

    await inPortal(page, 'End the period now');
    await page.getByText('Subscription Ended').waitFor();
    expect((await person.client('POST', '/api/cards', { name: 'More', fullName: 'Ada' })).status).toBe(403);
    await page.goto('/dashboard');
    await page.getByRole('region', { name: 'Subscription Required' }).waitFor();

    await page.goto('/subscribe');
    await press(page, 'Subscribe $10/month');
    await payWith(page, '4242 4242 4242 4242');
    await page.getByText('Your subscription is active.').waitFor();
    expect((await person.client('POST', '/api/cards', { name: 'More', fullName: 'Ada' })).status).toBe(200);
  });

  it('keeps the page and the dialog for another try when a cancellation fails', {
    tags: ['thorough'],
  }, async () => {
    const { page } = await subscribed();
    await page.getByRole('link', { name: 'Your subscription' }).click();
    await press(page, 'Cancel subscription');
    const cancel = page.getByRole('dialog').getByRole('button', { name: 'Cancel subscription' });
    await expect.poll(() => cancel.isEnabled()).toBe(true);
    await page.route('**/api/billing**', (route) => route.abort());
    await page.route('**/api/billing/**', (route) => route.abort());
    const reload = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/billing'));
    await cancel.click();
    await reload;
    await page.getByText(/^Can’t reach Goldleaf/).waitFor();
    await page.unrouteAll();
    await cancel.click();
    await page.getByText('Access until', { exact: true }).waitFor();
  });

  it('is accessible in both themes on all of its pages, and fits the narrowest phone', {
    tags: ['thorough'],
  }, async () => {
    const newcomer = await journey.register();
    const { body: checkout } = await newcomer.client('POST', '/api/billing/checkout');
    const { person } = await subscribed();
    const { body: portal } = await person.client('POST', '/api/billing/portal');
    for (const [as, address] of [
      [newcomer, '/checkout'],
      [newcomer, '/checkout?result=success'],
      [newcomer, '/subscribe'],
      [newcomer, checkout.url],
      [person, '/subscribe'],
      [person, portal.url],
    ] as const) {
      const page = await journey.open(address, { as, viewport: { width: 320, height: 640 } });
      await page
        .getByText(/Due today|Not confirmed yet|Price/)
        .first()
        .waitFor();
      await expectAccessibleInBothThemes(page);
      await expectNoSidewaysScroll(page);
      await page.close();
    }
  });

  it('says what to do when the network is gone', { tags: ['thorough'] }, async () => {
    const person = await journey.register();
    for (const viewport of SIZES) {
      const page = await journey.open('/dashboard', { as: person, viewport });
      await page.getByText('Free Trial Active').waitFor();
      await page.route('**/api/billing', (route) => route.abort());
      await page.goto('/subscribe');
      await page.getByText('Can’t reach Goldleaf. Check your connection and try again.').waitFor();
      await page.unroute('**/api/billing');
      await press(page, 'Retry');
      await page.getByText('Due today').waitFor();
    }
  });
});
