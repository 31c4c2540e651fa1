import { describe, expect, it } from 'vitest';
import type { Person } from '#test/built-product.ts';
import {
  findContacts,
  findStatus,
  findTile,
  GRACE,
  openMenu,
  ownerWhoMet,
  readDownload,
  ZOE,
} from '#test/e2e/contact-people.ts';
import {
  DESKTOP,
  expectAccessible,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  findToast,
  startJourney,
} from '#test/e2e/journey.ts';

const journey = startJourney({ expectedErrors: /Failed to load resource/ });
const NARROW = { width: 320, height: 640 };
const open = (as: Person) => journey.open('/contacts', { as, viewport: DESKTOP });

describe('The contacts screen', () => {
  it('shows everything each person left, and the ways to reach them', async () => {
    const page = await open(await ownerWhoMet(journey, GRACE));
    await page.getByRole('heading', { level: 1, name: 'My Contacts' }).waitFor();
    const grace = findTile(page, 'Grace Hopper');
    const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' }).format(new Date());
    for (const text of ['via Work', 'Rear Admiral at Navy', `Connected ${day}`])
      await grace.getByText(text, { exact: true }).waitFor();
    for (const text of [
      'grace@navy.example',
      '+1 555 010 9999',
      'grace.example',
      '“Call me about compilers”',
    ])
      await grace.getByText(text, { exact: true }).waitFor();
    const hrefOf = (name: string) => grace.getByRole('link', { name }).getAttribute('href');
    expect(await hrefOf('Email Grace Hopper')).toBe('mailto:grace@navy.example');
    expect(await hrefOf('Call Grace Hopper')).toBe('tel:+15550109999');
    expect(await hrefOf('Website of Grace Hopper')).toBe('https://grace.example/');
    const website = grace.getByRole('link', { name: 'Website of Grace Hopper' });
    expect(await website.getAttribute('rel')).toContain('noopener');
  });

  it('searches name, email and company while typing, in any case, and keeps the search in the address', {
    tags: ['thorough'],
  }, async () => {
    const page = await open(await ownerWhoMet(journey, ZOE, GRACE));
    await findStatus(page, '2 contacts').waitFor();
    const search = page.getByPlaceholder('Search contacts...');
    for (const [text, found] of [
      ['HOPPER', 'Grace Hopper'],
      ['norrland.ex', 'Zoë Ångström'],
      ['navy', 'Grace Hopper'],
      ['ångström', 'Zoë Ångström'],
    ] as const) {
      await search.fill(text);
      await findStatus(page, '1 of 2 contacts').waitFor();
      await findTile(page, found).waitFor();
    }
    await page.waitForURL((url) => url.searchParams.get('search') === 'ångström');
    await page.reload();
    await findStatus(page, '1 of 2 contacts').waitFor();
    expect(await page.getByPlaceholder('Search contacts...').inputValue()).toBe('ångström');
    await page.getByPlaceholder('Search contacts...').fill('nobody');
    await page.getByText('No one in your contacts matches “nobody.”').waitFor();
    await page.getByRole('button', { name: 'Show all contacts' }).click();
    await findStatus(page, '2 contacts').waitFor();
  });

  it('filters All Contacts, Recent and Favorites', { tags: ['thorough'] }, async () => {
    const owner = await ownerWhoMet(journey, ZOE, GRACE);
    await journey.change("update contacts set created_at = now() - interval '31 days' where full_name = $1", [
      ZOE.fullName,
    ]);
    const page = await open(owner);
    const filter = page.getByRole('combobox', { name: 'Show' });
    await findStatus(page, '2 contacts').waitFor();
    const options = await filter.getByRole('option').allTextContents();
    expect(options.slice(0, 3)).toEqual(['All Contacts', 'Recent', 'Favorites']);
    await filter.selectOption('Recent');
    await findStatus(page, '1 of 2 contacts').waitFor();
    await findTile(page, 'Grace Hopper').waitFor();
    await filter.selectOption('Favorites');
    await page.getByText('No one among your favorites yet.').waitFor();
    await filter.selectOption('All Contacts');
    await page.getByRole('button', { name: 'Favorite: Zoë Ångström' }).click();
    await filter.selectOption('Favorites');
    await findTile(page, 'Zoë Ångström').waitFor();
    await page.waitForURL(/filter=favorites/);
    expect((await owner.client('GET', '/api/contacts')).body).toMatchObject([
      { fullName: 'Grace Hopper', isFavorite: false },
      { fullName: 'Zoë Ångström', isFavorite: true },
    ]);
  });

  it('reverts a favorite that could not be saved', { tags: ['thorough'] }, async () => {
    const page = await open(await ownerWhoMet(journey, GRACE));
    await page.route('**/favorite', (route) => route.abort());
    const star = page.getByRole('button', { name: 'Favorite: Grace Hopper' });
    await star.click();
    await findToast(page, 'Error').waitFor();
    await page.locator('button[aria-label="Favorite: Grace Hopper"][aria-pressed="false"]').waitFor();
  });

  it('exports the contacts as CSV, and refuses to export none', { tags: ['thorough'] }, async () => {
    const page = await open(await ownerWhoMet(journey, GRACE));
    const save = page.getByRole('button', { name: 'Export Contacts' });
    const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
    expect(download.url()).toContain(`${journey.url}/api/contacts/export?`);
    expect(download.suggestedFilename()).toBe('contacts.csv');
    expect(await readDownload(download)).toBe(
      '\uFEFFName,Email,Phone,Company,Job Title\r\n"Grace Hopper","grace@navy.example","+1 555 010 9999","Navy","Rear Admiral"\r\n',
    );
    await findToast(page, 'Contacts exported').waitFor();
    await page.getByText('Your contacts have been exported to a CSV file.').waitFor();

    const empty = await open(await journey.register());
    await empty.getByRole('heading', { name: 'No contacts yet' }).waitFor();
    await empty.getByPlaceholder('Search contacts...').waitFor();
    await empty.getByRole('combobox', { name: 'Show' }).waitFor();
    await empty.getByRole('button', { name: 'Export Contacts' }).click();
    await findToast(empty, 'No contacts to export').waitFor();
    await empty.getByText('Add some contacts first before exporting.').waitFor();
    await expectAccessible(empty);
  });

  it('leads to the cards, and back to the dashboard', { tags: ['thorough'] }, async () => {
    const page = await open(await journey.register());
    await page.getByText('People appear here when they connect with you via your shared QR codes.').waitFor();
    await page.getByRole('link', { name: 'View My Cards' }).click();
    await page.waitForURL('**/cards');
    await page.goBack();
    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    await page.waitForURL('**/dashboard');
  });

  it('deletes a contact from the menu, after asking', { tags: ['thorough'] }, async () => {
    const owner = await ownerWhoMet(journey, ZOE, GRACE);
    const page = await open(owner);
    await openMenu(page, 'Grace Hopper', 'Delete Contact');
    const dialog = page.getByRole('dialog', { name: 'Delete Grace Hopper?' });
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.locator('button[aria-label="More about Grace Hopper"]:focus').waitFor();

    await openMenu(page, 'Grace Hopper', 'Delete Contact');
    await dialog.getByRole('button', { name: 'Delete Contact' }).click();
    await findToast(page, 'Success').waitFor();
    await page.getByText('Contact deleted successfully!').waitFor();
    await findStatus(page, '1 contact').waitFor();
    await page.locator('h1:focus', { hasText: 'My Contacts' }).waitFor();
    expect((await owner.client('GET', '/api/contacts')).body).toMatchObject([{ fullName: 'Zoë Ångström' }]);

    await page.route('**/api/contacts/*', (route) => route.fulfill({ status: 500, body: '' }));
    await openMenu(page, 'Zoë Ångström', 'Delete Contact');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete Contact' }).click();
    await page.getByText('Failed to delete contact. Please try again.').waitFor();
  });

  it('keeps notes on a person', { tags: ['thorough'] }, async () => {
    const page = await open(await ownerWhoMet(journey, ZOE));
    await openMenu(page, 'Zoë Ångström', 'Add Notes');
    const dialog = page.getByRole('dialog', { name: 'Notes on Zoë Ångström' });
    const notes = dialog.getByLabel('Notes');
    await notes.fill('Plays the nyckelharpa');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Keep editing' }).click();
    expect(await notes.inputValue()).toBe('Plays the nyckelharpa');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save Notes' }).click();
    await dialog.waitFor({ state: 'detached' });
    await findTile(page, 'Zoë Ångström').getByText('“Plays the nyckelharpa”').waitFor();
    await page.reload();
    await findTile(page, 'Zoë Ångström').getByText('“Plays the nyckelharpa”').waitFor();
  });

  it('keeps the menu that was opened while the list arrived', { tags: ['thorough'] }, async () => {
    const page = await journey.open('/auth/login', { as: await ownerWhoMet(journey, GRACE) });
    let arrive = () => {};
    const held = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route('**/api/contacts/summary', (route) => held.then(() => route.fallback()));
    await page.goto('/contacts');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const item = page.getByRole('menuitem', { name: 'Add Contact' });
    await item.waitFor();
    arrive();
    await page.getByText('1 contact', { exact: true }).waitFor();
    await item.click();
    const dialog = page.getByRole('dialog', { name: 'Add contact' });
    await dialog.getByLabel('Full name').fill('Ada');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  it('loads on Retry after the network was down', { tags: ['thorough'] }, async () => {
    const page = await journey.open('/auth/login', { as: await ownerWhoMet(journey, GRACE) });
    for (const calls of ['**/api/contacts/**', '**/first-answers/**'])
      await page.route(calls, (route) => route.abort());
    await page.goto('/contacts');
    await page.getByText('Can’t reach Goldleaf. Check your connection and try again.').waitFor();
    await page.unroute('**/api/contacts/**');
    await page.getByRole('button', { name: 'Retry' }).click();
    await findTile(page, 'Grace Hopper').waitFor();
  });

  it('is accessible in both themes and needs no sideways scroll on the narrowest phone', async () => {
    const owner = await ownerWhoMet(journey, ZOE, {
      ...GRACE,
      fullName: 'Grace-Brewster-Murray-Hopper-of-Arlington',
    });
    const page = await journey.open('/contacts', { as: owner, viewport: NARROW });
    await findStatus(page, '2 contacts').waitFor();
    await expectAccessibleInBothThemes(page);
    await expectNoSidewaysScroll(page);
  });
});

describe('Five thousand contacts', () => {
  it('are searched at once, and only those on screen are rendered', { tags: ['thorough'] }, async () => {
    const owner = await journey.register();
    await journey.change(
      `insert into contacts (id, user_id, full_name, email, created_at)
      select 'many' || n, u.id, 'Contact number ' || n, 'contact' || n || '@example.com', now() - n * interval '1 hour'
      from generate_series(1, 5000) n, users u where u.username = $1`,
      [owner.username],
    );
    const page = await open(owner);
    await findStatus(page, '5,000 contacts').waitFor();
    await findTile(page, 'Contact number 1').first().waitFor();
    const drawn = () => findContacts(page).getByRole('listitem').count();
    expect(await drawn()).toBeLessThan(50);

    expect(await findContacts(page).getByRole('listitem').first().getAttribute('aria-setsize')).toBe('5000');
    // Each press of End reaches the end of what has been loaded, and loads more.
    await expect
      .poll(
        async () => {
          await page.keyboard.press('End');
          const names = await findContacts(page).getByRole('heading').allTextContents();
          return Math.max(...names.map((name) => Number(name.split(' ').at(-1))));
        },
        { timeout: 30_000 },
      )
      .toBeGreaterThan(350);
    expect(await drawn()).toBeLessThan(50);

    await page.getByPlaceholder('Search contacts...').fill('contact number 4321');
    await findStatus(page, '1 of 5,000 contacts').waitFor();
    await page.getByRole('heading', { name: 'Contact number 4321', exact: true }).waitFor();
    expect(await drawn()).toBe(1);
  });

  it('are at the same scroll position after Back', { tags: ['thorough'] }, async () => {
    const owner = await journey.register();
    await journey.change(
      `insert into contacts (id, user_id, full_name, email, created_at)
      select 'back' || n, u.id, 'Contact number ' || n, 'contact' || n || '@example.com', now() - n * interval '1 hour'
      from generate_series(1, 200) n, users u where u.username = $1`,
      [owner.username],
    );
    const page = await journey.open('/contacts', { as: owner });
    await findTile(page, 'Contact number 1').first().waitFor();
    await page.evaluate(async () => {
      const drawn = () =>
        new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      for (let step = 0; step < 20; step += 1) {
        window.scrollBy(0, 400);
        await drawn();
      }
    });
    const onTop = () =>
      page.evaluate(() => {
        const names = [...document.querySelectorAll('main h2')];
        return names.find((name) => name.getBoundingClientRect().top > 200)?.textContent;
      });
    const before = await onTop();
    expect(before).toMatch(/^Contact number \d\d/);
    await page.getByRole('link', { name: 'Analytics' }).click();
    await page.getByRole('heading', { name: 'Analytics Dashboard' }).waitFor();
    await page.goBack();
    await expect.poll(onTop).toBe(before);
  });
});
