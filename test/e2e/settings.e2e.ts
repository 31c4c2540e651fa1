import type { Download, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type Person, unusedName } from '#test/built-product.ts';
import {
  confirmIdentity,
  DESKTOP,
  endTrial,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  findToast,
  startJourney,
} from '#test/e2e/journey.ts';

/** Refused changes return 4xx on purpose, and a signed-out browser is told so. */
const journey = startJourney({ expectedErrors: /status of (401|403|409|422|500)|ERR_FAILED/ });
const SETTINGS = '/dashboard?tab=settings';

type Options = Parameters<typeof journey.open>[1];

async function open(options: Options = {}, address = SETTINGS): Promise<{ ada: Person; page: Page }> {
  const ada = await journey.register();
  const page = await journey.open(address, { viewport: DESKTOP, as: ada, ...options });
  await page.getByRole('heading', { level: 3 }).first().waitFor();
  return { ada, page };
}

const openPage = (page: string, options?: Options) => open(options, `${SETTINGS}&page=${page}`);

/** The browser runs in another process: what it saved is read as a stream. */
async function readDownload(download: Download): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** On the page of General: three switches of privacy, on by default, that act and are kept. */
async function expectPrivacySwitches(ada: Person, page: Page): Promise<void> {
  const card = (await ada.client('POST', '/api/cards', { name: 'Work', fullName: 'Ada' })).body;
  for (const name of ['Profile visibility', 'Analytics tracking', 'Contact exchange']) {
    const toggle = page.getByRole('switch', { name });
    expect(await toggle.isChecked()).toBe(true);
    const saved = page.waitForResponse(
      (response) =>
        response.url().endsWith('/api/account') && !response.request().postData()?.includes('timeZone'),
    );
    await toggle.click();
    expect((await saved).status()).toBe(200);
    await expect.poll(() => page.getByRole('status').allInnerTexts()).toContain('Saved');
  }
  expect(await (await fetch(`${journey.url}/card/${card.id}`)).status).toBe(404);
  await page.reload();
  expect(await page.getByRole('switch', { name: 'Contact exchange' }).isChecked()).toBe(false);
  expect((await ada.client('GET', '/api/auth/me')).body.settings).toMatchObject({
    isProfileVisible: false,
    isAnalyticsEnabled: false,
    isExchangeEnabled: false,
  });
}

describe('Account information', () => {
  it('shows the status and the way to premium, saves a new name, and has three switches of privacy', async () => {
    const { ada, page } = await open();
    await page.getByRole('region', { name: 'Account information' }).getByText('Free Trial').waitFor();
    await page.getByRole('link', { name: 'Upgrade to Premium' }).waitFor();
    await page.getByText(ada.username, { exact: true }).waitFor();
    await expectPrivacySwitches(ada, page);

    const edit = page.getByRole('button', { name: 'Edit Full Name' });
    await edit.click();
    const name = page.getByLabel('Full Name');
    await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true);
    await name.fill('Ada King');
    await name.press('Enter');
    await page.getByRole('status').getByText('Saved').waitFor();
    await expect.poll(() => edit.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.getByRole('heading', { name: 'Welcome, Ada King' }).waitFor();
    expect((await ada.client('GET', '/api/auth/me')).body.user.fullName).toBe('Ada King');
  });

  it('asks for the password when the email address changes, and says under the field what is wrong', {
    tags: ['thorough'],
  }, async () => {
    const { ada, page } = await open();
    const email = `${unusedName('countess')}@example.com`;
    const details = page.getByRole('region', { name: 'Account information' });
    await details.getByRole('button', { name: 'Edit Email Address' }).click();
    await details.getByLabel('Email Address').fill('ada@');
    await details.getByRole('button', { name: 'Save' }).click();
    await details.getByText('Invalid email').waitFor();
    await details.getByLabel('Email Address').fill(email);
    await details.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await dialog.getByLabel('Password').fill('wrong horse');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByText('Enter your current password.').waitFor();
    await dialog.getByLabel('Password').fill(ada.password);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await details.getByRole('status').getByText('Saved').waitFor();
    const again = { email, password: ada.password };
    expect((await ada.client('POST', '/api/auth/login', again)).status).toBe(200);
  });

  it('says that a username is taken', { tags: ['thorough'] }, async () => {
    const other = await journey.register('Grace Hopper');
    const { ada, page } = await open();
    await page.getByRole('button', { name: 'Edit Username' }).click();
    await page.getByLabel('Username', { exact: true }).fill(other.username.toUpperCase());
    await page.getByRole('button', { name: 'Save' }).click();
    await confirmIdentity(page, ada.password);
    const details = page.getByRole('region', { name: 'Account information' });
    await details.getByText('This username is taken. Choose another.').waitFor();
  });
});

