import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Person } from '#test/built-product.ts';
import { makeCard } from '#test/built-product.ts';
import { findContacts, findStatus, findTile, GRACE, ownerWhoMet, ZOE } from '#test/e2e/contact-people.ts';
import { DESKTOP, expectAccessible, startJourney, waitForQuiet } from '#test/e2e/journey.ts';

const journey = startJourney({ expectedErrors: /Failed to load resource/ });
const open = (as: Person) => journey.open('/contacts', { as, viewport: DESKTOP });

/** An owner of 150 contacts, which make two pages. */
async function ownerOfMany(): Promise<Person> {
  const owner = await journey.register();
  await journey.change(
    `insert into contacts (id, user_id, full_name, email, created_at)
    select u.id || n, u.id, 'Contact number ' || n, 'contact' || n || '@example.com', now() - n * interval '1 hour'
    from generate_series(1, 150) n, users u where u.username = $1`,
    [owner.username],
  );
  return owner;
}

/** The lists that the page requests from now on. */
function listen(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (request.method() === 'GET' && pathname.startsWith('/api/contacts')) asked.push(pathname + search);
  });
  return asked;
}

/** Scrolls on until this text is on the page. */
const scrollTo = (page: Page, text: string) =>
  expect
    .poll(
      async () => {
        await page.keyboard.press('End');
        return page.getByText(text, { exact: true }).count();
      },
      { timeout: 20_000 },
    )
    .toBe(1);

describe('A list of contacts longer than a page', () => {
  it('loads more on scrolling, and says where it ends', async () => {
    const page = await open(await ownerOfMany());
    await findStatus(page, '150 contacts').waitFor();
    const asked = listen(page);
    await scrollTo(page, 'Contact number 150');
    await page.getByText('That’s everyone.').waitFor();
    // Tags, filters and the like come once, after the first page.
    const people = asked.filter((path) => path.startsWith('/api/contacts/people'));
    expect(people).toHaveLength(1);
    expect(people[0]).toContain('cursor=');
    await expectAccessible(page);
  });

  it('says when the next page failed to load, and Retry loads it', async () => {
    const page = await open(await ownerOfMany());
    await page.route(/cursor=/, (route) => route.abort());
    await scrollTo(page, 'Can’t reach Goldleaf. Check your connection and try again.');
    await expectAccessible(page);
    await page.unroute(/cursor=/);
    await page.getByRole('button', { name: 'Retry' }).click();
    await scrollTo(page, 'That’s everyone.');
  });

  it('is searched by the server, in upper or lower case, with or without accents', async () => {
    const owner = await ownerOfMany();
    await journey.change(
      `update contacts set full_name = 'MÜLLER 山田'
      where full_name = 'Contact number 140' and user_id = (select id from users where username = $1)`,
      [owner.username],
    );
    const page = await open(owner);
    const search = page.getByPlaceholder('Search contacts...');
    for (const text of ['müller', 'muller', '山']) {
      await search.fill(text);
      await findStatus(page, '1 of 150 contacts').waitFor();
      await findTile(page, 'MÜLLER 山田').waitFor();
      expect(await findContacts(page).getByRole('listitem').count()).toBe(1);
    }
    await search.fill('number 1');
    await findStatus(page, '61 of 150 contacts').waitFor();
  });
});

it('The response to an earlier search never replaces that of a newer one', async () => {
  const page = await open(await ownerWhoMet(journey, ZOE, GRACE));
  await findStatus(page, '2 contacts').waitFor();
  let release: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isHeld = false;
  await page.route('**/people?*q=zo*', async (route) => {
    isHeld = true;
    await held;
    await route.continue().catch(() => {});
  });
  const search = page.getByPlaceholder('Search contacts...');
  await search.fill('zo');
  await expect.poll(() => isHeld).toBe(true);
  await search.fill('grace');
  await findStatus(page, '1 of 2 contacts').waitFor();
  await findTile(page, 'Grace Hopper').waitFor();
  release();
  await search.press('End');
  await page.waitForURL(/search=grace/);
  expect(await search.inputValue()).toBe('grace');
  expect(await findContacts(page).getByRole('heading').allTextContents()).toEqual(['Grace Hopper']);
});

it('A star, a note and a deletion change only their row, without fetching a list', async () => {
  const owner = await ownerWhoMet(journey, ZOE, GRACE);
  const page = await open(owner);
  await findStatus(page, '2 contacts').waitFor();
  await waitForQuiet(page);
  const asked = listen(page);
  const star = page.getByRole('button', { name: 'Favorite: Grace Hopper' });
  for (const isPressed of ['true', 'false', 'true']) {
    const saved = page.waitForResponse('**/favorite');
    await star.click();
    await saved;
    expect(await star.getAttribute('aria-pressed')).toBe(isPressed);
  }
  await page.getByRole('button', { name: 'More about Zoë Ångström' }).click();
  await page.getByRole('menuitem', { name: 'Delete Contact' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Contact' }).click();
  await findStatus(page, '1 contact').waitFor();
  expect(asked).toEqual([]);
  expect((await owner.client('GET', '/api/contacts')).body).toMatchObject([
    { fullName: 'Grace Hopper', isFavorite: true },
  ]);
});

it('The dashboard requests five contacts and the count, however many there are', async () => {
  const owner = await ownerOfMany();
  await makeCard(owner);
  const page = await journey.open('/auth/login', { as: owner });
  const asked = listen(page);
  // As one answer, they would not be seen here.
  await page.route('**/first-answers/**', (route) => route.abort());
  await page.goto('/dashboard');
  await page.getByText('Contact number 3', { exact: true }).waitFor();
  await page.locator('dl > div').filter({ hasText: 'Contacts' }).getByText('150', { exact: true }).waitFor();
  expect(asked.toSorted()).toEqual(['/api/contacts/summary', '/api/contacts?limit=5']);
  await page.getByRole('tab', { name: 'Contacts' }).click();
  await page.getByRole('link', { name: 'View All 150 Contacts' }).waitFor();
});
