import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeCard, type Person } from '#test/built-product.ts';
import { DESKTOP, findToast, startJourney } from '#test/e2e/journey.ts';

const journey = startJourney({ expectedErrors: /status of 401/ });

const ENDED = 'Your session has ended';

async function signIn(page: Page, { username, password }: Person): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

describe('A session that ended', () => {
  it.each(['create', 'edit'] as const)(
    'while one was about to %s a card is said as such, and leads back to what was typed',
    async (kind) => {
      const ada = await journey.register();
      const path = kind === 'create' ? '/create' : `/edit-card/${(await makeCard(ada)).id}`;
      const page = await journey.open(path, { as: ada });
      await page.getByLabel('Card name').fill('Fair');
      await page.getByLabel('Job title').fill('Analyst');
      await page.context().clearCookies();
      await page.getByRole('button', { name: kind === 'create' ? 'Create Card' : 'Update Card' }).click();
      await page.waitForURL(`**/auth/login?next=${encodeURIComponent(path)}`);
      await page.getByRole('status').filter({ hasText: ENDED }).waitFor();
      await page.getByText('Your changes are saved as a draft.').waitFor();
      expect(await findToast(page, 'Error').count()).toBe(0);
      await signIn(page, ada);
      await page.waitForURL(`**${path}`);
      await page.getByText('We restored your unsaved changes.').waitFor();
      expect(await page.getByLabel('Job title').inputValue()).toBe('Analyst');
    },
  );

  it('is announced on the way to any other screen, which opens after signing in', async () => {
    const ada = await journey.register();
    const page = await journey.open('/cards', { as: ada, viewport: DESKTOP });
    await page.getByRole('heading', { name: 'My Cards' }).waitFor();
    await page.context().clearCookies();
    await page.getByRole('link', { name: 'Contacts', exact: true }).click();
    await page.getByText(ENDED).waitFor();
    await page.getByText('Sign in to go back to where you were.').waitFor();
    await signIn(page, ada);
    await page.getByRole('heading', { name: 'My Contacts' }).waitFor();
  });

  it('elsewhere is said as such, and leads back to where one was', async () => {
    const ada = await journey.register();
    const page = await journey.open('/cards', { as: ada, viewport: DESKTOP });
    await page.getByRole('heading', { name: 'My Cards' }).waitFor();
    await ada.client('DELETE', '/api/account/sessions');
    await page.getByRole('link', { name: 'Contacts', exact: true }).click();
    await page.getByRole('status').filter({ hasText: 'You were signed out from another device' }).waitFor();
    await signIn(page, ada);
    await page.getByRole('heading', { name: 'My Contacts' }).waitFor();
  });

  it('is announced when a file is requested', async () => {
    const ada = await journey.register();
    await makeCard(ada);
    const page = await journey.open('/cards', { as: ada, viewport: DESKTOP });
    await page.getByRole('button', { name: 'More for Work' }).click();
    await page.getByRole('menuitem', { name: 'Animated QR' }).click();
    await page.context().clearCookies();
    await page.getByRole('dialog').getByRole('button', { name: 'Download' }).click();
    await page.getByText(ENDED).waitFor();
    expect(await findToast(page, 'Download Failed').count()).toBe(0);
    await signIn(page, ada);
    await page.getByRole('heading', { name: 'My Cards' }).waitFor();
  });

  it('is not announced to visitors who never had one, or who signed out', async () => {
    const page = await journey.open('/contacts');
    await page.getByRole('heading', { name: 'Welcome Back' }).waitFor();
    await page.getByText('Please sign in first').waitFor();
    expect(await page.getByText(ENDED).count()).toBe(0);
    await signIn(page, await journey.register());
    await page.getByRole('heading', { name: 'My Contacts' }).waitFor();
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Sign Out' }).click();
    await page.getByRole('heading', { name: 'Elevate Your Professional Networking' }).waitFor();
    await page.goto('/contacts');
    await page.getByRole('heading', { name: 'Welcome Back' }).waitFor();
    expect(await page.getByText(ENDED).count()).toBe(0);
  });
});

it('Signed-in users see no form at sign-in or registration, but the page they wanted', async () => {
  const page = await journey.open('/auth/login', { as: await journey.register() });
  await page.waitForURL('**/dashboard');
  await page.goto('/auth/register');
  await page.waitForURL('**/dashboard');
  await page.goto('/auth/login?next=%2Fcontacts');
  await page.waitForURL('**/contacts');
  await page.getByRole('heading', { name: 'My Contacts' }).waitFor();
});
