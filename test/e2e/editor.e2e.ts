import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import {
  DESKTOP,
  expectAccessible,
  expectNoSidewaysScroll,
  type Person,
  startJourney,
} from '#test/e2e/journey.ts';

const journey = startJourney({
  // A refusal that is provoked here is logged by the browser too.
  expectedErrors: /status of (401|403|404|422)|ERR_FAILED/,
});

const TABS = ['Basic', 'Design', 'Social', 'Media'];

const picture = (name: string, background: string) =>
  sharp({ create: { width: 1200, height: 900, channels: 3, background } })
    .jpeg()
    .toBuffer()
    .then((buffer) => ({ name, mimeType: 'image/jpeg', buffer }));

const openTab = (page: Page, name: string) => page.getByRole('tab', { name }).click();

async function makeCard(person: Person, fields: Record<string, unknown> = {}): Promise<string> {
  const answer = await person.client('POST', '/api/cards', {
    name: 'Work',
    fullName: person.fullName,
    ...fields,
  });
  expect(answer.status).toBe(200);
  return answer.body.id;
}

async function cardsOf(person: Person) {
  return (await person.client('GET', '/api/cards')).body;
}

describe('creating a card', () => {
  it('takes two fields', async () => {
    const person = await journey.register();
    const page = await journey.open('/create', { as: person });
    await page.getByLabel('Card name').fill('Work');
    expect(await page.getByLabel('Full name').inputValue()).toBe('Ada Lovelace');
    await page.getByRole('button', { name: 'Create Card' }).click();
    await page.waitForURL('**/dashboard');
    await page.getByText('Success!').waitFor();
    await page.getByText('Your digital business card has been created.').waitFor();
    expect(await cardsOf(person)).toMatchObject([
      { name: 'Work', fullName: 'Ada Lovelace', primaryColor: '#6366F1', secondaryColor: '#8B5CF6' },
    ]);
  });

  it('says under each field what it needs, and goes to the first', async () => {
    const person = await journey.register();
    const page = await journey.open('/create', { as: person });
    await page.getByLabel('Full name').fill('');
    await page.getByLabel('Email', { exact: true }).fill('ada@');
    await openTab(page, 'Social');
    await page.getByLabel('LinkedIn').fill('javascript:alert(1)');
    await page.getByRole('button', { name: 'Create Card' }).click();
    await page.getByText('Card name is required').waitFor();
    await page.getByText('Full name is required').waitFor();
    await page.getByText('Invalid email').waitFor();
    await page.getByRole('tab', { name: 'Social, has errors' }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name');
    expect(await cardsOf(person)).toEqual([]);
  });

  it('shows what the server says about a field under that field', async () => {
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

  it('takes a photo by file, by drop and by paste, and shows it on the card at once', async () => {
    const person = await journey.register();
    const page = await journey.open('/create', { as: person, viewport: DESKTOP });
    await page.getByLabel('Card name').fill('Work');
    await page.getByLabel('Upload profile picture').setInputFiles(await picture('me.jpg', 'maroon'));
    await page.getByText('Upload successful').waitFor();
    const shown = page.getByRole('complementary').locator('img[src^="/media/"]');
    await shown.waitFor();
    const first = await shown.getAttribute('src');
    await give(page, 'drop', await picture('dropped.jpg', 'navy'));
    await expect.poll(() => shown.getAttribute('src')).not.toBe(first);
    const second = await shown.getAttribute('src');
    await give(page, 'paste', await picture('pasted.jpg', 'teal'));
    await expect.poll(() => shown.getAttribute('src')).not.toBe(second);
    const third = await shown.getAttribute('src');
    await page.getByRole('button', { name: 'Create Card' }).click();
    await page.waitForURL('**/dashboard');
    expect(await cardsOf(person)).toMatchObject([{ profileImage: third }]);
    expect((await person.client('GET', third ?? '')).status).toBe(200);
  });

  it('refuses files in the words of the specification and keeps what was there', async () => {
    const person = await journey.register();
    const page = await journey.open('/create', { as: person });
    const slot = page.getByLabel('Upload profile picture');
    const buffer = Buffer.alloc(5 * 1024 * 1024 + 1);
    await slot.setInputFiles({ name: 'huge.png', mimeType: 'image/png', buffer });
    await page.getByText('huge.png is larger than 5MB. Please choose a smaller file.').first().waitFor();
    await slot.setInputFiles({ name: 'cv.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') });
    await page.getByText('cv.pdf is not an image file. Please select an image.').first().waitFor();
    await page.getByText('Invalid file type').waitFor();
    const whole = await picture('torn.jpg', 'olive');
    await slot.setInputFiles({ ...whole, buffer: whole.buffer.subarray(0, 400) });
    await page.getByText('Could not process torn.jpg. Please try a different image.').first().waitFor();
    await page.getByText('Image processing failed').waitFor();
  });

  it('stops at three cards', async () => {
    const person = await journey.register();
    for (const name of ['One', 'Two', 'Three']) await makeCard(person, { name });
    const page = await journey.open('/create', { as: person });
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

  it('asks an expired user to subscribe', async () => {
    const person = await journey.register();
    const page = await journey.open('/dashboard', { as: person });
    await page.route('**/api/auth/me', async (route) => {
      const response = await route.fetch();
      const account = await response.json();
      await route.fulfill({
        response,
        json: { ...account, user: { ...account.user, subscriptionStatus: 'expired' } },
      });
    });
    await page.goto('/create');
    await page.getByRole('heading', { name: 'Subscription Required' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Subscribe $5/month' }).click();
    await page.waitForURL('**/subscribe');
  });

  it('sends who is not signed in to sign in', async () => {
    const page = await journey.open('/auth/login');
    await page.goto('/create');
    await page.waitForURL('**/auth/login?next=%2Fcreate');
  });
});

/** Drops or pastes a file on the profile picture. */
async function give(
  page: Page,
  how: 'drop' | 'paste',
  file: { name: string; mimeType: string; buffer: Buffer },
) {
  const transfer = await page.evaluateHandle(
    ({ name, mimeType, base64 }) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], name, { type: mimeType }));
      return data;
    },
    { name: file.name, mimeType: file.mimeType, base64: file.buffer.toString('base64') },
  );
  const slot = page.getByRole('group', { name: 'Profile picture' });
  if (how === 'drop') await slot.dispatchEvent('drop', { dataTransfer: transfer });
  else {
    await slot.evaluate(
      (element, clipboardData) =>
        element.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
        ),
      transfer,
    );
  }
}

describe('the form of a card', () => {
  it('reads well on every tab, light and dark, and nowhere scrolls sideways', async () => {
    const person = await journey.register();
    const id = await makeCard(person, { leadCaptureEnabled: true, leadCaptureFields: ['name', 'email'] });
    const narrow = { width: 320, height: 640 };
    for (const look of [
      { colorScheme: 'light', viewport: narrow },
      { colorScheme: 'dark', viewport: DESKTOP },
      { colorScheme: 'dark', viewport: narrow },
      { colorScheme: 'light', viewport: DESKTOP },
    ] as const) {
      const page = await journey.open(`/edit-card/${id}`, { as: person, ...look });
      // Colours on their way from one to another are nobody's contrast.
      await page.emulateMedia({ reducedMotion: 'reduce' });
      for (const tab of TABS) {
        await openTab(page, tab);
        await page.getByRole('tabpanel', { name: tab }).getByRole('heading').first().waitFor();
        await expectAccessible(page);
        await expectNoSidewaysScroll(page);
      }
      await page.getByRole('radio', { name: 'Preview' }).check();
      await page.getByRole('region', { name: 'Preview' }).getByText('Ada Lovelace').waitFor();
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    }
  });

  it('shows the card as it is being made', async () => {
    const person = await journey.register();
    const page = await journey.open('/create', { as: person, viewport: DESKTOP });
    const preview = page.getByRole('complementary', { name: 'Live preview' });
    await page.getByLabel('Job title').fill('Analyst');
    await preview.getByText('Analyst').waitFor();
    await openTab(page, 'Design');
    await page.getByRole('radio', { name: 'Classic: Traditional business style' }).check();
    await preview.locator('.gl-card.classic').waitFor();
    await page.getByRole('radio', { name: 'Sunset Orange' }).check();
    expect(await page.getByLabel('Primary colour', { exact: true }).inputValue()).toBe('#EA580C');
    await openTab(page, 'Media');
    await page.getByRole('radio', { name: 'Ocean' }).check();
    await preview.locator('.sky.ocean').waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Remove Background Video' }).click();
    await preview.locator('.sky.ocean').waitFor({ state: 'detached' });
    expect(await page.getByRole('radio', { name: 'Ocean' }).isChecked()).toBe(false);
  });

  it('warns where no text reads on a pair of colours', async () => {
    const person = await journey.register();
    const page = await journey.open('/create?tab=design', { as: person });
    await page.getByLabel('Primary colour', { exact: true }).fill('#000000');
    await page.getByLabel('Secondary colour', { exact: true }).fill('#ffffff');
    await page.getByText(/^No text colour reads well on both colours/).waitFor();
  });

  it('puts photos in order by keyboard, and takes them away', async () => {
    const person = await journey.register();
    const id = await makeCard(person);
    const page = await journey.open(`/edit-card/${id}?tab=media`, { as: person });
    const files = await Promise.all(
      ['red', 'green', 'blue'].map((colour) => picture(`${colour}.jpg`, colour)),
    );
    await page.getByLabel('Add photos to Photo gallery').setInputFiles(files);
    await page.getByText('3 files uploaded.').waitFor();
    const gallery = page.getByRole('group', { name: 'Photo gallery' });
    const order = () =>
      gallery.locator('img').evaluateAll((all) => all.map((img) => img.getAttribute('src')));
    const [red, green, blue] = await order();
    await gallery.getByRole('button', { name: 'Drag photo 1' }).focus();
    await page.keyboard.press('Space');
    await page.getByText('The photo is at place 1 of 3.').waitFor({ state: 'attached' });
    // The arrow keys work a moment after the tile is picked up; nothing lies further right than place 2.
    const second = page.getByText('The photo is at place 2 of 3.');
    await expect
      .poll(async () => {
        await page.keyboard.press('ArrowRight');
        return second.count();
      })
      .toBe(1);
    await page.keyboard.press('Space');
    await expect.poll(order).toEqual([green, red, blue]);
    await gallery.getByRole('button', { name: 'Move photo 3 earlier' }).click();
    await expect.poll(order).toEqual([green, blue, red]);
    await gallery.getByRole('button', { name: 'Remove photo 1' }).click();
    await expect.poll(order).toEqual([blue, red]);
    await page.getByRole('button', { name: 'Update Card' }).click();
    await page.waitForURL('**/dashboard');
    expect(await cardsOf(person)).toMatchObject([{ photoGallery: [blue, red] }]);
  });
});

describe('editing a card', () => {
  it('fills the form, saves what was changed and keeps the rest', async () => {
    const person = await journey.register();
    const id = await makeCard(person, { jobTitle: 'Clerk', company: 'Acme', skills: ['Sums'] });
    const page = await journey.open(`/edit-card/${id}`, { as: person });
    expect(await page.getByLabel('Company').inputValue()).toBe('Acme');
    await page.getByLabel('Job title').fill('Analyst');
    await page.getByLabel('Skills').fill('Sums, Engines, ');
    await page.getByRole('button', { name: /^More details/ }).click();
    await page.getByLabel('Work phone').fill('+1 555 010 9999');
    await openTab(page, 'Social');
    await page.getByRole('button', { name: 'Add network' }).click();
    await page.getByRole('menuitem', { name: 'Telegram' }).click();
    await page.keyboard.type('ada');
    await page.getByLabel('Websites').fill('https://ada.dev\n\nengines.example');
    await openTab(page, 'Media');
    await page.getByText('Max 10MB, MP4/MOV recommended').waitFor();
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

  it('says so when saving fails, and keeps what was typed', async () => {
    const person = await journey.register();
    const id = await makeCard(person);
    const page = await journey.open(`/edit-card/${id}`, { as: person });
    await page.getByLabel('Job title').fill('Analyst');
    await page.route(`**/api/cards/${id}`, (route) => route.abort());
    await page.getByRole('button', { name: 'Update Card' }).click();
    await page.getByText('Failed to update card. Please try again.').waitFor();
    expect(await page.getByLabel('Job title').inputValue()).toBe('Analyst');
    await page.unroute(`**/api/cards/${id}`);
    await page.getByRole('button', { name: 'Update Card' }).click();
    await page.waitForURL('**/dashboard');
    expect(await cardsOf(person)).toMatchObject([{ jobTitle: 'Analyst' }]);
  });

  it('offers to try again on a dead network', async () => {
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

  it("does not find a card that is gone or someone else's", async () => {
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

describe('unsaved changes', () => {
  it('are not left behind unasked', async () => {
    const person = await journey.register();
    const id = await makeCard(person);
    const page = await journey.open(`/edit-card/${id}`, { as: person });
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
    await back.click();
    await dialog.getByRole('button', { name: 'Discard changes' }).click();
    await page.waitForURL('**/dashboard');
    await page.goto(`/edit-card/${id}`);
    expect(await page.getByLabel('Job title').inputValue()).toBe('');
    await back.click();
    await page.waitForURL('**/dashboard');
  });

  it('survive a reload until they are discarded', async () => {
    const person = await journey.register();
    const page = await journey.open('/create', { as: person });
    await page.getByLabel('Job title').fill('Analyst');
    await openTab(page, 'Social');
    await page.getByRole('button', { name: 'Add network' }).click();
    await page.getByRole('menuitem', { name: 'Discord' }).click();
    await page.keyboard.type('ada');
    await page.reload();
    await page.getByText('Your unsaved changes are back.').waitFor();
    expect(await page.getByRole('textbox', { name: 'Discord' }).inputValue()).toBe('ada');
    await openTab(page, 'Basic');
    expect(await page.getByLabel('Job title').inputValue()).toBe('Analyst');
    await page.getByRole('button', { name: 'Discard them' }).click();
    expect(await page.getByLabel('Job title').inputValue()).toBe('');
    expect(await page.getByLabel('Full name').inputValue()).toBe('Ada Lovelace');
    await page.reload();
    await page.getByLabel('Job title').waitFor();
    expect(await page.getByText('Your unsaved changes are back.').count()).toBe(0);
  });
});
