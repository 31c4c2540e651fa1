import type { Locator, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { findTile } from '#test/e2e/contact-people.ts';
import { drawPaperCard } from '#test/e2e/paper-card.ts';
import { DESKTOP, expectAccessible, findToast, PHONE, startJourney } from './journey.ts';

const journey = startJourney();

it('says when they met, brings a photo back, and shows the whole history', async () => {
  const owner = await journey.register('Ada Owner');
  const { body } = await owner.client('POST', '/api/contacts', { fullName: 'Grace Hopper' });
  await journey.change(
    `insert into contact_history (id, user_id, contact_id, kind, details, created_at)
    select c.id || n, c.user_id, c.id, 'followedUp', '{}', now() - n * interval '1 day'
    from generate_series(1, 60) n, contacts c where c.id = $1`,
    [body.id],
  );
  const page = await journey.open(`/contacts/${body.id}`, { as: owner, viewport: DESKTOP });
  const history = page.getByRole('region', { name: 'Timeline' });
  await expect.poll(() => history.getByRole('listitem').count()).toBe(50);
  await page.getByRole('button', { name: 'Show older entries' }).click();
  await expect.poll(() => history.getByRole('listitem').count()).toBe(61);
  await history.getByText('Added by you').waitFor();

  const dialog = page.getByRole('dialog', { name: 'Details of Grace Hopper' });
  const details = page.getByRole('definition');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  expect(await dialog.getByLabel('When you met').inputValue()).toBe('');
  await dialog.getByLabel('When you met').fill('2026-05-01');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save Details' }).click();
  await details.filter({ hasText: 'May 1, 2026' }).waitFor();
  await page.getByText(/^Met on May 1/).waitFor();
  await history.getByText('When you met: May 1, 2026 (new)').waitFor();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await dialog.getByLabel('When you met').fill('');
  await dialog.getByRole('button', { name: 'Save Details' }).click();
  // Without another day it is the one on which they were added.
  await details.filter({ hasText: 'May 1, 2026' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Remind Me' }).click();
  await page.getByRole('dialog', { name: /Grace Hopper/ }).waitFor();
  await page.keyboard.press('Escape');

  await page
    .getByLabel('Photo of the contact')
    .setInputFiles({ name: 'grace.png', mimeType: 'image/png', buffer: await drawPaperCard() });
  await page.getByRole('button', { name: 'Change the photo' }).click();
  await page.getByRole('menuitem', { name: 'Remove the photo' }).click();
  await page.getByRole('button', { name: 'Add a photo' }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Change the photo' }).waitFor();
  expect((await owner.client('GET', `/api/contacts/${body.id}`)).body.profileImage).toMatch(/^.media/);
});

it('lets the owner choose where a follow-up goes, and lists who has had none', async () => {
  const owner = await journey.register('Ada Writer');
  await owner.client('POST', '/api/contacts', { fullName: 'One Address', email: 'one@example.com' });
  await owner.client('POST', '/api/contacts', {
    fullName: 'Two Addresses',
    email: 'first@example.com',
    moreEmails: [{ value: 'second@example.com', label: 'Work' }],
    phone: '+1 202 555 0142',
    morePhones: [{ value: '+1 202 555 0199', label: '' }],
  });
  const page = await journey.open('/contacts?filter=notFollowedUp', { as: owner, viewport: PHONE });
  await findTile(page, 'Two Addresses').getByRole('button', { name: 'AI Follow-up' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Emails go to').selectOption({ label: 'second@example.com (Work)' });
  await dialog.getByLabel('Texts go to').selectOption({ label: '+1 202 555 0199' });
  await dialog.getByRole('link', { name: 'Open in mail' }).first().waitFor();
  await expectAccessible(page);
  const mail = await dialog.getByRole('link', { name: 'Open in mail' }).first().getAttribute('href');
  expect(mail).toMatch(/^mailto:second@example\.com\?/);
  await dialog.getByRole('tab', { name: 'Casual' }).click();
  const text = await dialog.getByRole('link', { name: 'Message' }).getAttribute('href');
  expect(text).toMatch(/^sms:\+12025550199\?/);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await dialog.getByRole('button', { name: 'Copy' }).first().click();
  await dialog.getByText('Followed up today').waitFor();
  await page.reload();
  await page.getByText('1 of 2 contacts').waitFor();

  await findTile(page, 'One Address').getByRole('button', { name: 'AI Follow-up' }).click();
  await dialog.getByRole('link', { name: 'Open in mail' }).first().waitFor();
  expect(await dialog.getByLabel('Emails go to').count()).toBe(0);
});

it('leads to their social networks, which the owner corrects', async () => {
  const owner = await journey.register('Ada Owner');
  const social = { linkedin: 'https://www.linkedin.com/in/grace', discord: 'grace#1906' };
  const { body } = await owner.client('POST', '/api/contacts', { fullName: 'Grace Hopper' });
  await owner.client('PATCH', `/api/contacts/${body.id}`, { social });
  const page = await journey.open(`/contacts/${body.id}`, { as: owner, viewport: PHONE });
  const details = page.getByRole('definition');
  const link = details.getByRole('link', { name: /linkedin/ });
  expect(await link.getAttribute('href')).toBe(social.linkedin);
  // A name there has no address of its own.
  await details.getByText(social.discord, { exact: true }).waitFor();
  const dialog = page.getByRole('dialog', { name: 'Details of Grace Hopper' });
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expectAccessible(page);
  await dialog.getByLabel('LinkedIn').fill('ghopper');
  await dialog.getByLabel('Discord').fill('');
  await dialog.getByRole('button', { name: 'Save Details' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => link.getAttribute('href')).toBe('https://www.linkedin.com/in/ghopper');
  expect((await owner.client('GET', `/api/contacts/${body.id}`)).body.social).toEqual({
    linkedin: 'ghopper',
  });
});

const isFocused = (field: Locator) => () => field.evaluate((node) => node === document.activeElement);

it('sets a reminder after a time that was refused, and asks before its note is lost', async () => {
  const owner = await journey.register('Ada Owner');
  const { body } = await owner.client('POST', '/api/contacts', { fullName: 'Grace Hopper' });
  const page = await journey.open(`/contacts/${body.id}`, { as: owner, viewport: PHONE });
  journey.expectError(/status of 422/);
  const dialog = page.getByRole('dialog', { name: 'Remind me about Grace Hopper' });
  const set = dialog.getByRole('button', { name: 'Set Reminder' });
  const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  await page.getByRole('button', { name: 'Remind Me' }).click();
  await dialog.getByLabel('When').selectOption('other');
  const day = dialog.getByLabel('Day');
  await day.fill('');
  await set.click();
  await dialog.getByText('Choose a day').waitFor();
  await day.fill(dayIn(-2));
  await set.click();
  await dialog.getByText('Choose a time in the future.').first().waitFor();
  await expect.poll(isFocused(day)).toBe(true);
  await dialog.getByLabel('Reminder note').fill('Send the report');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await day.fill(dayIn(2));
  await set.click();
  await page.getByRole('heading', { name: 'Coming up' }).waitFor();
  await page.getByRole('region', { name: 'Timeline' }).getByText('Send the report').waitFor();
});

it('marks the label, the part of an address and the part of a name that are refused', async () => {
  const owner = await journey.register('Ada Owner');
  const { body } = await owner.client('POST', '/api/contacts', { fullName: 'Grace Hopper' });
  const page = await journey.open(`/contacts/${body.id}`, { as: owner, viewport: DESKTOP });
  journey.expectError(/status of 422/);
  const dialog = page.getByRole('dialog', { name: 'Details of Grace Hopper' });
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await dialog.getByRole('button', { name: 'Name details' }).click();
  const middle = dialog.getByLabel('Middle name', { exact: true });
  await middle.fill('M'.repeat(1_000));
  await dialog.getByRole('button', { name: 'Name details' }).click();
  const labels = dialog.getByLabel('Label');
  await labels.first().fill('L'.repeat(41));
  await dialog.getByRole('button', { name: 'Another email address' }).click();
  await dialog.getByLabel('Other email address').fill('grace@example.com');
  await labels.nth(1).fill('L'.repeat(41));
  await dialog.getByRole('button', { name: 'Postal address' }).click();
  const city = dialog.getByLabel('City');
  await city.fill('C'.repeat(1_000));
  await labels.last().fill('L'.repeat(41));
  await dialog.getByRole('button', { name: 'Save Details' }).click();
  for (const field of [middle, labels.first(), labels.nth(1), city, labels.last()])
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
  await expect.poll(isFocused(middle)).toBe(true);
});

it('keeps a refusal at its row, and the focus in the row that is added', async () => {
  const owner = await journey.register('Ada Owner');
  const { body } = await owner.client('POST', '/api/contacts', { fullName: 'Grace Hopper' });
  const page = await journey.open(`/contacts/${body.id}`, { as: owner, viewport: DESKTOP });
  journey.expectError(/status of 422/);
  const dialog = page.getByRole('dialog', { name: 'Details of Grace Hopper' });
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const others = dialog.getByLabel('Other phone number');
  const another = dialog.getByRole('button', { name: 'Another phone number' });
  for (const [at, number] of ['+1 202 555 0142', '1'.repeat(300), '+1 202 555 0199'].entries()) {
    await another.click();
    await expect.poll(isFocused(others.nth(at))).toBe(true);
    await others.nth(at).fill(number);
  }
  await dialog.getByRole('button', { name: 'Save Details' }).click();
  await expect.poll(() => others.nth(1).getAttribute('aria-invalid')).toBe('true');
  await dialog.getByRole('button', { name: 'Remove this phone number' }).first().click();
  await expect.poll(() => others.count()).toBe(2);
  expect(await others.nth(1).inputValue()).toBe('+1 202 555 0199');
  expect(await others.nth(1).getAttribute('aria-invalid')).toBe(null);
  await dialog.getByRole('button', { name: 'Postal address' }).click();
  await expect.poll(isFocused(dialog.getByLabel('Street'))).toBe(true);
});

it('asks before a note is lost that is being saved or changed', async () => {
  const owner = await journey.register('Ada Writer');
  await owner.client('POST', '/api/contacts', { fullName: 'Grace Hopper' });
  const page = await journey.open('/contacts', { as: owner, viewport: DESKTOP });
  const open = () => page.getByRole('link', { name: 'Grace Hopper' }).click();
  const leave = () => page.getByRole('link', { name: 'My Contacts' }).click();
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  const stay = async () => {
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await question.waitFor({ state: 'detached' });
  };
  const held: Route[] = [];
  await page.route('**/api/contacts/**/notes**', (route) => void held.push(route));
  await page.route('**/api/contacts/notes/*', (route) => void held.push(route));
  const sent = async () => {
    await expect.poll(() => held.length).toBe(1);
    return held.pop() as Route;
  };

  await open();
  const added = page.getByLabel('Add a note');
  await added.fill('Likes tea');
  await press('Add Note');
  await leave();
  await stay();
  journey.expectError(/ERR_FAILED/);
  await (await sent()).abort();
  await findToast(page, 'Error').waitFor();
  expect(await added.inputValue()).toBe('Likes tea');
  await press('Add Note');
  await leave();
  await question.waitFor();
  await (await sent()).continue();
  // There is nothing to lose any more.
  await page.waitForURL('**/contacts');
  await question.waitFor({ state: 'detached' });
  await open();

  const changed = page.getByRole('textbox', { name: 'The note' });
  const edit = async () => {
    await page.getByRole('button', { name: 'More about the note' }).click();
    await page.getByRole('menuitem', { name: 'Edit Note' }).click();
  };
  await edit();
  await press('Cancel');
  await changed.waitFor({ state: 'detached' });
  await edit();
  await changed.fill('Likes coffee');
  // One form of two is empty again.
  await added.fill('And');
  await added.fill('');
  for (const goAway of [leave, () => page.goBack(), () => press('Cancel')]) {
    await goAway();
    await stay();
    expect(await changed.inputValue()).toBe('Likes coffee');
  }
  await press('Save Note');
  await changed.fill('Likes coffee and cake');
  await (await sent()).continue();
  await page.getByRole('button', { name: 'Save Note' }).waitFor();
  expect(await changed.inputValue()).toBe('Likes coffee and cake');
  await press('Save Note');
  await (await sent()).continue();
  await changed.waitFor({ state: 'detached' });
  await page.getByText('Edited').waitFor();
  await leave();
  await page.waitForURL('**/contacts');
});
