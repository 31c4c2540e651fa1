import type { Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { addField, cardsOf, createPicture, giveFile, makeCard, openTab } from '#test/e2e/card-editor.ts';
import {
  DESKTOP,
  endTrial,
  expectAccessible,
  expectAccessibleInBothThemes,
  startJourney,
} from '#test/e2e/journey.ts';

const journey = startJourney({
  // The browser also logs a refusal that is provoked on purpose.
  expectedErrors: /status of (401|403|415|422)|ERR_INTERNET_DISCONNECTED|Failed to fetch dynamically/,
});

describe('creating a card', () => {
  it('begins with what the account knows, and needs nothing else for the first card', async () => {
    const person = await journey.register();
    const { email } = (await person.client('GET', '/api/auth/me')).body.user;
    const page = await journey.open('/create', { as: person });
    const shown = page.locator('form').getByRole('textbox');
    await shown.first().waitFor();
    expect(
      await shown.evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value)),
    ).toEqual(['Ada Lovelace', '', '', email, '', 'Work']);
    expect(await cardsOf(person)).toEqual([]);
    await page.getByRole('button', { name: 'Create Card' }).click();
    await page.waitForURL('**/dashboard');
    await page.getByText('Success!').waitFor();
    await page.getByText('Your digital business card has been created.').waitFor();
    expect(await cardsOf(person)).toMatchObject([
      { name: 'Work', fullName: 'Ada Lovelace', primaryColor: '#6366F1', secondaryColor: '#8B5CF6' },
    ]);
  });

  it('takes another look with one press or key, and adds a field that is rarely filled', {
    tags: ['thorough'],
  }, async () => {
    const person = await journey.register();
    const page = await journey.open('/create', { as: person });
    const looks = page.getByRole('group', { name: 'Pick a look' }).getByRole('radio');
    await expect.poll(() => looks.count()).toBe(6);
    expect(await looks.first().isChecked()).toBe(true);
    await page.getByRole('radio', { name: 'Classic, Ocean Green' }).check();
    await page.keyboard.press('ArrowRight');
    expect(await page.getByRole('radio', { name: 'Modern, Sunset Orange' }).isChecked()).toBe(true);
    await addField(page, 'Website');
    await page.getByLabel('Website', { exact: true }).fill('ada.dev');
    await expectAccessibleInBothThemes(page);
    await page.getByRole('button', { name: 'Create Card' }).click();
    await page.waitForURL('**/dashboard');
    expect(await cardsOf(person)).toMatchObject([
      { template: 'modern', primaryColor: '#EA580C', website: 'ada.dev' },
    ]);
  });

  it('has one bar on a phone, in place of header and dock, and its button stays in sight', {
    tags: ['thorough'],
  }, async () => {
    const page = await journey.open('/create', { as: await journey.register() });
    const button = page.getByRole('button', { name: 'Create Card' });
    await button.waitFor();
    expect(await page.getByRole('banner').isVisible()).toBe(false);
    expect(await page.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(false);
    const tabs = await page.getByRole('tablist').boundingBox();
    expect((tabs?.y ?? 0) + (tabs?.height ?? Infinity)).toBeLessThanOrEqual(96);
    const { y } = (await button.boundingBox()) ?? {};
    await page.getByLabel('Card name').focus();
    await page.keyboard.press('End');
    await page.getByRole('radio', { name: 'Preview' }).check();
    expect((await button.boundingBox())?.y).toBe(y);
  });

  it('leaves the rest intact when a part of the form cannot be loaded', { tags: ['thorough'] }, async () => {
    const page = await journey.open('/create', { as: await journey.register() });
    await page.getByLabel('Card name').fill('Work');
    await page.context().setOffline(true);
    await page.getByRole('tab', { name: 'Social' }).click();
    await page
      .getByRole('alert')
      .getByText('We couldn’t load this. Check your connection and try again.')
      .waitFor();
    await page.getByRole('tab', { name: 'Basic' }).click();
    expect(await page.getByLabel('Card name').inputValue()).toBe('Work');
    await page.context().setOffline(false);
    await page.getByRole('tab', { name: 'Social' }).click();
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByLabel('LinkedIn').waitFor();
    await page.getByRole('tab', { name: 'Basic' }).click();
    expect(await page.getByLabel('Card name').inputValue()).toBe('Work');
  });

  it('discards no draft that the server has made a card of, also while one is being kept', {
    tags: ['thorough'],
  }, async () => {
    const person = await journey.register();
    const page = await journey.open('/create', { as: person });
    const held: Route[] = [];
    await page.route(/\/api\/drafts\/(?!key)/, (route) => void held.push(route));
    await page.getByLabel('Job title').fill('Analyst');
    await expect.poll(() => held.length).toBe(1);
    await page.getByRole('button', { name: 'Create Card' }).click();
    await page.waitForURL('**/dashboard');
    await Promise.all([page.waitForResponse(/\/api\/drafts\//), held[0]?.continue()]);
    await page.getByText('Success!').waitFor();
    expect(held.map((route) => route.request().method())).toEqual(['PUT']);
    expect((await person.client('GET', '/api/drafts')).body).toEqual([]);
  });

  it('says under each field what is missing, and focuses the first', { tags: ['thorough'] }, async () => {
    const person = await journey.register();
    const page = await journey.open('/create', { as: person });
    await page.getByLabel('Full name').fill('');
    await page.getByLabel('Card name').fill('');
    await page.getByLabel('Email', { exact: true }).fill('ada@');
    await openTab(page, 'Social');
    await page.getByLabel('LinkedIn').fill('javascript:alert(1)');
    await page.getByRole('button', { name: 'Create Card' }).click();
    await page.getByText('Card name is required').waitFor();
    await page.getByText('Full name is required').waitFor();
    await page.getByText('Invalid email').waitFor();
    await page.getByRole('tab', { name: 'Social, has errors' }).waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
      .toBe('fullName');
    expect(await cardsOf(person)).toEqual([]);
  });

  it('shows what the server says about a field under that field', { tags: ['thorough'] }, async () => {
    const person = await journey.register();
    const page = await journey.open('/create', { as: person });
    await page.route('**/api/cards', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 422,
            json: {
              message: 'Please check the marked fields.',
              code: 'invalid',
              fields: { 'social.linkedin': 'Enter a web address, like https://example.com' },
            },
          })
        : route.continue(),
    );
    await page.getByLabel('Card name').fill('Work');
    await page.getByRole('button', { name: 'Create Card' }).click();
    await page.getByText('Please check the marked fields.').waitFor();
    await page.getByText('Enter a web address, like https://example.com').waitFor();
    expect(await page.getByLabel('LinkedIn').getAttribute('aria-invalid')).toBe('true');
  });

  it('accepts a photo by file, drop and paste, and shows it on the card at once', {
    tags: ['thorough'],
  }, async () => {
    const person = await journey.register();
    const page = await journey.open('/create', { as: person, viewport: DESKTOP });
    await page.getByLabel('Card name').fill('Work');
    await page.getByLabel('Add a photo').setInputFiles(await createPicture('me.jpg', 'maroon'));
    await page.getByText('Upload successful').waitFor();
    const shown = page.getByRole('complementary').locator('img[src^="/media/"]');
    await shown.waitFor();
    const first = await shown.getAttribute('src');
    await giveFile(page, 'drop', await createPicture('dropped.jpg', 'navy'));
    await expect.poll(() => shown.getAttribute('src')).not.toBe(first);
    const second = await shown.getAttribute('src');
    await giveFile(page, 'paste', await createPicture('pasted.jpg', 'teal'));
    await expect.poll(() => shown.getAttribute('src')).not.toBe(second);
    const third = await shown.getAttribute('src');
    await page.getByRole('button', { name: 'Create Card' }).click();
    await page.waitForURL('**/dashboard');
    expect(await cardsOf(person)).toMatchObject([{ profileImage: third }]);
    expect((await person.client('GET', third ?? '')).status).toBe(200);
  });

  it('refuses files in the words of the specification and keeps what was there', {
    tags: ['thorough'],
  }, async () => {
    const person = await journey.register();
    const page = await journey.open('/create', { as: person });
    const slot = page.getByLabel('Add a photo');
    const buffer = Buffer.alloc(5 * 1024 * 1024 + 1);
    await slot.setInputFiles({ name: 'huge.png', mimeType: 'image/png', buffer });
    await page.getByText('huge.png is larger than 5MB. Please choose a smaller file.').first().waitFor();
    await slot.setInputFiles({ name: 'cv.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') });
    await page.getByText('cv.pdf is not an image file. Please select an image.').first().waitFor();
    await page.getByText('Invalid file type').waitFor();
    const whole = await createPicture('torn.jpg', 'olive');
    await slot.setInputFiles({ ...whole, buffer: whole.buffer.subarray(0, 400) });
    await page.getByText('Could not process torn.jpg. Please try a different image.').first().waitFor();
    await page.getByText('Image processing failed').waitFor();
  });

  it('stops at three cards', { tags: ['thorough'] }, async () => {
    const person = await journey.register();
    for (const name of ['One', 'Two']) await makeCard(person, { name });
    const page = await journey.open('/create', { as: person });
    expect(await page.getByLabel('Card name').inputValue()).toBe('');
    await page.getByLabel('Card name').fill('Three');
    const seen = await page.evaluateHandle(() => {
      const refusals: string[] = [];
      const note = () => {
        const title = document.querySelector('h1')?.textContent ?? '';
        if (title === 'Card Limit Reached') refusals.push(title);
      };
      new MutationObserver(note).observe(document.body, { childList: true, subtree: true });
      return refusals;
    });
    await page.getByRole('button', { name: 'Create Card' }).click();
    await page.waitForURL('**/dashboard');
    expect(await seen.jsonValue()).toEqual([]);
    await page.goto('/create');
    await page.getByRole('heading', { name: 'Card Limit Reached' }).waitFor();
    await page
      .getByText(
        "You've reached the maximum of 3 digital business cards per account. This helps maintain quality and prevents misuse.",
      )
      .waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'View My Cards' }).click();
    await page.waitForURL('**/cards');
  });

  it('asks an expired user to subscribe', { tags: ['thorough'] }, async () => {
    const person = await journey.register();
    await endTrial(journey, person);
    const page = await journey.open('/create', { as: person });
    await page.getByRole('heading', { name: 'Subscription Required' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Subscribe $5/month' }).click();
    await page.waitForURL('**/subscribe');
  });

  it('says that the trial has ended in a tab that is open since before, and keeps what was filled in', {
    tags: ['thorough'],
  }, async () => {
    const person = await journey.register();
    const page = await journey.open('/create', { as: person });
    await page.getByLabel('Card name').fill('Talks');
    await endTrial(journey, person);
    await page.getByRole('button', { name: 'Create Card' }).click();
    await page.getByText('Your trial has ended. $5/month is needed to create new cards.').waitFor();
    await expectAccessibleInBothThemes(page);
    await page.getByRole('link', { name: 'Subscribe $5/month' }).click();
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.waitForURL('**/subscribe');
    await journey.change("update users set trial_ends_at = now() + interval '1 hour' where username = $1", [
      person.username,
    ]);
    await page.goto('/create');
    await page.getByText('We restored your unsaved changes.').waitFor();
    expect(await page.getByLabel('Card name').inputValue()).toBe('Talks');

    await page.goto('/dashboard');
    const create = page.getByRole('link', { name: 'Create New Card' });
    await create.waitFor();
    await endTrial(journey, person);
    await page.clock.setFixedTime(Date.now() + 2 * 60 * 60 * 1000);
    await create.click();
    await page.getByRole('heading', { name: 'Subscription Required' }).waitFor();
  });

  it('sends visitors who are not signed in to sign in', { tags: ['thorough'] }, async () => {
    const page = await journey.open('/auth/login');
    await page.goto('/create');
    await page.waitForURL('**/auth/login?next=%2Fcreate');
  });
});
