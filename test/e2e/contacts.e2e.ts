import { buffer } from 'node:stream/consumers';
import type { Download, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  DESKTOP,
  expectAccessible,
  expectNoSidewaysScroll,
  type Person,
  startJourney,
  toastOf,
} from '#test/e2e/journey.ts';
import { createClient } from '#test/server.ts';

const journey = startJourney({ expectedErrors: /Failed to load resource/ });
const NARROW = { width: 320, height: 640 };
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148';

const GRACE = {
  fullName: 'Grace Hopper',
  jobTitle: 'Rear Admiral',
  company: 'Navy',
  email: 'grace@navy.example',
  phone: '+1 555 010 9999',
  website: 'grace.example',
  notes: 'Call me about compilers',
};
const ZOE = { fullName: 'Zoë Ångström', company: 'Norrland AB', email: 'zoe@norrland.example' };

async function addCard(owner: Person, more: object = {}): Promise<string> {
  const card = { name: 'Work', fullName: owner.fullName, ...more };
  return (await owner.client('POST', '/api/cards', card)).body.id;
}

/** An owner whom visitors left their details with, the last of them on top of the list. */
async function ownerWhoMet(...people: { fullName: string; email: string }[]): Promise<Person> {
  const owner = await journey.register();
  const cardId = await addCard(owner);
  for (const person of people) {
    const answer = await createClient(journey.url)('POST', '/api/contacts/exchange', { ...person, cardId });
    expect(answer.status).toBe(200);
  }
  return owner;
}

const open = (as: Person, address = '/contacts') => journey.open(address, { as, viewport: DESKTOP });
const list = (page: Page) => page.getByRole('list', { name: 'Contacts' });
const tile = (page: Page, fullName: string) =>
  list(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: fullName }) });
const status = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true });

const readDownload = async (download: Download) =>
  (await buffer(await download.createReadStream())).toString();

