import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeCard, type Person } from '#test/built-product.ts';
import { createClient } from '#test/client.ts';
import {
  findStatus,
  findTile,
  GRACE,
  openMenu,
  openTile,
  ownerWhoMet,
  readDownload,
  ZOE,
} from '#test/e2e/contact-people.ts';
import { DESKTOP, expectAccessible, findToast, startJourney } from '#test/e2e/journey.ts';

const journey = startJourney({ expectedErrors: /Failed to load resource/ });
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148';
const open = (as: Person) => journey.open('/contacts', { as, viewport: DESKTOP });

describe('Save to Phone', () => {
  it('downloads a contact file under the name of the person', { tags: ['thorough'] }, async () => {
    const page = await open(await ownerWhoMet(journey, GRACE));
    const save = findTile(page, 'Grace Hopper').getByRole('button', { name: 'Save to Phone' });
    const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
    // An address that installed and in-app browsers can follow.
    expect(download.url()).toMatch(/^http.*\/api\/contacts\/\w+\/vcard$/);
    expect(download.suggestedFilename()).toBe('Grace_Hopper.vcf');
    const file = await readDownload(download);
    expect(file).toMatch(/^BEGIN:VCARD\r\nVERSION:3\.0\r\n/);
    expect(file).toContain('FN:Grace Hopper\r\n');
    await findToast(page, 'Contact saved!').waitFor();
    await page.getByText('Contact downloaded successfully!').waitFor();
  });

  it('opens the file in Contacts on an iPhone', { tags: ['thorough'] }, async () => {
    const page = await journey.open('/auth/login', { as: await ownerWhoMet(journey, GRACE) });
    await page.addInitScript((userAgent) => {
      Object.defineProperty(navigator, 'userAgent', { get: () => userAgent });
    }, IPHONE);
    await page.goto('/contacts');
    await openTile(page, 'Grace Hopper');
    await findTile(page, 'Grace Hopper').getByRole('button', { name: 'Save to Phone' }).click();
    await findToast(page, 'Contact saved!').waitFor();
    await page.getByText('Opening in iOS Contacts app...').waitFor();
  });
});

it('Save to Phone says so when there was no file to save', { tags: ['thorough'] }, async () => {
  const page = await open(await ownerWhoMet(journey, GRACE));
  await page.route('**/vcard', (route) => route.fulfill({ status: 500 }));
  await findTile(page, 'Grace Hopper').getByRole('button', { name: 'Save to Phone' }).click();
  await page.getByText('Failed to save contact. Please try again.').waitFor();
});

