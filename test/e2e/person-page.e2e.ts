import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { GRACE, ownerWhoMet, ZOE } from '#test/e2e/contact-people.ts';
import { DESKTOP, expectAccessible, expectNoSidewaysScroll, PHONE, startJourney } from './journey.ts';

const journey = startJourney();

/** Holds calls back until the result is called. */
async function hold(page: Page, method: string, path: string): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(path, async (route) => {
    if (route.request().method() === method) await held;
    await route.continue();
  });
  return release;
}

it('shows a contact on one page: the ways to reach them first, and one timeline of notes and events', async () => {
  const owner = await ownerWhoMet(journey, GRACE);
  const [{ id }] = (await owner.client('GET', '/api/contacts')).body;
  const page = await journey.open(`/contacts/${id}`, { as: owner, viewport: PHONE });
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await timeline.getByText('Shared their details').waitFor();
  await page.getByRole('link', { name: 'Email Grace Hopper' }).waitFor();
  await page.getByRole('link', { name: 'Call Grace Hopper' }).waitFor();
  await page.getByRole('button', { name: 'Save to Phone' }).waitFor();
  await page.getByText('“Call me about compilers”').waitFor();

  const note = page.getByLabel('Add a note');
  const direction = () => note.evaluate((field) => getComputedStyle(field).direction);
  expect(await direction()).toBe('ltr');
  await note.fill('قهوة');
  expect(await direction()).toBe('rtl');
  await note.fill('');
  const height = () => note.evaluate((field) => (field as HTMLElement).offsetHeight);
  const start = await height();
  const saveLate = await hold(page, 'POST', '**/api/contacts/*/notes');
  await note.fill('Likes tea\nand ships\nand maps');
  expect(await height()).toBeGreaterThan(start);
  await page.getByRole('button', { name: 'Add Note' }).click();
  await note.fill('Likes tea\nand ships\nand maps\nand…');
  saveLate();
  await timeline.getByText('Likes tea').waitFor();
  expect(await note.inputValue()).toMatch(/and…$/);
  await note.fill('');
  expect(await height()).toBe(start);
  await timeline.getByRole('heading', { name: 'Today' }).waitFor();
  await timeline.getByRole('button', { name: 'More about the note' }).click();
  await page.getByRole('menuitem', { name: 'Edit Note' }).click();
  await page.getByRole('textbox', { name: 'The note' }).fill('Likes coffee');
  await page.getByRole('button', { name: 'Save Note' }).click();
  await timeline.getByText('Edited').waitFor();
  await timeline.getByRole('button', { name: 'More about the note' }).click();
  await page.getByRole('menuitem', { name: 'Delete Note' }).click();
  await timeline.getByText('Likes coffee').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await timeline.getByText('Likes coffee').waitFor();

  await page.getByRole('button', { name: 'Remind Me' }).click();
  await page.getByText('Nothing will be sent: email isn’t set up yet, and no device').waitFor();
  await page.getByRole('link', { name: 'Notification settings' }).waitFor();
  await page.getByLabel('Reminder note').fill('Send the report');
  await page.getByRole('button', { name: 'Set Reminder' }).click();
  await timeline.getByRole('heading', { name: 'Coming up' }).waitFor();
  await timeline.getByText('Send the report').waitFor();
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
  await timeline.getByRole('button', { name: 'More about the reminder' }).click();
  await page.getByRole('menuitem', { name: 'Delete Reminder' }).click();
  await timeline.getByText('Send the report').waitFor({ state: 'detached' });
});

