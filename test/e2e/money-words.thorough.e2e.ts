import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeCard, type Person } from '#test/built-product.ts';
import { createClient } from '#test/client.ts';
import {
  DESKTOP,
  expectAccessible,
  expectNoSidewaysScroll,
  findToast,
  hold,
  holdScript,
  PHONE,
  startJourney,
} from '#test/e2e/journey.ts';

/** The screens' sentences about money before it moves, and after. */

const journey = startJourney({ expectedErrors: /ERR_FAILED|status of 409/ });
const BOTH = [
  ['phone', PHONE],
  ['desktop', DESKTOP],
] as const;

const NARROW = [320, 360, 375].map((width) => [`phone of ${width} px`, { width, height: 640 }] as const);

/** Sends a form of the test provider, as its page would. */
async function send(person: Person, endpoint: 'checkout' | 'portal', fields: Record<string, string>) {
  const { body } = await person.client('POST', `/api/billing/${endpoint}`);
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const form = new URLSearchParams(fields).toString();
  const { pathname } = new URL(body.url, journey.url);
  expect((await createClient(journey.url)('POST', pathname, form, headers)).status).toBe(303);
  expect((await person.client('POST', '/api/billing/refresh')).status).toBe(200);
}

/** Somebody with one card, who has paid for this month. */
async function payingOwner(): Promise<Person> {
  const person = await journey.register();
  await makeCard(person);
  await send(person, 'checkout', { card: '4242 4242 4242 4242' });
  await send(person, 'portal', { action: 'hurry' });
  return person;
}

async function failToPay(person: Person): Promise<void> {
  await send(person, 'portal', { action: 'card', card: '4000 0000 0000 0341' });
  await send(person, 'portal', { action: 'hurry' });
}

async function openCancellation(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Subscription' }).click();
  await page.getByRole('button', { name: 'Cancel subscription' }).click();
}
const confirmCancellation = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: 'Cancel subscription' }).click();

