import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeCard, type Person } from '#test/built-product.ts';
import { createClient } from '#test/client.ts';
import { chooseMore, findStatus } from '#test/e2e/contact-people.ts';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  findToast,
  PHONE,
  startJourney,
} from '#test/e2e/journey.ts';
import { makeTeam } from '#test/e2e/team-people.ts';

const journey = startJourney();

/** An owner with a contact and a reminder, and with something to review. */
async function ownerWithNotices(): Promise<Person> {
  const owner = await journey.register('Lena Fischer');
  const { id: cardId } = await makeCard(owner);
  const visitor = createClient(journey.url);
  const person = { fullName: 'Grace Hopper', email: 'grace@example.com', cardId };
  const { body } = await visitor('POST', '/api/contacts/exchange', person);
  await visitor('POST', '/api/contacts/exchange', {
    fullName: 'Spam One',
    email: 'spam@example.com',
    subject: 'Cheap watches',
    cardId,
  });
  const at = new Date(Date.now() + 3 * 86_400_000).toISOString();
  await owner.client('POST', '/api/notices/reminders', { contactId: body.id, at });
  return owner;
}

const notice = (page: Page, name: string) => page.getByRole('region', { name });
const dismiss = (page: Page, name: string) =>
  notice(page, name).getByRole('button', { name: 'Dismiss' }).press('Enter');

describe('The notice under the header', () => {
  it('is one at a time, the most important first, and the others are one press away', async () => {
    const page = await journey.open('/dashboard', { as: await ownerWithNotices() });
    await notice(page, '1 unreviewed').waitFor();
    await page.getByRole('button', { name: '1 of 2' }).press('Enter');
    const others = page.getByRole('dialog', { name: 'Other notices' });
    await others.getByText(/^Free Trial Active until /).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await others.waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('1 of 2');
    await dismiss(page, '1 unreviewed');
    await notice(page, 'Free Trial Active').getByRole('link', { name: 'Subscribe Now' }).waitFor();
    expect(await notice(page, 'Free Trial Active').getByRole('button').count()).toBe(0);
    await page.reload();
    await notice(page, 'Free Trial Active').waitFor();
  });

  it('leaves the first contact on a phone in sight, and gives its room back when it is closed', async () => {
    const page = await journey.open('/contacts', { as: await ownerWithNotices(), viewport: PHONE });
    await findStatus(page, '1 contact').waitFor();
    const top = () =>
      page.getByRole('article').evaluate((row) => Math.round(row.getBoundingClientRect().top));
    expect(await top()).toBeLessThanOrEqual(246);
    const height = await notice(page, '1 unreviewed').evaluate((row) => row.getBoundingClientRect().height);
    expect(height).toBeLessThanOrEqual(57);
    await dismiss(page, '1 unreviewed');
    await notice(page, 'Next reminder')
      .getByText(/Grace Hopper/)
      .waitFor();
    await notice(page, 'Next reminder').getByRole('button', { name: 'Reminders' }).click();
    await page.getByRole('dialog', { name: 'Reminders' }).getByText('Grace Hopper').waitFor();
    await page.keyboard.press('Escape');
    await dismiss(page, 'Next reminder');
    await expect.poll(() => page.getByRole('region', { name: /reminder|unreviewed/ }).count()).toBe(0);
    await expect.poll(top).toBeLessThanOrEqual(190);
  });

  it('goes when what it says is done, and is not there in the settings', async () => {
    const page = await journey.open('/contacts', { as: await ownerWithNotices() });
    await notice(page, '1 unreviewed').getByRole('button', { name: 'Review' }).click();
    const dialog = page.getByRole('dialog', { name: 'Unreviewed' });
    await dialog.getByRole('checkbox', { name: 'Select all' }).check();
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    // The message is the dialog's own line, and screen readers hear it there.
    await dialog.getByRole('region', { name: 'Notifications' }).getByText('Deleted').waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await notice(page, 'Next reminder').waitFor();
    await page.goto('/dashboard?tab=settings');
    await page.getByRole('heading', { name: 'Account information' }).waitFor();
    expect(await notice(page, 'Free Trial Active').count()).toBe(0);
  });

  it('is readable with letters of twice the size', async () => {
    for (const width of [320, 390, 1440]) {
      const page = await journey.open('/dashboard', {
        as: await ownerWithNotices(),
        viewport: { width, height: 900 },
      });
      await notice(page, '1 unreviewed').waitFor();
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
      });
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    }
  });
});