it('notes a follow-up that was copied, and saves tags that come and go quickly', {
  tags: ['thorough'],
}, async () => {
  const owner = await ownerWhoMet(journey, GRACE);
  const [{ id }] = (await owner.client('GET', '/api/contacts')).body;
  const page = await journey.open(`/contacts/${id}`, { as: owner, viewport: PHONE });
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'AI Follow-up' }).click();
  await page.getByRole('tabpanel').getByRole('button', { name: 'Copy' }).click();
  await page.getByRole('button', { name: 'Close' }).click();
  await timeline.getByText('Copied a follow-up').waitFor();

  await page.getByRole('button', { name: 'Add tag' }).click();
  await page.getByLabel('New tag').fill('Navy');
  // The Escape that ends a composition, as of Japanese.
  await page.getByLabel('New tag').dispatchEvent('keydown', { key: 'Escape', isComposing: true });
  expect(await page.getByLabel('New tag').inputValue()).toBe('Navy');
  await page.keyboard.press('Enter');
  const remove = (tag: string) => page.getByRole('button', { name: `Remove the tag ${tag}` });
  await remove('Navy').waitFor();
  await page.getByRole('button', { name: 'Add tag' }).click();
  await page.getByLabel('New tag').fill('Math');
  await page.keyboard.press('Enter');
  await remove('Math').waitFor();
  const saveTags = await hold(page, 'PATCH', '**/api/contacts/*');
  await remove('Navy').click();
  await remove('Navy').waitFor({ state: 'detached' });
  await remove('Math').click();
  saveTags();
  const tagsOf = async () => (await owner.client('GET', `/api/contacts/${id}`)).body.tags;
  await expect.poll(tagsOf).toEqual([]);
});

it('asks before a note that was typed is lost', { tags: ['thorough'] }, async () => {
  const owner = await ownerWhoMet(journey, GRACE);
  const [{ id }] = (await owner.client('GET', '/api/contacts')).body;
  const page = await journey.open(`/contacts/${id}`, { as: owner, viewport: DESKTOP });
  await page.getByLabel('Add a note').fill('Likes tea');
  await page.getByRole('link', { name: 'My Contacts' }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  expect(await page.getByLabel('Add a note').inputValue()).toBe('Likes tea');
  await page.getByRole('button', { name: 'Add Note' }).click();
  await page.getByRole('region', { name: 'Timeline' }).getByText('Likes tea').waitFor();
  await page.getByRole('link', { name: 'My Contacts' }).click();
  await page.waitForURL('**/contacts');
});

it('asks before details that were typed are lost, sends no blank rows, and leads to what is wrong', {
  tags: ['thorough'],
}, async () => {
  const owner = await ownerWhoMet(journey, GRACE);
  const [{ id }] = (await owner.client('GET', '/api/contacts')).body;
  const page = await journey.open(`/contacts/${id}`, { as: owner, viewport: DESKTOP });
  const edit = page.getByRole('button', { name: 'Edit', exact: true });
  const dialog = page.getByRole('dialog', { name: 'Details of Grace Hopper' });
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await edit.click();
  await dialog.getByRole('button', { name: 'Another phone number' }).click();
  // Nothing was typed.
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await edit.click();
  const company = dialog.getByLabel('Company', { exact: true });
  await company.fill('Army');
  const leave = [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(5, 5),
    () => page.goBack(),
    () => dialog.getByRole('button', { name: 'Cancel' }).click(),
  ];
  for (const tryToLeave of leave) {
    await tryToLeave();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await company.inputValue()).toBe('Army');
  }

  const another = dialog.getByRole('button', { name: 'Another phone number' });
  const remove = dialog.getByRole('button', { name: 'Remove this phone number' });
  const isFocused = (field: Locator) => () => field.evaluate((node) => node === document.activeElement);
  await another.click();
  await another.click();
  await remove.first().click();
  await expect.poll(isFocused(dialog.getByLabel('Other phone number'))).toBe(true);
  await remove.click();
  await expect.poll(isFocused(another)).toBe(true);

  await another.click();
  await dialog.getByRole('button', { name: 'Postal address' }).click();
  await dialog.getByRole('button', { name: 'Another postal address' }).click();
  const name = dialog.getByLabel('Full name');
  journey.expectError(/status of 422/);
  await name.fill('');
  await dialog.getByRole('button', { name: 'Save Details' }).click();
  await dialog.getByText('Name is required').first().waitFor();
  await expect.poll(isFocused(name)).toBe(true);
  expect(await page.getByText('fullName').count()).toBe(0);
  await name.fill('Grace Hopper');
  await dialog.getByRole('button', { name: 'Save Details' }).click();
  await dialog.waitFor({ state: 'detached' });
  const saved = { company: 'Army', morePhones: [], addresses: [] };
  expect((await owner.client('GET', `/api/contacts/${id}`)).body).toMatchObject(saved);

  await edit.click();
  await company.fill('Nobody');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect((await owner.client('GET', `/api/contacts/${id}`)).body).toMatchObject(saved);
});