describe.each(BOTH)('On a %s', (name, viewport) => {
  it('the price of a second card is said before it is created, and when it goes and comes back', async () => {
    const person = await payingOwner();
    const page = await journey.open('/create', { as: person, viewport });
    const price = page.getByRole('status', { name: 'Price with this card' });
    await price.getByText('$10 a month: 2 cards × $5').waitFor();
    await price.getByText(/Next charge: \$15 on .*20\d\d, including the difference/).waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByLabel('Card name').fill('Private');
    await page.getByRole('button', { name: 'Create Card' }).click();
    await page.waitForURL('**/dashboard');
    await page.goto('/cards');
    await page.getByRole('button', { name: 'More for Private' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await findToast(page, 'Card deleted successfully!').waitFor();
    await findToast(page, 'Now $5 a month: 1 card × $5.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await findToast(page, 'Now $10 a month: 2 cards × $5.').waitFor();
  });

  it('a failed payment is on the dashboard, and cancelling asks what becomes of the bill', async () => {
    const person = await payingOwner();
    await failToPay(person);
    const page = await journey.open('/dashboard', { as: person, viewport });
    const banner = page.getByRole('region', { name: 'Payment Failed' });
    await banner.getByText(/^Payment Failed You keep access until /).waitFor();
    if (name === 'desktop') {
      await banner.getByText(/^The charge of \$5 on .* failed, and we’ll try again\.$/).waitFor();
    }
    await openCancellation(page);
    const dialog = page.getByRole('dialog', { name: 'Cancel subscription?' });
    await dialog.getByText(/^Your \$5 bill from .* isn’t paid yet/).waitFor();
    expect(await dialog.getByRole('button', { name: 'Cancel subscription' }).isDisabled()).toBe(true);
    await expectAccessible(page);
    if (name === 'phone') {
      await dialog.getByRole('radio', { name: 'Cancel now without paying' }).check();
      await confirmCancellation(page);
      await findToast(page, 'Subscription ended').waitFor();
      await page.getByText('Your subscription has ended. Subscribe to create new cards').waitFor();
      return;
    }
    await dialog.getByRole('radio', { name: 'Pay $5 now' }).check();
    await confirmCancellation(page);
    await page.getByText(/^Your payment card was declined/).waitFor();
    await send(person, 'portal', { action: 'card', card: '4242 4242 4242 4242' });
    await confirmCancellation(page);
    await page.getByText('Access until', { exact: true }).waitFor();
    expect(await page.getByText('Price', { exact: true }).count()).toBe(0);
  });
});

it('A payment that its bank wants confirmed leads to the page of the bill', async () => {
  const person = await payingOwner();
  await failToPay(person);
  const page = await journey.open('/subscribe', { as: person, viewport: PHONE });
  await page.getByRole('alert').filter({ hasText: 'The charge of $5' }).waitFor();
  await journey.change(
    `update invoices set needs_confirmation = true where status = 'open'
      and user_id = (select id from users where username = $1)`,
    [person.username],
  );
  await page.reload();
  const alert = page.getByRole('alert').filter({ hasText: 'Your bank wants you to confirm the payment' });
  await alert.getByText(/of your \$5 bill from .*20\d\d\. You keep access until /).waitFor();
  const bill = alert.getByRole('link', { name: 'Confirm the payment' });
  expect(await bill.getAttribute('href')).toMatch(/invoice/);
  expect(await alert.textContent()).not.toContain('Check your card');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

it('Cancelling takes two presses when nothing is open, and the dashboard says until when access lasts', async () => {
  const page = await journey.open('/contacts', { as: await payingOwner() });
  await openCancellation(page);
  await page.getByText(/^You keep access until .* and won’t be charged again/).waitFor();
  await confirmCancellation(page);
  await page.getByText('Access until', { exact: true }).waitFor();
  await page.goto('/dashboard');
  await page
    .getByRole('region', { name: 'Subscription Cancelled' })
    .getByText(/^Subscription Cancelled You keep access until /)
    .waitFor();
});

it('Cards added this month are said and charged with the cancellation', async () => {
  const person = await payingOwner();
  await makeCard(person, { name: 'Second' });
  await expect
    .poll(async () => (await person.client('GET', '/api/billing')).body.nextCharge.cents, { timeout: 30_000 })
    .toBe(1500);
  const page = await journey.open('/subscribe', { as: person });
  await page.getByText('$10 a month: 2 cards × $5').waitFor();
  await page.getByRole('button', { name: 'Cancel subscription' }).click();
  await page.getByText('$5 is charged now').waitFor();
  await confirmCancellation(page);
  await page.getByText('Access until', { exact: true }).waitFor();
  const [document] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'View invoice TEST-0002' }).click(),
  ]);
  await document.getByRole('heading', { name: 'Invoice TEST-0002' }).waitFor();
  await document.getByText('$5', { exact: true }).waitFor();
});

it.each([...NARROW, ...BOTH])(
  'The form stays where it is while the price of a card is loaded, on a %s',
  async (_name, viewport) => {
    const page = await journey.open('about:blank', { as: await payingOwner(), viewport });
    const releaseScript = await holdScript(page, 'NewCardPrice');
    const releaseAnswer = await hold(page, '**/api/billing/quote');
    await page.goto('/create');
    const top = async () => (await page.getByLabel('Card name').boundingBox())?.y ?? Number.NaN;
    await page.getByLabel('Card name').waitFor();
    const before = await top();
    releaseScript();
    await page.getByText('Checking your next charge…').waitFor();
    expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(1);
    releaseAnswer();
    await page.getByText(/^Next charge: .* including the difference/).waitFor();
    expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(1);
  },
);

it('The price of a card is said while the provider is still asked for the next bill', async () => {
  const page = await journey.open('/dashboard', { as: await payingOwner() });
  await page.route(/\/api\/billing\/quote$/, () => {});
  await page.getByRole('link', { name: 'Create New Card' }).click();
  const price = page.getByRole('status', { name: 'Price with this card' });
  await price.getByText('$10 a month: 2 cards × $5').waitFor();
  await price.getByText('Checking your next charge…').waitFor();
});

it.each<[string, RegExp, RegExp[]]>([
  ['price', /\/api\/billing\/quote/, [/^We couldn’t check the price/]],
  [
    'next bill',
    /\/api\/billing\/quote$/,
    [/^\$10 a month: 2 cards × \$5$/, /so we don’t know your next charge/],
  ],
])('A card can be created even if its %s cannot be asked', async (_name, unanswered, sentences) => {
  const page = await journey.open('/dashboard', { as: await payingOwner() });
  await page.route(unanswered, (route) => route.abort());
  await page.getByRole('link', { name: 'Create New Card' }).click();
  for (const sentence of sentences) await page.getByText(sentence).waitFor();
  await page.getByLabel('Card name').fill('Private');
  await page.getByRole('button', { name: 'Create Card' }).click();
  await page.waitForURL('**/dashboard');
});
