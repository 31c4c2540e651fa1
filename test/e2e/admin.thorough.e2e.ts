import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '#shared/formats/time.ts';
import type { Person } from '#test/built-product.ts';
import { DESKTOP, expectAccessible, expectNoSidewaysScroll, startJourney } from '#test/e2e/journey.ts';

const journey = startJourney({ isAlone: true, expectedErrors: /Failed to load resource/ });
const NARROW = { width: 320, height: 640 };

let admin: Person;

/** One administrator, and thirty users from long ago; the first two pay. */
beforeAll(async () => {
  admin = await journey.register('Root Admin');
  await journey.change('update users set is_admin = true where username = $1', [admin.username]);
  await journey.change(`
    insert into users (id, username, email, password, full_name, subscription_status, created_at)
    select 'old' || n, 'old' || n, 'old' || n || '@example.com', 'x', 'Old User ' || n,
      (array['active', 'active', 'expired', 'cancelled'])[least(n, 4)], '2020-01-01'::timestamptz + n * interval '1 day'
    from generate_series(1, 30) n`);
  await admin.client('POST', '/api/cards', { name: 'Work', fullName: 'Root Admin' });
});

const open = (as: Person, address = '/admin') => journey.open(address, { as, viewport: DESKTOP });
const figure = (page: Page, label: string) =>
  page.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) });
const names = (page: Page) => page.locator('tbody tr td:first-child').allTextContents();
const headings = (page: Page) => page.getByRole('columnheader').allTextContents();