it('has fields of one width on a phone, which the question before leaving dims', {
  tags: ['thorough'],
}, async () => {
  const owner = await ownerWhoMet(journey, GRACE);
  const [{ id }] = (await owner.client('GET', '/api/contacts')).body;
  const page = await journey.open(`/contacts/${id}`, { as: owner, viewport: PHONE });
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Details of Grace Hopper' });
  const widthOf = async (field: Locator) => (await field.boundingBox())?.width;
  const company = dialog.getByLabel('Company', { exact: true });
  expect(await widthOf(dialog.getByLabel('Label').first())).toBe(await widthOf(company));
  await company.fill('Army');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
  const isOnTop = page.getByText('Details of Grace Hopper').evaluate((title) => {
    const below = title.closest<HTMLElement>('[role=dialog]');
    const { x, y } = title.getBoundingClientRect();
    // Otherwise it is passed over.
    below?.style.setProperty('pointer-events', 'auto');
    return below?.contains(document.elementFromPoint(x, y));
  });
  expect(await isOnTop).toBe(false);
});

it('moves nothing while its parts arrive', { tags: ['thorough'] }, async () => {
  const owner = await ownerWhoMet(journey, GRACE);
  const [{ id }] = (await owner.client('GET', '/api/contacts')).body;
  const page = await journey.open('/dashboard', { as: owner, viewport: DESKTOP });
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        Object.assign(window, { shift: Reflect.get(window, 'shift') + entry.value });
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(`/contacts/${id}`);
  await page.getByRole('region', { name: 'Timeline' }).getByText('Shared their details').waitFor();
  expect(await page.evaluate(() => Reflect.get(window, 'shift'))).toBeLessThan(0.02);
});

it('corrects a name and its parts, and asks whether a changed name is still pronounced as before', {
  tags: ['thorough'],
}, async () => {
  const owner = await ownerWhoMet(journey, { ...ZOE, fullName: 'Weird Al Yankovic' });
  const [{ id }] = (await owner.client('GET', '/api/contacts')).body;
  const page = await journey.open(`/contacts/${id}`, { as: owner, viewport: PHONE });
  const edit = page.getByRole('button', { name: 'Edit', exact: true });
  const dialog = page.getByRole('dialog', { name: 'Details of Weird Al Yankovic' });
  await edit.click();
  await dialog.getByRole('button', { name: 'Name details' }).click();
  expect(await dialog.getByLabel('Last name', { exact: true }).getAttribute('placeholder')).toBe('Yankovic');
  await dialog.getByLabel('First name', { exact: true }).fill('Weird Al');
  await dialog.getByLabel('Phonetic last name').fill('YANK-oh-vik');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await dialog.getByRole('button', { name: 'Save Details' }).click();
  await dialog.waitFor({ state: 'detached' });
  await edit.click();
  await dialog.getByLabel('Full name').fill('Weird Al Smith');
  await dialog.getByRole('button', { name: 'Save Details' }).click();
  await dialog.getByText('Is it still pronounced “YANK-oh-vik”?').waitFor();
  expect(await dialog.getByRole('alert').evaluate((question) => question === document.activeElement)).toBe(
    true,
  );
  await dialog.getByRole('button', { name: 'Remove it' }).click();
  await page.getByRole('heading', { level: 1, name: 'Weird Al Smith' }).waitFor();
  expect((await owner.client('GET', '/api/contacts')).body).toMatchObject([
    { fullName: 'Weird Al Smith', givenName: 'Weird Al', familyName: null, phoneticFamilyName: null },
  ]);
});
