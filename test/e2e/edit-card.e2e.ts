import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { addField, cardsOf, createPicture, makeCard, openTab } from '#test/e2e/card-editor.ts';
import { expectAccessible, expectNoSidewaysScroll, startJourney } from '#test/e2e/journey.ts';

const journey = startJourney({
  // The browser also logs a refusal that is provoked on purpose.
  expectedErrors: /status of (404|422|500)|ERR_FAILED/,
});

describe('editing a card', () => {
  it('fills the form, saves what was changed and keeps the rest', async () => {
    const person = await journey.register();
    const id = await makeCard(person, { jobTitle: 'Clerk', company: 'Acme', skills: ['Sums'] });
    const page = await journey.open(`/edit-card/${id}`, { as: person });
    expect(await page.getByLabel('Company').inputValue()).toBe('Acme');
    await page.getByLabel('Job title').fill('Analyst');
    await page.getByLabel('Skills').fill('Sums, Engines, ');
    await addField(page, 'Work phone');
    await page.getByLabel('Work phone').fill('+1 555 010 9999');
    await openTab(page, 'Social');
    await page.getByRole('button', { name: 'Add network' }).click();
    await page.getByRole('menuitem', { name: 'Telegram' }).click();
    await page.locator('input:focus').waitFor();
    await page.keyboard.type('ada');
    await page.getByLabel('Websites').fill('https://ada.dev\n\nengines.example');
    await openTab(page, 'Media');
    await page.getByText('Max 10MB, MP4/MOV recommended').waitFor();
    // The server of the journeys signs no passes.
    await page.getByText('Wallet passes aren’t set up here, so visitors aren’t offered any.').waitFor();
    await page.getByRole('switch', { name: 'Lead Capture Form' }).check();
    await page.getByRole('checkbox', { name: 'Message' }).check();
    await page.getByRole('button', { name: 'Update Card' }).click();
    await page.waitForURL('**/dashboard');
    await page.getByText('Your digital business card has been updated.').waitFor();
    expect(await cardsOf(person)).toMatchObject([
      {
        jobTitle: 'Analyst',
        company: 'Acme',
        skills: ['Sums', 'Engines'],
        workPhone: '+1 555 010 9999',
        social: { telegram: 'ada' },
        customWebsites: ['ada.dev', 'engines.example'],
        leadCaptureEnabled: true,
        leadCaptureFields: ['name', 'email', 'message'],
      },
    ]);
  });

  it('asks whether a changed name is still said as before, and lets its other parts go', {
    tags: ['thorough'],
  }, async () => {
    const person = await journey.register();
    const name = { fullName: 'Aoi Sato', familyName: 'Sato', phoneticFamilyName: 'SAH-toh' };
    const id = await makeCard(person, name);
    const page = await journey.open(`/edit-card/${id}`, {
      as: person,
      viewport: { width: 320, height: 640 },
    });
    await page.getByLabel('Last name', { exact: true }).waitFor();
    expect(await page.getByLabel('Prefix').count()).toBe(0);
    await page.getByLabel('Full name').fill('Aoi Suzuki');
    const question = page.getByText('The name changed. Is it still pronounced “SAH-toh”?');
    await question.waitFor();
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'Remove it' }).press('Enter');
    await question.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Update Card' }).click();
    await page.waitForURL('**/dashboard');
    expect(await cardsOf(person)).toMatchObject([
      { fullName: 'Aoi Suzuki', familyName: null, phoneticFamilyName: null },
    ]);
  });

  it('says so when saving fails, and keeps what was typed', { tags: ['thorough'] }, async () => {
    const person = await journey.register();
    const id = await makeCard(person);
    const page = await journey.open(`/edit-card/${id}`, { as: person });
    await page.getByLabel('Job title').fill('Analyst');
    await page.route(`**/api/cards/${id}`, (route) => route.fulfill({ status: 500, body: '' }));
    await page.getByRole('button', { name: 'Update Card' }).click();
    await page.getByText('Failed to update card. Please try again.').waitFor();
    expect(await page.getByLabel('Job title').inputValue()).toBe('Analyst');
    await page.unroute(`**/api/cards/${id}`);
    await page.route(`**/api/cards/${id}`, (route) => route.abort());
    await page.getByRole('button', { name: 'Update Card' }).click();
    await page.getByText('Can’t reach Goldleaf. Check your connection and try again.').waitFor();
    await page.unroute(`**/api/cards/${id}`);
    await page.getByRole('button', { name: 'Update Card' }).click();
    await page.waitForURL('**/dashboard');
    expect(await cardsOf(person)).toMatchObject([{ jobTitle: 'Analyst' }]);
  });

  it('says which picture of an old draft is gone, and saves without it', { tags: ['thorough'] }, async () => {
    const person = await journey.register();
    const id = await makeCard(person);
    const page = await journey.open(`/edit-card/${id}`, { as: person });
    await page.getByLabel('Job title').fill('Analyst');
    await page.getByText('Draft saved').waitFor({ state: 'attached' });
    const [draft] = (await person.client('GET', '/api/drafts')).body;
    const photos = { photoGallery: [`/media/${'0'.repeat(32)}.jpg`] };
    await person.client('PUT', `/api/drafts/${draft.id}`, {
      ...draft,
      fields: { ...draft.fields, ...photos },
      before: { ...draft.before, photoGallery: [] },
      revision: draft.revision + 5,
    });
    await page.reload();
    await page.getByRole('button', { name: 'Update Card' }).click();
    await page.getByText('Photo 1 is no longer available. Please remove it and upload it again.').waitFor();
    const adder = page.getByLabel('Add photos to Photo gallery');
    await expect.poll(() => adder.evaluate((one) => one === document.activeElement)).toBe(true);
    await page.getByRole('button', { name: /^Remove photo 1/ }).click();
    await page.getByRole('button', { name: 'Update Card' }).click();
    await page.waitForURL('**/dashboard');
  });

  it('offers to try again on a dead network', { tags: ['thorough'] }, async () => {
    const person = await journey.register();
    const id = await makeCard(person);
    const page = await journey.open('/dashboard', { as: person });
    await page.route(`**/api/cards/${id}`, (route) => route.abort());
    await page.goto(`/edit-card/${id}`);
    const retry = page.getByRole('button', { name: 'Retry' });
    await retry.waitFor();
    await page.unroute(`**/api/cards/${id}`);
    await retry.click();
    await page.getByLabel('Card name').waitFor();
  });

  it("does not find a card that is gone or someone else's", { tags: ['thorough'] }, async () => {
    const [person, other] = [await journey.register(), await journey.register('Charles Babbage')];
    const id = await makeCard(other);
    for (const address of [`/edit-card/${id}`, '/edit-card/nothing']) {
      const page = await journey.open(address, { as: person });
      await page.getByRole('heading', { name: 'Card Not Found' }).waitFor();
      await expectAccessible(page);
      await page.getByRole('link', { name: 'Back to Dashboard' }).click();
      await page.waitForURL('**/dashboard');
    }
  });
});