describe('The admin screen', () => {
  it('shows the platform’s figures under their labels', async () => {
    const page = await open(admin);
    await page.getByRole('heading', { level: 1, name: 'Admin Dashboard' }).waitFor();
    for (const [label, value, hint] of [
      ['Total Users', '31', '1 signup this month'],
      ['Active Subscriptions', '2', '1 trial user'],
      ['Monthly Revenue', '$10', 'From subscriptions'],
      ['Total Cards Created', '1', '0 contacts saved'],
      ['Signups Today', '1', ''],
      ['This Week', '1', ''],
      ['This Month', '1', ''],
    ] as const) {
      await figure(page, label).waitFor();
      expect(await figure(page, label).textContent()).toBe(label + value + hint);
    }
  });

  it('lists the latest ten users', async () => {
    const page = await open(admin);
    await page.getByRole('tab', { name: 'Recent Users', selected: true }).waitFor();
    await page.getByText('Latest 10 users', { exact: true }).waitFor();
    expect(await headings(page)).toEqual(['Name', 'Email', 'Status', 'Joined', 'Admin']);
    expect(await names(page)).toHaveLength(10);
    const [first] = await page.locator('tbody tr').allTextContents();
    expect(first).toMatch(new RegExp(`^Root Admin${admin.username}@example\\.comTrial.+Admin$`));
  });

  it('colors each status', async () => {
    const page = await open(admin, '/admin?tab=all');
    const color = (status: string) =>
      page
        .locator('tbody')
        .getByText(status, { exact: true })
        .first()
        .evaluate((badge) => getComputedStyle(badge).color);
    expect(await color('Trial')).toBe('rgb(23, 92, 211)');
    expect(await color('Cancelled')).toBe('rgb(87, 83, 78)');
    await page.getByRole('searchbox', { name: 'Search users' }).fill('old user');
    await page.getByRole('button', { name: 'Joined' }).click();
    expect(await color('Active')).toBe('rgb(6, 118, 71)');
    expect(await color('Expired')).toBe('rgb(180, 35, 24)');
  });

  it('lists all users with their columns, in pages', async () => {
    const page = await open(admin);
    await page.getByRole('tab', { name: 'All Users' }).click();
    await page.waitForURL('**/admin?tab=all');
    await page.getByText('1–25 of 31 users').waitFor();
    expect(await headings(page)).toEqual(['ID', 'Name', 'Email', 'Username', 'Status', 'Joined', 'Admin']);
    const pages = page.getByRole('navigation', { name: 'Pages of users' });
    expect(await pages.getByRole('button', { name: 'Previous' }).isDisabled()).toBe(true);
    await pages.getByRole('button', { name: 'Next' }).click();
    await page.getByText('26–31 of 31 users').waitFor();
    expect(await names(page)).toEqual(['old6', 'old5', 'old4', 'old3', 'old2', 'old1']);
    expect(await pages.getByRole('button', { name: 'Next' }).isDisabled()).toBe(true);
    await page.goBack();
    await page.getByRole('tab', { name: 'Recent Users', selected: true }).waitFor();
  });

  it('sorts by a column and back again, by keyboard', async () => {
    const page = await open(admin, '/admin?tab=all');
    const heading = page.getByRole('columnheader', { name: 'ID' });
    await heading.getByRole('button').press('Enter');
    expect(await heading.getAttribute('aria-sort')).toBe('ascending');
    const firstOld = async () => (await names(page)).filter((id) => id.startsWith('old')).slice(0, 3);
    await expect.poll(firstOld).toEqual(['old1', 'old10', 'old11']);
    await heading.getByRole('button').press('Enter');
    expect(await heading.getAttribute('aria-sort')).toBe('descending');
    await expect.poll(firstOld).toEqual(['old9', 'old8', 'old7']);
    await page.getByRole('columnheader', { name: 'Joined' }).getByRole('button').click();
    expect(await heading.getAttribute('aria-sort')).toBeNull();
  });

  it('finds users by name, email or username, shows those of one status, and says when there is none', async () => {
    const page = await open(admin, '/admin?tab=all');
    const search = page.getByRole('searchbox', { name: 'Search users' });
    await search.fill('OLD17@');
    await page.getByText('1–1 of 1 user', { exact: true }).waitFor();
    expect(await names(page)).toEqual(['old17']);
    await search.fill('OLD USER 2');
    await page.getByText('1–11 of 11 users', { exact: true }).waitFor();
    await search.fill('');
    await page.getByRole('combobox', { name: 'Show' }).selectOption('Expired');
    await page.getByText('1–1 of 1 user', { exact: true }).waitFor();
    expect(await names(page)).toEqual(['old3']);
    await page.getByRole('combobox', { name: 'Show' }).selectOption('Administrators');
    await expect.poll(() => names(page)).not.toEqual(['old3']);
    await page.getByText('1–1 of 1 user', { exact: true }).waitFor();
    await page.getByRole('combobox', { name: 'Show' }).selectOption('All users');
    await search.fill('nobody at all');
    await page.getByText('No user matches “nobody at all”.').waitFor();
  });

  it('is closed to everyone but administrators: the dashboard opens instead, and no link leads there', async () => {
    const person = await journey.register();
    const page = await open(person);
    await page.waitForURL('**/dashboard');
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Settings' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Admin' }).count()).toBe(0);
    // Values stored in the browser decide nothing.
    await page.evaluate(() => {
      const stored = JSON.parse(localStorage.getItem('user') ?? '{}');
      localStorage.setItem('user', JSON.stringify({ ...stored, isAdmin: true }));
    });
    await page.goto('/admin');
    await page.waitForURL('**/dashboard');
  });

  it('asks signed-out visitors to sign in, and returns here afterwards', async () => {
    const page = await journey.open('/admin');
    await page.waitForURL('**/auth/login?next=%2Fadmin');
    await page.getByLabel('Username').fill(admin.username);
    await page.getByLabel('Password').fill(admin.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor();
    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    await page.waitForURL('**/dashboard');
  });

  it('closes to an administrator whose rights were revoked meanwhile', async () => {
    const person = await journey.register();
    const grant = (isAdmin: boolean) =>
      journey.change('update users set is_admin = $2 where username = $1', [person.username, isAdmin]);
    await grant(true);
    const page = await open(person, '/dashboard');
    await page.getByRole('button', { name: 'Account menu' }).click();
    const item = page.getByRole('menuitem', { name: 'Admin' });
    await item.waitFor();
    await grant(false);
    await item.click();
    await page.waitForURL('**/dashboard');
  });

  it('says what failed when the network is down, and Retry helps', async () => {
    const page = await open(admin, '/dashboard');
    await page.route('**/api/admin/stats', (route) => route.abort());
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Admin' }).click();
    await page.getByText('Can’t reach Goldleaf. Check your connection and try again.').waitFor();
    await page.unroute('**/api/admin/stats');
    await page.getByRole('button', { name: 'Retry' }).click();
    await figure(page, 'Total Users').waitFor();
  });

  it('keeps the search and the pages already read when another one cannot be loaded', async () => {
    const page = await open(admin, '/admin?tab=all');
    const pages = page.getByRole('navigation', { name: 'Pages of users' });
    const search = page.getByRole('searchbox', { name: 'Search users' });
    await page.getByText('1–25 of').waitFor();
    await page.route('**/api/admin/users?**', (route) => route.abort());
    await pages.getByRole('button', { name: 'Next' }).click();
    const failure = page.getByText('Can’t reach Goldleaf. Check your connection and try again.');
    await failure.waitFor();
    await pages.getByRole('button', { name: 'Previous' }).click();
    expect(await names(page)).toHaveLength(25);
    await search.fill('old17');
    await failure.waitFor();
    expect(await search.inputValue()).toBe('old17');
    await page.unroute('**/api/admin/users?**');
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByText('1–1 of 1 user', { exact: true }).waitFor();
  });

  it('is accessible in both themes and needs no sideways scroll on the narrowest phone', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await journey.open('/admin?tab=all', { as: admin, viewport: NARROW, colorScheme });
      await page.getByText('1–25 of').waitFor();
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await page.getByRole('tab', { name: 'Recent Users' }).click();
      await page.getByText('Latest 10 users').waitFor();
      await expectAccessible(page);
    }
  });

  it('has room for all its links at the width where they first fit in one row', async () => {
    const page = await journey.open('/admin', { as: admin, viewport: { width: 768, height: 1024 } });
    await figure(page, 'Total Users').waitFor();
    await expectNoSidewaysScroll(page);
  });
});

