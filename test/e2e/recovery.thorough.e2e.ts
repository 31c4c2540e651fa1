import type { Page } from 'playwright-core';
import { describe, it } from 'vitest';
import { expectAccessible, expectNoSidewaysScroll, SIZES, startJourney } from '#test/e2e/journey.ts';
import { startMailServer } from '#test/e2e/mail-server.ts';

const mail = startMailServer();
const journey = startJourney({ env: mail.env, expectedErrors: /status of (401|403|409|422)/ });

async function signIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL('**/dashboard');
}

async function look(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
}

describe('An address that somebody else registered with', () => {
  it.each(SIZES)(
    'is released by its true owner on a screen of $width px, and the other is asked for one',
    async (viewport) => {
      const squatter = await journey.register('Somebody Else');
      const page = await journey.open('/auth/register', { viewport });
      await page.getByLabel('Full Name').fill('True Owner');
      await page.getByLabel('Username').fill(`owner-of-${squatter.username}`);
      await page.getByLabel('Email Address').fill(squatter.email);
      await page.getByLabel('Password').fill('correct horse');
      await page.getByRole('button', { name: 'Continue to Payment' }).click();
      await page.getByRole('alert', { name: 'There’s already an account with this email' }).waitFor();
      await look(page);
      await page.getByRole('button', { name: 'Email me a link' }).click();
      await page.getByText(`We’ve sent a link to ${squatter.email}.`).waitFor();
      const link = await mail.linkTo(squatter.email, /account yours/);
      const inbox = await journey.open(link, { viewport });
      await inbox.getByRole('button', { name: 'Set a new password' }).waitFor();
      await look(inbox);
      await inbox.getByRole('button', { name: 'Not mine: remove my email address' }).click();
      await inbox.getByRole('heading', { name: 'Your email address was removed' }).waitFor();
      await page.getByRole('button', { name: 'Continue to Payment' }).click();
      await page.waitForURL('**/checkout');

      const other = await journey.open('/auth/login', { viewport });
      await signIn(other, squatter.username, squatter.password);
      const dialog = other.getByRole('dialog', { name: 'Add Email Address' });
      await dialog.waitFor();
      await look(other);
      await dialog.getByLabel('Email Address').fill(`new-${squatter.email}`);
      await dialog.getByRole('button', { name: 'Add Email Address' }).click();
      const proof = other.getByRole('dialog', { name: /confirm/i });
      await proof.getByLabel(/password/i).fill(squatter.password);
      await proof.getByRole('button', { name: 'Continue' }).click();
      await other.getByText(`Open the link we sent to new-${squatter.email}.`, { exact: false }).waitFor();
      const confirmation = await mail.linkTo(`new-${squatter.email}`, /Confirm your new/);
      await other.goto(confirmation);
      await look(other);
      await other.getByRole('button', { name: 'Confirm this email address' }).click();
      await other.getByRole('heading', { name: 'Your new email address is confirmed' }).waitFor();
    },
  );
});

it('A mistyped new address is given up by saving the one the account has', async () => {
  const ada = await journey.register();
  const page = await journey.open('/dashboard?tab=settings', { as: ada });
  const details = page.getByRole('region', { name: 'Account information' });
  const save = async (email: string) => {
    await details.getByRole('button', { name: 'Edit Email Address' }).click();
    await details.getByLabel('Email Address').fill(email);
    await details.getByRole('button', { name: 'Save' }).click();
  };
  await save(`typo-${ada.email}`);
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await proof.getByLabel('Password').fill(ada.password);
  await proof.getByRole('button', { name: 'Continue' }).click();
  const waiting = details.getByText(`Open the link we sent to typo-${ada.email}`);
  await waiting.waitFor();
  await save(ada.email);
  await details.getByRole('status').getByText('Saved').waitFor();
  await waiting.waitFor({ state: 'detached' });
  const path = await mail.linkTo(`typo-${ada.email}`, /Confirm your new/);
  await page.goto(path);
  await page.getByRole('heading', { name: 'This link doesn’t work' }).waitFor();
});