describe('AI follow-up', () => {
  const openDialog = async (page: Page) => {
    await findTile(page, 'Grace Hopper').getByRole('button', { name: 'AI Follow-up' }).click();
    return page.getByRole('dialog', { name: 'AI Follow-up Suggestions for Grace Hopper' });
  };

  it('says that it is generating, then suggests messages to copy, to word otherwise and to open in mail', {
    tags: ['thorough'],
  }, async () => {
    const page = await open(await ownerWhoMet(journey, GRACE));
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
    await dialog.getByText('Rear Admiral at Navy · Met via Work').waitFor();
    answer();
    const draft = dialog.getByRole('tabpanel');
    await draft.getByRole('heading', { name: 'Email' }).waitFor();
    await dialog.getByRole('heading', { name: 'How to use these suggestions' }).waitFor();
    await expectAccessible(page);

    await draft.getByRole('button', { name: 'Copy' }).click();
    await draft.getByRole('button', { name: 'Copied!' }).waitFor();
    await page.getByText('Message copied to clipboard').waitFor();
    const subject = await draft.getByLabel('Subject').inputValue();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(new RegExp(`^Subject: ${subject}\n\n[^]*Grace`));
    await draft.getByRole('button', { name: 'Copy', exact: true }).waitFor();
    await dialog.getByText('Followed up today').waitFor();
    await dialog.getByText('Written from the facts above, without an AI model.').waitFor();

    const tabs = dialog.getByRole('tablist', { name: 'Tone' }).getByRole('tab');
    expect(await tabs.allTextContents()).toEqual(['Professional', 'Friendly', 'Casual']);
    await draft.getByLabel('Text').fill('Dear Grace, hello!');
    await tabs.first().press('ArrowRight');
    await draft.getByRole('heading', { name: 'Email' }).waitFor();
    expect(await draft.getByLabel('Text').inputValue()).toMatch(/^Hi Grace,/);
    await page.keyboard.press('End');
    await draft.getByRole('heading', { name: 'Message' }).waitFor();
    await draft.getByRole('link', { name: 'WhatsApp' }).waitFor();
    await page.keyboard.press('Home');
    expect(await draft.getByLabel('Text').inputValue()).toBe('Dear Grace, hello!');
    await draft.getByRole('button', { name: /^Based on \d facts$/ }).click();
    await draft.getByRole('list', { name: 'Based on' }).getByRole('listitem').first().waitFor();
    await expectAccessible(page);

    await draft.getByRole('button', { name: 'Set a reminder' }).click();
    await dialog.getByLabel('When').and(page.locator(':focus')).waitFor();
    await dialog.getByRole('button', { name: 'Set Reminder' }).click();
    await tabs.first().and(page.locator(':focus')).waitFor();

    await dialog.getByLabel('Language').selectOption('de');
    await expect.poll(() => draft.getByLabel('Text').inputValue()).toMatch(/^Guten Tag Grace Hopper,/);
    await tabs.filter({ hasText: 'Your draft' }).click();
    expect(await draft.getByLabel('Text').inputValue()).toBe('Dear Grace, hello!');
    await tabs.first().click();
    const mail = await draft.getByRole('link', { name: 'Open in mail' }).getAttribute('href');
    expect(mail).toMatch(
      /^mailto:grace@navy\.example\?subject=.+&body=Guten%20Tag%20Grace%20Hopper%2C%0D%0A/,
    );

    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await tabs.filter({ hasText: 'Your draft' }).click();
    expect(await draft.getByLabel('Text').inputValue()).toBe('Dear Grace, hello!');
    await draft.getByRole('button', { name: 'Copy', exact: true }).click();
    await draft.getByRole('button', { name: 'Copied!' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await findTile(page, 'Grace Hopper')
      .getByText(/^Followed up /)
      .waitFor();
    const opener = findTile(page, 'Grace Hopper').getByRole('button', { name: 'AI Follow-up' });
    expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true);
  });

  it('is taken back whole, however many drafts were copied', { tags: ['thorough'] }, async () => {
    const owner = await ownerWhoMet(journey, GRACE);
    const page = await open(owner);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const dialog = await openDialog(page);
    const copied = () =>
      Promise.all([
        page.waitForResponse('**/followed-up'),
        dialog.getByRole('tabpanel').getByRole('button', { name: 'Copy', exact: true }).click(),
      ]);
    await copied();
    await dialog.getByRole('tab', { name: 'Friendly' }).click();
    await copied();
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await dialog.getByText('Followed up today').waitFor({ state: 'detached' });
    const read = async () => (await owner.client('GET', '/api/contacts')).body[0];
    const { id, followedUpAt } = await read();
    expect(followedUpAt).toBeNull();

    await copied();
    const { body } = await owner.client('POST', `/api/contacts/${id}/followed-up`, { way: 'mail' });
    await copied();
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await dialog.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' });
    expect((await read()).followedUpAt, 'noted elsewhere').toBe(body.followedUpAt);

    await copied();
    const { body: since } = await owner.client('POST', `/api/contacts/${id}/followed-up`, { way: 'mail' });
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await dialog.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' });
    expect((await read()).followedUpAt, 'noted elsewhere since').toBe(since.followedUpAt);
  });

  it('is taken back although the answer to a later one was lost', { tags: ['thorough'] }, async () => {
    const owner = await ownerWhoMet(journey, GRACE);
    const page = await open(owner);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const dialog = await openDialog(page);
    const copy = () =>
      dialog.getByRole('tabpanel').getByRole('button', { name: 'Copy', exact: true }).click();
    await Promise.all([page.waitForResponse('**/followed-up'), copy()]);
    const lost = async (route: Route) => {
      await route.fetch();
      await route.abort();
    };
    await page.route('**/followed-up', lost, { times: 1 });
    await dialog.getByRole('tab', { name: 'Friendly' }).click();
    await Promise.all([page.waitForEvent('requestfailed'), copy()]);
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await dialog.getByText('Followed up today').waitFor({ state: 'detached' });
    expect((await owner.client('GET', '/api/contacts')).body[0].followedUpAt).toBeNull();
  });

  it('says inside the dialog when it failed, and Retry helps', { tags: ['thorough'] }, async () => {
    const page = await open(await ownerWhoMet(journey, GRACE));
    await page.route('**/followup-suggestions', (route) => route.fulfill({ status: 500, body: '' }));
    const dialog = await openDialog(page);
    await dialog.getByText('Failed to generate suggestions. Please try again.').waitFor();
    await page.unroute('**/followup-suggestions');
    await dialog.getByRole('button', { name: 'Retry' }).click();
    await dialog.getByRole('tabpanel').getByLabel('Text').waitFor();
  });

  it('says when a message could not be copied', { tags: ['thorough'] }, async () => {
    const page = await open(await ownerWhoMet(journey, GRACE));
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
    });
    const dialog = await openDialog(page);
    await dialog.getByRole('button', { name: 'Copy' }).first().click();
    await findToast(page, 'Error').waitFor();
    await page.getByText('Failed to copy message').waitFor();
  });
});

