import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { makeCard, unusedName } from '#test/built-product.ts';
import {
  DESKTOP,
  expectAccessible,
  expectNoSidewaysScroll,
  PHONE,
  SIZES,
  startJourney,
} from '#test/e2e/journey.ts';
import { startMailServer } from '#test/e2e/mail-server.ts';
import {
  createTeam,
  inviteIn,
  look,
  openTab,
  prepareList,
  registerAndClaim,
  registerWithAddress,
} from '#test/e2e/team-work.ts';

/** Journeys that lead through a mail, on one product that sends it: starting another costs as much as a journey. */
const mails = startMailServer();
/** A provider that nobody reaches: texts wait. */
Object.assign(mails.env, {
  TWILIO_ACCOUNT_SID: 'AC00000000000000000000000000000000',
  TWILIO_AUTH_TOKEN: 'token',
  TWILIO_FROM: '+15005550006',
  TWILIO_API_URL: 'http://127.0.0.1:9',
  SMS_COUNTRIES: 'US',
});
const journey = startJourney({ env: mails.env });

it('A team is created and filled with cards, and one is claimed by whoever is invited', async () => {
  const name = unusedName('Northwind ');
  const owner = await registerWithAddress(journey, 'Olive Owner');
  const email = `${unusedName('mary')}@example.com`;
  const owners = await journey.open('/dashboard', { as: owner });
  await createTeam(owners, name);
  await prepareList(owners, [
    { fullName: 'Mary Member', email },
    { fullName: 'Adam Admin', email: `${unusedName('adam')}@example.com` },
  ]);

  const members = await registerAndClaim(journey, await inviteIn(mails, email), email, PHONE);
  await members.getByText('Member · 2 members').waitFor();
  await members.getByRole('article', { name }).getByRole('link', { name: 'Show Code' }).waitFor();
  await look(members);

  await openTab(owners, 'Members');
  await owners.getByRole('button', { name: 'More for Mary Member' }).waitFor();
  await look(owners);
  await openTab(owners, 'Settings');
  await owners.getByLabel('Members may export').waitFor();
  await look(owners);
});

it.each(SIZES)(
  'A forgotten password is asked about, mailed, set anew and used on a screen of $width px',
  async (viewport) => {
    const ada = await journey.register();
    const page = await journey.open('/auth/login', { viewport });
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByLabel('Username or Email Address').fill(ada.email);
    await look(page);
    await page.getByRole('button', { name: 'Email me a link' }).click();
    await page.getByRole('heading', { name: 'Check your email' }).waitFor();
    await look(page);
    await page.goto(await mails.linkTo(ada.email, /Set a new/));
    journey.expectError(/status of 422/);
    await page.getByLabel('New Password').fill('short');
    await page.getByRole('button', { name: 'Set a new password' }).click();
    await page.getByText('String must contain at least 6 character(s)').waitFor();
    await look(page);
    await page.getByLabel('New Password').fill('a new horse');
    await page.getByRole('button', { name: 'Set a new password' }).click();
    await page.getByRole('heading', { name: 'Your password is set' }).waitFor();
    await look(page);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('Username').fill(ada.username);
    await page.getByLabel('Password').fill('a new horse');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL('**/dashboard');
    expect((await ada.client('GET', '/api/auth/me')).status).toBe(401);
  },
);

const CONSENT = 'Ada Lovelace may text me once, at the number above.';

/** How far below its box the words of a consent begin, in CSS pixels. */
const dropOf = (page: Page, label: string) =>
  page.getByText(label).evaluate((words) => {
    const box = words.previousElementSibling as HTMLElement;
    return words.getBoundingClientRect().top - box.getBoundingClientRect().top;
  });

it('Whoever gave their details sees, corrects, takes back and withdraws them, on a phone and a desktop', async () => {
  const ada = await journey.register('Ada Lovelace');
  await journey.change('update users set email_confirmed_at = now() where username = $1', [ada.username]);
  const { id } = await makeCard(ada, { template: 'minimal' });
  const page = await journey.open(`/card/${id}/exchange`, { viewport: PHONE });
  expect(await dropOf(page, 'Email me a copy')).toBeLessThan(4);
  await page.getByLabel('Full Name').fill('Grace Hopper');
  await page.getByLabel('Email Address').fill('grace@example.com');
  await page.getByLabel('Phone Number').fill('+1 202 555 0143');
  await page.getByLabel(CONSENT).check();
  await page.getByLabel('Email me a copy').check();
  await page.getByRole('button', { name: 'Share Contact' }).click();
  await page.getByText('Contact Shared Successfully!').waitFor();

  await page.goto(await mails.linkTo('grace@example.com', /What you shared with/, /\/your-details\/[\w.-]+/));
  await page.getByRole('heading', { name: 'What you shared with Ada Lovelace' }).waitFor();
  await expectAccessible(page);
  const text = page.getByRole('listitem').filter({ hasText: CONSENT });
  await text.getByRole('button', { name: 'Withdraw this consent' }).click();
  await page.getByRole('status').getByText('Withdrawn. Ada Lovelace can see this.').waitFor();
  expect(await text.getByRole('button').count()).toBe(0);
  // By the hour of the day, it may have gone out already.
  await text.getByText(/The text was(n’t)? sent\./).waitFor();

  await page.setViewportSize({ width: 320, height: 640 });
  await page.getByLabel('Company').fill('A-company-with-a-name-that-is-longer-than-any-narrow-phone-is-wide');
  journey.expectError(/status of 422/);
  await page.getByLabel('Email').fill('nobody');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('Valid email is required').waitFor();
  await expectNoSidewaysScroll(page);
  await page.getByLabel('Email').fill('grace@example.com');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('status').getByText('Saved.').waitFor();

  await page.setViewportSize(DESKTOP);
  await page.getByText('Withdraw everything', { exact: true }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Delete my details' }).click();
  await page.getByRole('heading', { name: 'Your details were deleted' }).waitFor();
  await expectAccessible(page);
  expect((await ada.client('GET', '/api/contacts')).body).toEqual([]);
});
