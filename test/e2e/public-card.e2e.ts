import type { Download, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { TEMPLATES } from '#shared/contract/constants.ts';
import {
  expectAccessible,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  PHONE,
  startJourney,
} from '#test/e2e/journey.ts';
import { CARD as VISITED } from '#test/engines/cards.ts';
import { firstOf } from '#test/thorough.ts';

/** A deleted card and a refused form are tried on purpose. */
const journey = startJourney({ expectedErrors: /status of (404|422)/ });

const CARD = {
  ...VISITED,
  name: 'Work',
  skills: ['Earth construction'],
  achievements: ['Shortlisted'],
  social: { linkedin: 'mayaosei', discord: 'maya' },
  leadCaptureFields: ['phone', 'message'],
};

const PHONE_BROWSER =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36';

/** An owner with a published card, and its address. */
async function publish(fields: object = {}) {
  const owner = await journey.register('Maya Osei');
  const { status, body } = await owner.client('POST', '/api/cards', { ...CARD, ...fields });
  expect(status).toBe(200);
  const contacts = async () => (await owner.client('GET', '/api/contacts')).body;
  return { owner, path: `/card/${body.id}`, id: body.id as string, contacts };
}

async function readText(download: Download): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Share Your Contact Information' });

async function openDialog(page: Page) {
  await page.getByRole('link', { name: 'Exchange Contact' }).click();
  const dialog = dialogOf(page);
  await dialog.waitFor();
  return dialog;
}

describe('A stranger with a phone', () => {
  it('saves the contact, and the button says so', { tags: ['thorough'] }, async () => {
    const { path } = await publish();
    const page = await journey.open(path);
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Save Contact' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('Maya_Osei.vcf');
    expect(await readText(download)).toMatch(/^BEGIN:VCARD\r\nVERSION:3\.0/);
    const saved = page.getByRole('link', { name: 'Contact Saved' });
    await saved.waitFor();
    expect(await saved.getAttribute('aria-disabled')).toBe('true');
    await expectAccessible(page);
  });

  it('says that the contact was saved even if the first request got no response', {
    tags: ['thorough'],
  }, async () => {
    const { path } = await publish();
    const page = await journey.open(path);
    journey.expectError(/ERR_FAILED .*vcard$/);
    let asked = 0;
    await page.route('**/vcard', async (route) => {
      if (route.request().method() !== 'HEAD') return route.continue();
      asked += 1;
      return asked === 1 ? route.abort() : route.continue();
    });
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Save Contact' }).click();
    expect((await downloading).suggestedFilename()).toBe('Maya_Osei.vcf');
    await page.getByRole('link', { name: 'Contact Saved' }).waitFor();
    expect(asked).toBe(2);
  });

  it('shares their own details in the dialog, with the texts of the specification', async () => {
    const { path, contacts } = await publish();
    const page = await journey.open(path);
    const dialog = await openDialog(page);
    await dialog
      .getByText('Connect with Maya Osei by sharing your contact details', { exact: true })
      .waitFor();
    await dialog.getByRole('button', { name: 'Share Contact' }).click();
    await dialog.getByText('Name is required', { exact: true }).waitFor();
    await dialog.getByText('Valid email is required', { exact: true }).waitFor();
    await expectAccessible(page);
    await dialog.getByLabel('Full Name').fill('Kofi Mensah');
    await dialog.getByLabel('Email Address').fill('kofi@example.com');
    await dialog.getByLabel('Phone Number').fill('+233 24 000 0000');
    await dialog.getByLabel('Company').fill('Harbour Works');
    await dialog.getByLabel('Job Title').fill('Engineer');
    await dialog.getByLabel('Website').fill('harbour.example');
    await dialog.getByLabel('Message (optional)').fill('We met at the market');
    let answer = () => {};
    const mayAnswer = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/contacts/exchange', async (route) => {
      await mayAnswer;
      await route.continue();
    });
    const asked = page.waitForRequest('**/api/contacts/exchange');
    await dialog.getByRole('button', { name: 'Share Contact' }).click();
    // How long the form was shown tells people from programs.
    expect((await asked).postDataJSON()).toMatchObject({ subject: '', elapsed: expect.any(Number) });
    await dialog.getByRole('button', { name: 'Sharing...' }).waitFor();
    answer();
    const title = dialog.getByRole('heading', { name: 'Contact Shared Successfully!' });
    await title.waitFor();
    await dialog.getByText('Maya Osei will see your details in their contact list.').waitFor();
    const toast = dialog.getByRole('status');
    await toast.getByText('Contact shared successfully!', { exact: true }).waitFor();
    await toast.getByText('Your contact information has been shared with Maya Osei.').waitFor();
    await expectAccessible(page);
    const downloading = page.waitForEvent('download');
    await dialog.getByRole('link', { name: 'Save Maya’s Contact' }).click();
    expect((await downloading).suggestedFilename()).toBe('Maya_Osei.vcf');
    await dialog.getByRole('link', { name: 'Contact Saved' }).waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: 'Contact Saved' }).waitFor();
    expect(await contacts()).toMatchObject([
      {
        fullName: 'Kofi Mensah',
        email: 'kofi@example.com',
        company: 'Harbour Works',
        jobTitle: 'Engineer',
        notes: 'We met at the market',
        cardName: 'Work',
      },
    ]);
    await openDialog(page);
    expect(await dialog.getByLabel('Full Name').inputValue()).toBe('');
  });

  it('closes the dialog with Cancel or Escape, and is back where they were', {
    tags: ['thorough'],
  }, async () => {
    const { path } = await publish();
    const page = await journey.open(path);
    const opener = page.getByRole('link', { name: 'Exchange Contact' });
    for (const close of [
      () => dialogOf(page).getByRole('button', { name: 'Cancel' }).click(),
      () => page.keyboard.press('Escape'),
    ]) {
      await opener.focus();
      await page.keyboard.press('Enter');
      await dialogOf(page).waitFor();
      await dialogOf(page).getByLabel('Full Name').fill('Half typed');
      await close();
      await dialogOf(page).waitFor({ state: 'hidden' });
      expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true);
    }
    await openDialog(page);
    expect(await dialogOf(page).getByLabel('Full Name').inputValue()).toBe('');
  });

  it('fills in the lead form of the card', async () => {
    const { owner, path } = await publish();
    const page = await journey.open(path);
    const form = page.getByRole('form', { name: 'Get in touch' });
    await form.getByRole('button', { name: 'Send' }).click();
    await form.getByText('Name is required', { exact: true }).waitFor();
    await form.getByLabel('Name').fill('Esi Boateng');
    await form.getByRole('textbox', { name: 'Email' }).fill('esi@example.com');
    await form.getByLabel('Message').fill('A library for Cape Coast?');
    expect(await form.getByLabel('Company').count()).toBe(0);
    await form.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Maya Osei has your details.').waitFor();
    expect((await owner.client('GET', '/api/contacts/leads')).body).toMatchObject([
      { leadName: 'Esi Boateng', leadMessage: 'A library for Cape Coast?' },
    ]);
  });

  it.each([
    [true, 'views'],
    [false, 'views.gif'],
  ])('is counted as one view, scripts on: %s', { tags: ['thorough'] }, async (javaScriptEnabled, call) => {
    const { owner, path, id } = await publish();
    const page = await journey.open('/logo-preview', { javaScriptEnabled, userAgent: PHONE_BROWSER });
    const recorded = page.waitForResponse((response) => response.url().endsWith(`/api/cards/${id}/${call}`));
    await page.goto(path);
    expect((await recorded).status()).toBe(200);
    const counted = async () => (await owner.client('GET', `/api/cards/${id}`)).body.viewCount;
    await expect.poll(counted, { timeout: 20_000 }).toBe(1);
  });
});

