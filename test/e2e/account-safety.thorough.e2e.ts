import { describe, expect, it } from 'vitest';
import { paths } from '#app/frame/paths.ts';
import {
  confirmIdentity,
  DESKTOP,
  expectAccessible,
  expectNoSidewaysScroll,
  findToast,
  SIZES,
  startJourney,
} from '#test/e2e/journey.ts';

const journey = startJourney({ expectedErrors: /status of 40[13]/ });

describe.each(SIZES)('On a screen of $width px', (viewport) => {
  it('an owner signs out everywhere else, and reads what happened', async () => {
    const ada = await journey.register();
    const page = await journey.open('/dashboard?tab=settings&page=security', { as: ada, viewport });
    const sessions = page.getByRole('region', { name: 'Sessions' });
    await sessions.getByText('This session').waitFor();
    await sessions.scrollIntoViewIfNeeded();
    await sessions.getByRole('button', { name: 'Sign Out All Others' }).click();
    await findToast(page, 'Signed out everywhere else').waitFor();
    expect((await ada.client('GET', '/api/auth/me')).status).toBe(401);
    await sessions.getByLabel('Sign out inactive devices after').selectOption('1 hour');
    await sessions.getByRole('button', { name: 'Show History' }).click();
    const history = page.getByRole('dialog', { name: 'Account history' });
    await history.getByText('Signed out on all other devices').waitFor();
    await history.getByText('Signed in on a new device').waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });

  it('an administrator suspends somebody, who is told so and takes their data along', async () => {
    const [root, ada] = [await journey.register('Root Admin'), await journey.register('Ada Lovelace')];
    await journey.change('update users set is_admin = true where username = $1', [root.username]);
    const page = await journey.open('/admin', { as: root, viewport });
    const row = page.getByRole('row').filter({ hasText: ada.email });
    await row.getByRole('button', { name: 'Ada Lovelace' }).click();
    const dialog = page.getByRole('dialog', { name: 'Account of Ada Lovelace' });
    await dialog.getByRole('button', { name: 'Suspend Account' }).click();
    await dialog.getByText('Enter a reason.').waitFor();
    await dialog.getByLabel('Message to the user').fill('Your card copies a bank’s.\nWrite to us.');
    await dialog.getByLabel('Reason').fill('Reported by a visitor');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Suspend Account' }).click();
    await findToast(page, 'Account suspended').waitFor();
    await page.keyboard.press('Escape');
    await row.getByText('Suspended').waitFor();
    await page.getByRole('tab', { name: 'Audit Log' }).click();
    await page.getByText('Reported by a visitor').first().waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    const theirs = await journey.open('/auth/login', { viewport });
    await theirs.getByLabel('Username').fill(ada.username);
    await theirs.getByLabel('Password').fill(ada.password);
    await theirs.getByRole('button', { name: 'Sign In', exact: true }).click();
    await theirs.getByRole('heading', { name: 'Account Suspended' }).waitFor();
    expect(await theirs.getByRole('alert').textContent()).toContain(
      'Your card copies a bank’s.\nWrite to us.',
    );
    expect(await findToast(theirs, 'Sign in failed').count()).toBe(0);
    await expectAccessible(theirs);
    const download = theirs.waitForEvent('download');
    await theirs.getByRole('button', { name: 'Export Everything' }).click();
    await confirmIdentity(theirs, ada.password);
    expect((await download).suggestedFilename()).toMatch(/Goldleaf_Account/);
    await journey.change('update users set suspended_at = null where username = $1', [ada.username]);
    await theirs.reload();
    await theirs.waitForURL('**/dashboard');
    await theirs.getByRole('heading', { level: 1 }).waitFor();
  });
});

it('Closing the dialog that asks who one is, is no error, and gives the focus back', async () => {
  const page = await journey.open('/dashboard', { as: await journey.register(), viewport: DESKTOP });
  for (const [settings, name] of [
    ['security', 'Add a Passkey'],
    ['general', 'Export Everything'],
  ] as const) {
    await page.goto(paths.settings(settings));
    const button = page.getByRole('button', { name });
    await button.click();
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => button.evaluate((one) => one === document.activeElement)).toBe(true);
    await expect.poll(() => button.isEnabled()).toBe(true);
    expect(await findToast(page, 'Error').count()).toBe(0);
  }
});