it('suspends an account once by a double click, and offers to restore it then', async () => {
  const person = await journey.register('Alan Turing');
  const page = await open(admin);
  await page.getByRole('row', { name: person.email }).getByRole('button', { name: 'Alan Turing' }).click();
  const dialog = page.getByRole('dialog', { name: 'Account of Alan Turing' });
  await dialog.getByLabel('Reason').fill('Reported by a visitor');
  await dialog.getByRole('button', { name: 'Suspend Account' }).click({ clickCount: 2, delay: 30 });
  await dialog.getByRole('button', { name: 'Restore Account' }).waitFor();
  expect(await dialog.getByLabel('Action').inputValue()).toBe('restore');
  await dialog.getByLabel('Reason').fill('It was a mistake');
  await dialog.getByRole('button', { name: 'Restore Account' }).click();
  await dialog.getByRole('button', { name: 'Suspend Account' }).waitFor();
  expect(await dialog.getByLabel('Action').inputValue()).toBe('suspend');
  expect(await page.getByText('Nothing changed').count()).toBe(0);
});

describe('A user’s billing', () => {
  it('opens from their status: invoices, history, and free days that are given at once', async () => {
    const person = await journey.register('Grace Hopper');
    const page = await open(admin);
    const row = page.getByRole('row', { name: /Grace Hopper/ });
    await row.getByRole('button', { name: 'Trial' }).click();
    const dialog = page.getByRole('dialog', { name: 'Billing of Grace Hopper' });
    await dialog.getByText('No payment events yet.').waitFor();
    await expectAccessible(page);
    await dialog.getByLabel('Free days').fill('0');
    await dialog.getByRole('button', { name: 'Extend Trial' }).click();
    await dialog.getByText('Number must be greater than or equal to 1').waitFor();
    await dialog.getByLabel('Free days').fill('30');
    await dialog.getByLabel('Reason').fill('A kindness');
    await dialog.getByRole('button', { name: 'Extend Trial' }).click();
    await dialog.getByText(new RegExp(`^30 free days until .*, given by ${admin.username}$`)).waitFor();
    const { body } = await person.client('GET', '/api/auth/me');
    const days =
      (new Date(body.user.trialEndsAt).getTime() - new Date(body.user.createdAt).getTime()) / DAY_MS;
    expect(Math.round(days)).toBe(44);
    await page.keyboard.press('Escape');
    expect(
      await row
        .getByRole('button', { name: 'Trial' })
        .evaluate((button) => button === document.activeElement),
    ).toBe(true);
    await journey.change("update users set subscription_status = 'active' where username = $1", [
      person.username,
    ]);
    await page.reload();
    await row.getByRole('button', { name: 'Active' }).click();
    await dialog.getByText('They already pay.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Extend Trial' }).count()).toBe(0);
  });

  it('shows jobs that were given up, and tries them again', async () => {
    await journey.change(`
      insert into pgboss.job (name, data, state, output, completed_on)
      values ('mail', '{"to":"ada@example.com","subject":"s","text":"t","html":"h"}', 'failed', '{"message":"Mailbox full"}', now())`);
    const page = await open(admin);
    await page.getByRole('heading', { name: 'Failed jobs' }).waitFor();
    await page.getByText('Mailbox full, after 1 try').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Retry mail' }).click();
    await page.getByText('Retrying job').waitFor();
    await page.getByRole('heading', { name: 'Failed jobs' }).waitFor({ state: 'detached' });
  });
});