it('The status of the subscription is named, with a way to premium unless it is active', {
  tags: ['thorough'],
}, async () => {
  const { ada, page } = await open();
  const details = page.getByRole('region', { name: 'Account information' });
  for (const [subscriptionStatus, label, canUpgrade] of [
    ['trial', 'Free Trial', true],
    ['active', 'Active Subscription', false],
    ['cancelled', 'Cancelled', true],
    ['expired', 'Trial Expired', true],
  ] as const) {
    if (subscriptionStatus === 'expired') await endTrial(journey, ada);
    await journey.change('update users set subscription_status = $2 where username = $1', [
      ada.username,
      subscriptionStatus === 'expired' ? 'trial' : subscriptionStatus,
    ]);
    await page.reload();
    await details.getByText(label, { exact: true }).waitFor();
    expect(await details.getByRole('link', { name: 'Upgrade to Premium' }).count()).toBe(canUpgrade ? 1 : 0);
  }
});

describe('The password', { tags: ['thorough'] }, () => {
  it('changes with the current one, which signs out everywhere else', async () => {
    const { ada, page } = await openPage('security');
    const form = page.getByRole('region', { name: 'Password' });
    await form.getByRole('button', { name: 'Change Password' }).click();
    await form.getByLabel('New Password').fill('short');
    await form.getByRole('button', { name: 'Change Password' }).click();
    await form.getByText('Enter your current password.').waitFor();
    await form.getByText('String must contain at least 6 character(s)').waitFor();
    await form.getByLabel('Current Password').fill(ada.password);
    await form.getByLabel('New Password').fill('battery staple');
    await form.getByRole('button', { name: 'Change Password' }).click();
    await findToast(page, 'Password changed').waitFor();
    expect((await ada.client('GET', '/api/auth/me')).status).toBe(401);
    await page.reload();
    await page.getByRole('heading', { name: 'Password' }).waitFor();
  });
});

describe('Privacy', () => {
  it('reverts a switch that could not be saved, and says so', { tags: ['thorough'] }, async () => {
    const { page } = await open();
    await page.route('**/api/account', (route) => route.abort());
    const toggle = page.getByRole('switch', { name: 'Contact exchange' });
    await toggle.click();
    await findToast(page, 'Can’t reach Goldleaf. Check your connection and try again.').waitFor();
    expect(await toggle.isChecked()).toBe(true);
  });
});

describe('A session that was ended elsewhere', { tags: ['thorough'] }, () => {
  it('is over at the next action: sign-in opens, and leads back', async () => {
    const { ada, page } = await open();
    const sessions = (await ada.client('GET', '/api/account/sessions')).body;
    const browser = sessions.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent);
    // Sections that are still loading would meet the end of the session first.
    await page.waitForLoadState('networkidle');
    await ada.client('DELETE', `/api/account/sessions/${browser.id}`);
    await page.getByRole('switch', { name: 'Contact exchange' }).click();
    await page.waitForURL('**/auth/login?next=*');
    await page.getByText('Your session has ended').waitFor();
    expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull();
    await page.getByLabel('Username').fill(ada.username);
    await page.getByLabel('Password').fill(ada.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL(`**${SETTINGS}`);
  });
});