describe('Leads', () => {
  async function ownerWithLead(): Promise<Person> {
    const owner = await ownerWhoMet(journey, ZOE);
    const { id: cardId } = await makeCard(owner, {
      name: 'Fair',
      leadCaptureEnabled: true,
      leadCaptureFields: ['message'],
    });
    const lead = { name: 'Grace Hopper', email: 'grace@navy.example', message: 'Send me a quote' };
    const answer = await createClient(journey.url)('POST', `/api/cards/${cardId}/leads`, lead);
    expect(answer.status).toBe(200);
    return owner;
  }

  it('are listed among the contacts with a badge, and become contacts with one click', async () => {
    const owner = await ownerWithLead();
    const page = await open(owner);
    await findStatus(page, '1 contact and 1 lead').waitFor();
    const grace = findTile(page, 'Grace Hopper');
    for (const text of ['Lead', 'via Fair', 'grace@navy.example', '“Send me a quote”'])
      await grace.getByText(text, { exact: true }).waitFor();
    await expectAccessible(page);
    await grace.getByRole('button', { name: 'Add to Contacts' }).press('Enter');
    await findToast(page, 'Contact added').waitFor();
    await findStatus(page, '2 contacts').waitFor();
    await grace.getByText('Lead', { exact: true }).waitFor({ state: 'detached' });
    const main = grace.getByRole('button', { name: 'AI Follow-up' });
    expect(await main.evaluate((button) => button === document.activeElement)).toBe(true);
    expect((await owner.client('GET', '/api/contacts')).body).toMatchObject([
      { fullName: 'Grace Hopper', notes: 'Send me a quote', cardName: 'Fair' },
      { fullName: 'Zoë Ångström' },
    ]);
  });

  it('can be deleted', { tags: ['thorough'] }, async () => {
    const owner = await ownerWithLead();
    const page = await open(owner);
    await openMenu(page, 'Grace Hopper', 'Delete Lead');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete Lead' }).click();
    await page.getByText('Lead deleted successfully!').waitFor();
    await findStatus(page, '1 contact').waitFor();
    expect((await owner.client('GET', '/api/contacts/leads')).body).toEqual([]);
  });
});