async function openMenu(page: Page, fullName: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `More about ${fullName}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

describe('The contacts screen', () => {
  it('shows of each person all they left, and the ways to reach them', async () => {
    const page = await open(await ownerWhoMet(GRACE));
    await page.getByRole('heading', { level: 1, name: 'My Contacts' }).waitFor();
    const grace = tile(page, 'Grace Hopper');
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

  it('searches name, email and company as one types, in any case, and keeps the search in the address', async () => {
    const page = await open(await ownerWhoMet(ZOE, GRACE));
    await status(page, '2 contacts').waitFor();
    const search = page.getByPlaceholder('Search contacts...');
    for (const [text, found] of [
      ['HOPPER', 'Grace Hopper'],
      ['norrland.ex', 'Zoë Ångström'],
      ['navy', 'Grace Hopper'],
      ['ångström', 'Zoë Ångström'],
    ] as const) {
      await search.fill(text);
      await status(page, '1 of 2 contacts').waitFor();
      await tile(page, found).waitFor();
    }
    await page.waitForURL(/search=/);
    await page.reload();
    await status(page, '1 of 2 contacts').waitFor();
    expect(await page.getByPlaceholder('Search contacts...').inputValue()).toBe('ångström');
    await page.getByPlaceholder('Search contacts...').fill('nobody');
    await page.getByText('Nobody in your contacts matches “nobody”.').waitFor();
    await page.getByRole('button', { name: 'Show all contacts' }).click();
    await status(page, '2 contacts').waitFor();
  });

  it('filters All Contacts, Recent and Favorites', async () => {
    const owner = await ownerWhoMet(ZOE, GRACE);
    await journey.change("update contacts set created_at = now() - interval '31 days' where full_name = $1", [
      ZOE.fullName,
    ]);
    const page = await open(owner);
    const filter = page.getByRole('combobox', { name: 'Show' });
    await status(page, '2 contacts').waitFor();
    expect(await filter.getByRole('option').allTextContents()).toEqual([
      'All Contacts',
      'Recent',
      'Favorites',
    ]);
    await filter.selectOption('Recent');
    await status(page, '1 of 2 contacts').waitFor();
    await tile(page, 'Grace Hopper').waitFor();
    await filter.selectOption('Favorites');
    await page.getByText('There is nobody among your favorites yet.').waitFor();
    await filter.selectOption('All Contacts');
    await page.getByRole('button', { name: 'Favorite: Zoë Ångström' }).click();
    await filter.selectOption('Favorites');
    await tile(page, 'Zoë Ångström').waitFor();
    await page.waitForURL(/filter=favorites/);
    expect((await owner.client('GET', '/api/contacts')).body).toMatchObject([
      { fullName: 'Grace Hopper', isFavorite: false },
      { fullName: 'Zoë Ångström', isFavorite: true },
    ]);
  });

  it('takes a favourite back when it could not be saved', async () => {
    const page = await open(await ownerWhoMet(GRACE));
    await page.route('**/favorite', (route) => route.abort());
    const star = page.getByRole('button', { name: 'Favorite: Grace Hopper' });
    await star.click();
    await toastOf(page, 'Error').waitFor();
    await page.locator('button[aria-label="Favorite: Grace Hopper"][aria-pressed="false"]').waitFor();
  });

  it('exports the contacts as CSV, and refuses to export none', async () => {
    const page = await open(await ownerWhoMet(GRACE));
    const save = page.getByRole('button', { name: 'Export Contacts' });
    const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
    expect(download.suggestedFilename()).toBe('contacts.csv');
    expect(await readDownload(download)).toBe(
      '\uFEFFName,Email,Phone,Company,Job Title\r\nGrace Hopper,grace@navy.example,+1 555 010 9999,Navy,Rear Admiral\r\n',
    );
    await toastOf(page, 'Contacts exported').waitFor();
    await page.getByText('Your contacts have been exported to a CSV file.').waitFor();

    const empty = await open(await journey.register());
    await empty.getByRole('heading', { name: 'No contacts yet' }).waitFor();
    await empty.getByRole('button', { name: 'Export Contacts' }).click();
    await toastOf(empty, 'No contacts to export').waitFor();
    await empty.getByText('Add some contacts first before exporting.').waitFor();
    await expectAccessible(empty);
  });

  it('leads to the cards, and back to the dashboard', async () => {
    const page = await open(await journey.register());
    await page.getByText('People appear here when they connect with you via your shared QR codes.').waitFor();
    await page.getByRole('link', { name: 'View My Cards' }).click();
    await page.waitForURL('**/cards');
    await page.goBack();
    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    await page.waitForURL('**/dashboard');
  });

  it('deletes a contact from the menu, after asking', async () => {
    const owner = await ownerWhoMet(ZOE, GRACE);
    const page = await open(owner);
    await openMenu(page, 'Grace Hopper', 'Delete Contact');
    const dialog = page.getByRole('dialog', { name: 'Delete Grace Hopper?' });
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.locator('button[aria-label="More about Grace Hopper"]:focus').waitFor();

    await openMenu(page, 'Grace Hopper', 'Delete Contact');
    await dialog.getByRole('button', { name: 'Delete Contact' }).click();
    await toastOf(page, 'Success').waitFor();
    await page.getByText('Contact deleted successfully!').waitFor();
    await status(page, '1 contact').waitFor();
    expect((await owner.client('GET', '/api/contacts')).body).toMatchObject([{ fullName: 'Zoë Ångström' }]);

    await page.route('**/api/contacts/*', (route) => route.fulfill({ status: 500, body: '' }));
    await openMenu(page, 'Zoë Ångström', 'Delete Contact');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete Contact' }).click();
    await page.getByText('Failed to delete contact. Please try again.').waitFor();
  });

  it('keeps notes on a person', async () => {
    const page = await open(await ownerWhoMet(ZOE));
    await openMenu(page, 'Zoë Ångström', 'Add Notes');
    const dialog = page.getByRole('dialog', { name: 'Notes on Zoë Ångström' });
    await dialog.getByLabel('Notes').fill('Plays the nyckelharpa');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save Notes' }).click();
    await dialog.waitFor({ state: 'detached' });
    await tile(page, 'Zoë Ångström').getByText('“Plays the nyckelharpa”').waitFor();
    await page.reload();
    await tile(page, 'Zoë Ångström').getByText('“Plays the nyckelharpa”').waitFor();
  });

  it('loads on Retry when the network was dead', async () => {
    const page = await journey.open('/auth/login', { as: await ownerWhoMet(GRACE) });
    await page.route('**/api/contacts', (route) => route.abort());
    await page.goto('/contacts');
    await page.getByText('The server cannot be reached. Check your connection and try again.').waitFor();
    await page.unroute('**/api/contacts');
    await page.getByRole('button', { name: 'Retry' }).click();
    await tile(page, 'Grace Hopper').waitFor();
  });

  it('is accessible in both themes and needs no sideways scroll on the narrowest phone', async () => {
    const owner = await ownerWhoMet(ZOE, { ...GRACE, fullName: 'Grace-Brewster-Murray-Hopper-of-Arlington' });
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await journey.open('/contacts', { as: owner, viewport: NARROW, colorScheme });
      await status(page, '2 contacts').waitFor();
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    }
  });
});

describe('Save to Phone', () => {
  it('downloads a contact file under the name of the person', async () => {
    const page = await open(await ownerWhoMet(GRACE));
    const save = tile(page, 'Grace Hopper').getByRole('button', { name: 'Save to Phone' });
    const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
    expect(download.suggestedFilename()).toBe('Grace_Hopper.vcf');
    const file = await readDownload(download);
    expect(file).toMatch(/^BEGIN:VCARD\r\nVERSION:3\.0\r\n/);
    expect(file).toContain('FN:Grace Hopper\r\n');
    await toastOf(page, 'Contact saved!').waitFor();
    await page.getByText('Contact downloaded successfully!').waitFor();
  });

  it('opens the file in Contacts on an iPhone', async () => {
    const page = await journey.open('/auth/login', { as: await ownerWhoMet(GRACE) });
    await page.addInitScript((userAgent) => {
      Object.defineProperty(navigator, 'userAgent', { get: () => userAgent });
    }, IPHONE);
    await page.goto('/contacts');
    await tile(page, 'Grace Hopper').getByRole('button', { name: 'Save to Phone' }).click();
    await toastOf(page, 'Contact saved!').waitFor();
    await page.getByText('Opening in iOS Contacts app...').waitFor();
  });
});

describe('AI follow-up', () => {
  const openDialog = async (page: Page) => {
    await tile(page, 'Grace Hopper').getByRole('button', { name: 'AI Follow-up' }).click();
    return page.getByRole('dialog', { name: 'AI Follow-up Suggestions for Grace Hopper' });
  };

  it('says that it generates, then suggests messages that can be copied', async () => {
    const page = await open(await ownerWhoMet(GRACE));
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    let answer: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/followup-suggestions', async (route) => {
      await held;
      await route.continue();
    });
    const dialog = await openDialog(page);
    await dialog.getByText('Generating personalized follow-up suggestions...').waitFor();
    await dialog.getByText('Rear Admiral at Navy').waitFor();
    answer();
    const first = dialog.getByRole('article').first();
    await first.getByRole('heading', { name: 'Email' }).waitFor();
    await first.getByText('Professional', { exact: true }).waitFor();
    await first.getByText('Subject:').waitFor();
    await dialog.getByRole('heading', { name: 'How to use these suggestions' }).waitFor();
    await expectAccessible(page);

    await first.getByRole('button', { name: 'Copy' }).click();
    await first.getByRole('button', { name: 'Copied!' }).waitFor();
    await page.getByText('Message copied to clipboard').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('Grace');
    await first.getByRole('button', { name: 'Copy', exact: true }).waitFor();

    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    const opener = tile(page, 'Grace Hopper').getByRole('button', { name: 'AI Follow-up' });
    expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true);
  });

  it('says when it could not, inside the dialog, and Retry helps', async () => {
    const page = await open(await ownerWhoMet(GRACE));
    await page.route('**/followup-suggestions', (route) => route.fulfill({ status: 500, body: '' }));
    const dialog = await openDialog(page);
    await dialog.getByText('Failed to generate suggestions. Please try again.').waitFor();
    await page.unroute('**/followup-suggestions');
    await dialog.getByRole('button', { name: 'Retry' }).click();
    await dialog.getByRole('article').first().waitFor();
  });

  it('says when a message could not be copied', async () => {
    const page = await open(await ownerWhoMet(GRACE));
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
    });
    const dialog = await openDialog(page);
    await dialog.getByRole('button', { name: 'Copy' }).first().click();
    await toastOf(page, 'Error').waitFor();
    await page.getByText('Failed to copy message').waitFor();
  });
});

describe('Leads', () => {
  async function ownerWithLead(): Promise<Person> {
    const owner = await ownerWhoMet(ZOE);
    const cardId = await addCard(owner, {
      name: 'Fair',
      leadCaptureEnabled: true,
      leadCaptureFields: ['message'],
    });
    const lead = { name: 'Grace Hopper', email: 'grace@navy.example', message: 'Send me a quote' };
    const answer = await createClient(journey.url)('POST', `/api/cards/${cardId}/leads`, lead);
    expect(answer.status).toBe(200);
    return owner;
  }

  it('stand among the contacts with a badge, and become contacts at a press', async () => {
    const owner = await ownerWithLead();
    const page = await open(owner);
    await status(page, '1 contact and 1 lead').waitFor();
    const grace = tile(page, 'Grace Hopper');
    for (const text of ['Lead', 'via Fair', 'grace@navy.example', '“Send me a quote”'])
      await grace.getByText(text, { exact: true }).waitFor();
    await expectAccessible(page);
    await grace.getByRole('button', { name: 'Add to Contacts' }).press('Enter');
    await toastOf(page, 'Contact added').waitFor();
    await status(page, '2 contacts').waitFor();
    await grace.getByText('Lead', { exact: true }).waitFor({ state: 'detached' });
    const main = grace.getByRole('button', { name: 'AI Follow-up' });
    expect(await main.evaluate((button) => button === document.activeElement)).toBe(true);
    expect((await owner.client('GET', '/api/contacts')).body).toMatchObject([
      { fullName: 'Grace Hopper', notes: 'Send me a quote', cardName: 'Fair' },
      { fullName: 'Zoë Ångström' },
    ]);
  });

  it('can be deleted', async () => {
    const owner = await ownerWithLead();
    const page = await open(owner);
    await openMenu(page, 'Grace Hopper', 'Delete Lead');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete Lead' }).click();
    await page.getByText('Lead deleted successfully!').waitFor();
    await status(page, '1 contact').waitFor();
    expect((await owner.client('GET', '/api/contacts/leads')).body).toEqual([]);
  });
});

describe('Five thousand contacts', () => {
  it('are searched at once, and only those on screen are drawn', async () => {
    const owner = await journey.register();
    await journey.change(
      `insert into contacts (id, user_id, full_name, email, created_at)
      select 'many' || n, u.id, 'Contact number ' || n, 'contact' || n || '@example.com', now() - n * interval '1 hour'
      from generate_series(1, 5000) n, users u where u.username = $1`,
      [owner.username],
    );
    const page = await open(owner);
    await status(page, '5,000 contacts').waitFor();
    await tile(page, 'Contact number 1').first().waitFor();
    const drawn = () => list(page).getByRole('listitem').count();
    expect(await drawn()).toBeLessThan(50);

    await page.keyboard.press('End');
    await page.getByRole('heading', { name: 'Contact number 5000', exact: true }).waitFor();
    expect(await drawn()).toBeLessThan(50);

    await page.getByPlaceholder('Search contacts...').fill('contact number 4321');
    await status(page, '1 of 5,000 contacts').waitFor();
    await page.getByRole('heading', { name: 'Contact number 4321', exact: true }).waitFor();
    expect(await drawn()).toBe(1);
  });
});