it('A toast on a phone lets presses through, and covers no button of the header', async () => {
  const owner = await ownerWithNotices();
  const page = await journey.open('/auth/login', { viewport: PHONE });
  await page.getByLabel('Username').fill(owner.username);
  await page.getByLabel('Password').fill(owner.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  const toast = findToast(page, 'Welcome back!');
  await toast.waitFor();
  const heading = page.getByRole('heading', { level: 1, name: /^Welcome, / });
  await heading.waitFor();
  const bottom = await toast.evaluate((line) => line.closest('section')?.getBoundingClientRect().bottom ?? 0);
  // Its line is drawn once more when the account has come.
  const top = () => heading.evaluate((line) => line.getBoundingClientRect().top);
  await expect.poll(top).toBeGreaterThanOrEqual(bottom);
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).waitFor();
  expect(await toast.count()).toBe(1);
});

it('A toast on a phone leaves the bar of a form in sight', async () => {
  journey.expectError(/ERR_FAILED/);
  const page = await journey.open('/create', { as: await journey.register(), viewport: PHONE });
  const create = page.getByRole('button', { name: 'Create Card' });
  await create.waitFor();
  await page.route('**/api/cards', (route) => route.abort());
  await create.click();
  const toast = findToast(page, 'Error');
  await toast.waitFor();
  const top = await toast.evaluate((line) => line.closest('.toast')?.getBoundingClientRect().top ?? 0);
  const { y, height } = (await create.boundingBox()) ?? { y: 0, height: 0 };
  expect(height).toBeGreaterThan(0);
  expect(top).toBeGreaterThanOrEqual(y + height);
});

describe('A team', () => {
  it('is in the account menu, and says under the header what it waits for', async () => {
    const team = await makeTeam(journey, 'noticed1');
    await journey.change(`update teams set offered_to = (select id from users where username = $1)`, [
      team.holder.username,
    ]);
    const page = await journey.open('/dashboard', { as: team.holder });
    const asked = notice(page, 'Become the owner of Acme Ltd?');
    await asked.waitFor();
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Acme Ltd' }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await asked.getByRole('link', { name: 'Accept or Decline' }).click();
    await page.getByRole('button', { name: 'Decline' }).click();
    await findToast(page, 'You declined').waitFor();
    await asked.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Acme Ltd' }).click();
    await page.getByRole('heading', { name: 'Acme Ltd', level: 1 }).waitFor();
  });
});

it('Reminders that could not be loaded are not called none, and are loaded again', async () => {
  journey.expectError(/ERR_FAILED/);
  const page = await journey.open('/contacts', { as: await ownerWithNotices() });
  await page.route('**/api/notices/reminders', (route) => route.abort());
  await chooseMore(page, 'Reminders');
  const dialog = page.getByRole('dialog', { name: 'Reminders' });
  const retry = dialog.getByRole('button', { name: 'Retry' });
  await retry.waitFor();
  expect(await dialog.getByText('No reminders.').count()).toBe(0);
  await page.unroute('**/api/notices/reminders');
  await retry.click();
  await dialog.getByText('Grace Hopper').waitFor();

  // Rows read when it was open before may no longer be so.
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.route('**/api/notices/reminders', (route) => route.abort());
  await chooseMore(page, 'Reminders');
  await retry.waitFor();
  expect(await dialog.getByText('Grace Hopper').count()).toBe(0);
});