describe('Without scripts', { tags: ['thorough'] }, () => {
  it('the card is complete, its file downloads and the exchange is a form', async () => {
    const { path, contacts } = await publish();
    const page = await journey.open(path, { javaScriptEnabled: false });
    await page.getByRole('heading', { name: 'Maya Osei', level: 1 }).waitFor();
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Save Contact' }).click();
    expect((await downloading).suggestedFilename()).toBe('Maya_Osei.vcf');
    await page.getByRole('link', { name: 'Exchange Contact' }).click();
    await page.getByRole('heading', { name: 'Share Your Contact Information', level: 1 }).waitFor();
    await page.getByLabel('Full Name').fill('Kofi Mensah');
    await page.getByRole('button', { name: 'Share Contact' }).click();
    await page.getByText('Valid email is required', { exact: true }).waitFor();
    expect(await page.getByLabel('Full Name').inputValue()).toBe('Kofi Mensah');
    await page.getByLabel('Email Address').fill('kofi@example.com');
    await page.getByRole('button', { name: 'Share Contact' }).click();
    await page.getByRole('heading', { name: 'Contact Shared Successfully!' }).waitFor();
    await page.getByRole('link', { name: 'Save Maya’s Contact' }).waitFor();
    await page.getByRole('link', { name: 'Done' }).click();
    await page.waitForURL(`**${path}`);
    expect(await contacts()).toMatchObject([{ fullName: 'Kofi Mensah' }]);
  });
});