/** Resolves once the server has a draft with these words: a page that is left at once sends them while it closes. */
const draftWith = (page: Page, words: string) =>
  page.waitForResponse(
    (answer) => answer.url().includes('/api/drafts/') && !!answer.request().postData()?.includes(words),
  );

describe('unsaved changes', () => {
  it('are not left behind unasked', { tags: ['thorough'] }, async () => {
    const person = await journey.register();
    const id = await makeCard(person);
    const page = await journey.open('/cards', { as: person });
    await page.getByRole('link', { name: 'Edit' }).click();
    await page.getByLabel('Job title').fill('Analyst');
    await openTab(page, 'Design');
    const back = page.getByRole('link', { name: 'Back to Dashboard' });
    await back.click();
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
    await dialog.waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Keep editing' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe(`/edit-card/${id}`);
    // The browser's own Back asks as well.
    await page.goBack();
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe(`/edit-card/${id}`);
    await openTab(page, 'Basic');
    expect(await page.getByLabel('Job title').inputValue()).toBe('Analyst');
    await page.goBack();
    await dialog.getByRole('button', { name: 'Discard changes' }).click();
    await page.waitForURL('**/cards');
    await page.getByRole('heading', { level: 1, name: 'My Cards' }).waitFor();
    await page.goForward();
    await openTab(page, 'Basic');
    await page.getByLabel('Job title').fill('Analyst');
    await back.click();
    await dialog.getByRole('button', { name: 'Discard changes' }).click();
    await page.waitForURL('**/dashboard');
    await page.goto(`/edit-card/${id}`);
    expect(await page.getByLabel('Job title').inputValue()).toBe('');
    await back.click();
    await page.waitForURL('**/dashboard');
  });

  it('survive a reload until they are discarded', { tags: ['thorough'] }, async () => {
    const person = await journey.register();
    const page = await journey.open('/create', { as: person });
    await page.getByLabel('Job title').fill('Analyst');
    await openTab(page, 'Social');
    await page.getByRole('button', { name: 'Add network' }).click();
    await page.getByRole('menuitem', { name: 'Discord' }).click();
    const kept = draftWith(page, 'ada');
    await page.locator('input:focus').waitFor();
    await page.keyboard.type('ada');
    await kept;
    await page.reload();
    await page.getByText('We restored your unsaved changes.').waitFor();
    expect(await page.getByRole('textbox', { name: 'Discord' }).inputValue()).toBe('ada');
    await openTab(page, 'Basic');
    expect(await page.getByLabel('Job title').inputValue()).toBe('Analyst');
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
    expect(await page.getByLabel('Job title').inputValue()).toBe('');
    expect(await page.getByLabel('Full name').inputValue()).toBe('Ada Lovelace');
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await page.getByLabel('Job title').inputValue()).toBe('Analyst');
    await page.reload();
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
    await page.getByText('Changes discarded').waitFor();
    await page.reload();
    await page.getByLabel('Job title').waitFor();
    expect(await page.getByText('We restored your unsaved changes.').count()).toBe(0);
  });

  it('are asked about while a file is on its way, which no draft has, also when the page is loaded again', {
    tags: ['thorough'],
  }, async () => {
    const person = await journey.register();
    const id = await makeCard(person);
    const page = await journey.open(`/edit-card/${id}`, { as: person });
    await openTab(page, 'Media');
    await page.route('**/api/media?kind=image', () => {});
    const sent = page.waitForRequest('**/api/media?kind=image');
    await page
      .getByLabel('Add photos to Photo gallery')
      .setInputFiles(await createPicture('sea.jpg', 'navy'));
    await sent;
    const question = page.waitForEvent('dialog');
    await page.evaluate(() => void setTimeout(() => window.location.reload()));
    const asked = await question;
    expect(asked.type()).toBe('beforeunload');
    await asked.dismiss();
    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
    await dialog.getByText(/^A file is still uploading, and is lost if you leave\./).waitFor();
    await dialog.getByRole('button', { name: 'Discard changes' }).click();
    await page.waitForURL('**/dashboard');
  });

  it('say so when the card was changed elsewhere in the meantime', { tags: ['thorough'] }, async () => {
    const person = await journey.register();
    const id = await makeCard(person);
    const page = await journey.open(`/edit-card/${id}`, { as: person });
    const kept = draftWith(page, 'Analyst');
    await page.getByLabel('Job title').fill('Analyst');
    await kept;
    await page.reload();
    await page.getByText('We restored your unsaved changes.', { exact: true }).waitFor();
    await person.client('PUT', `/api/cards/${id}`, { company: 'Engines Ltd', jobTitle: 'Countess' });
    await page.reload();
    await page.getByText(/This card changed elsewhere/).waitFor();
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
    expect(await page.getByLabel('Company').inputValue()).toBe('Engines Ltd');
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await page.getByLabel('Job title').inputValue()).toBe('Analyst');
    journey.expectError(/status of 409/);
    await page.getByRole('button', { name: 'Update Card' }).click();
    const dialog = page.getByRole('dialog', { name: 'This card was changed elsewhere' });
    await dialog.getByRole('radio', { name: 'Saved elsewhere Countess' }).waitFor();
  });
});