describe('Data and export', () => {
  it('saves contacts as CSV, analytics as JSON and everything as a zip', { tags: ['thorough'] }, async () => {
    const { ada, page } = await open();
    const save = async (name: string) => {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name }).click();
      return download;
    };
    await page.getByRole('button', { name: 'Export Contacts' }).click();
    await findToast(page, 'No contacts to export').waitFor();
    expect((await ada.client('POST', '/api/contacts', { fullName: 'Grace Hopper' })).status).toBe(200);
    const contacts = await save('Export Contacts');
    expect(contacts.suggestedFilename()).toMatch(/^Goldleaf_Contacts_\d{4}-\d\d-\d\d\.csv$/);
    expect(await readDownload(contacts)).toMatch(/^\uFEFFName,Email,Phone,Company,Job Title/);
    await findToast(page, 'Contacts Exported').waitFor();
    const analytics = await save('Export Analytics');
    expect(analytics.suggestedFilename()).toMatch(/^Goldleaf_Analytics_\d{4}-\d\d-\d\d\.json$/);
    await findToast(page, 'Analytics Exported').waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export Everything' }).click();
    await confirmIdentity(page, ada.password);
    const everything = await download;
    expect(everything.suggestedFilename()).toMatch(/^Goldleaf_Account_\d{4}-\d\d-\d\d\.zip$/);
    expect(await readDownload(everything)).toMatch(/^PK/);
  });

  it('says that contacts could not be exported', { tags: ['thorough'] }, async () => {
    const { ada, page } = await open();
    expect((await ada.client('POST', '/api/contacts', { fullName: 'Grace Hopper' })).status).toBe(200);
    await page.route('**/api/contacts/export*', (route) => route.fulfill({ status: 500, body: 'no' }));
    await page.getByRole('button', { name: 'Export Contacts' }).click();
    await findToast(page, 'Export Failed').waitFor();
    await findToast(page, 'Unable to export contacts. Please try again.').waitFor();
  });

  it('says that everything could not be exported', { tags: ['thorough'] }, async () => {
    const { ada, page } = await open();
    await page.route('**/api/account/export*', (route) => route.fulfill({ status: 500, body: 'no' }));
    await page.getByRole('button', { name: 'Export Everything' }).click();
    await confirmIdentity(page, ada.password);
    await findToast(page, 'Unable to export your data. Please try again.').waitFor();

    // The question whether there is a file gets no sentence.
    journey.expectError(/status of 429/);
    const why = 'Another of your exports is still running. Please try again when it’s done.';
    await page.route('**/api/account/export*', (route) =>
      route.request().method() === 'HEAD'
        ? route.fulfill({ status: 429 })
        : route.fulfill({ status: 429, json: { message: why, code: 'too_many_requests' } }),
    );
    await page.getByRole('button', { name: 'Export Everything' }).click();
    await findToast(page, why).waitFor();
  });
});

describe('Delete Account', () => {
  it('offers the export first, asks for the username and who it is, and leaves nothing behind', async () => {
    const { ada, page } = await open();
    const opener = page.getByRole('button', { name: 'Delete Account' });
    await opener.click();
    const dialog = page.getByRole('dialog', { name: 'Delete Account' });
    await dialog.getByRole('button', { name: 'Export Everything' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true);

    await opener.click();
    await dialog.getByLabel('Username').fill('somebody');
    await dialog.getByRole('button', { name: 'Delete Account' }).click();
    await dialog.locator('form').getByText(`Type your username, ${ada.username}, to confirm.`).waitFor();
    await dialog.getByLabel('Username').fill(ada.username);
    // The landing page is slow; going back to where the dialog was opened must not cancel it.
    const isBack = page.waitForEvent('framenavigated', (frame) => frame.url().endsWith('?tab=settings'));
    await page.route(`${journey.url}/`, async (route) => {
      await isBack;
      await route.continue();
    });
    await dialog.getByRole('button', { name: 'Delete Account' }).click();
    await confirmIdentity(page, ada.password);
    await page.waitForURL(`${journey.url}/`);
    expect((await ada.client('GET', '/api/auth/me')).status).toBe(401);
    expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull();
  });
});

describe('General', () => {
  it('fits the height that was drawn, is accessible in both themes, and so is its dialog', {
    tags: ['thorough'],
  }, async () => {
    const { page } = await open();
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1_100);
    await expectAccessibleInBothThemes(page);
    await page.getByRole('button', { name: 'Edit Full Name' }).click();
    await page.getByLabel('Full Name').waitFor();
    await expectAccessibleInBothThemes(page);
    await page.getByRole('button', { name: 'Delete Account' }).click();
    await page.getByRole('dialog').waitFor();
    await expectAccessibleInBothThemes(page);
  });

  it('fits a narrow phone, with a long username', { tags: ['thorough'] }, async () => {
    const { ada, page } = await open({ viewport: { width: 320, height: 640 } });
    const long = unusedName('ada_lovelace_1815_');
    await journey.change('update users set username = $1 where username = $2', [long, ada.username]);
    await page.reload();
    await page.getByText(long, { exact: true }).waitFor();
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'Edit Username' }).click();
    await page.getByText(`/portfolio/${long}`).waitFor();
    await expectNoSidewaysScroll(page);
  });
});