describe.each(firstOf(TEMPLATES))('The %s design', (template) => {
  it('is accessible in both themes and fits the narrowest phone', async () => {
    const { path } = await publish({ template, backgroundVideo: 'preset:aurora' });
    const page = await journey.open(path);
    await expectAccessibleInBothThemes(page);
    await openDialog(page);
    await expectAccessibleInBothThemes(page);
    await page.keyboard.press('Escape');
    // Closing goes a step back in history, which would abort the way to the next page.
    await expect.poll(() => page.evaluate(() => history.state)).toBe(null);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoSidewaysScroll(page);
    await page.goto(`${path}/exchange`);
    await expectAccessibleInBothThemes(page);
    await expectNoSidewaysScroll(page);
  });

  it('has Save Contact on the first screen of a phone, even at twice the text size', async () => {
    const fullName = 'Wolfeschlegelsteinhausenbergerdorff Nakamura-Featherstonehaugh';
    const { path } = await publish({ template, fullName, backgroundVideo: 'preset:ocean' });
    const page = await journey.open(path, { viewport: PHONE });
    for (const size of ['100%', '200%']) {
      await page.evaluate((text) => {
        document.documentElement.style.fontSize = text;
      }, size);
      const box = await page.getByRole('link', { name: 'Save Contact' }).boundingBox();
      expect(box?.y).toBeGreaterThanOrEqual(0);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(PHONE.height);
      await expectNoSidewaysScroll(page);
    }
  });
});

describe('A moving background', () => {
  it('can be paused, and does not move for people who prefer less motion', {
    tags: ['thorough'],
  }, async () => {
    const { path } = await publish({ backgroundVideo: 'preset:fire' });
    const page = await journey.open(path, { reducedMotion: 'no-preference' });
    const isMoving = () =>
      page.evaluate(() => document.getAnimations().some((animation) => animation.playState === 'running'));
    expect(await isMoving()).toBe(true);
    const pause = page.getByRole('button', { name: 'Pause background' });
    await pause.click();
    expect(await pause.getAttribute('aria-pressed')).toBe('true');
    expect(await isMoving()).toBe(false);
    await pause.click();
    expect(await isMoving()).toBe(true);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await isMoving()).toBe(false);
  });
});

describe('A missing card', () => {
  it('is reported in the words of the specification', async () => {
    const page = await journey.open('/card/nosuchcard');
    await page.getByRole('heading', { name: 'Card Not Found', level: 1 }).waitFor();
    await page.getByText("This business card doesn't exist or has been removed.", { exact: true }).waitFor();
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoSidewaysScroll(page);
  });
});
