import { expect, it } from 'vitest';
import { LIST_MAX } from '#shared/contract/constants.ts';
import { addField, cardsOf, makeCard } from '#test/e2e/card-editor.ts';
import { expectAccessible, expectAccessibleInBothThemes, SIZES, startJourney } from '#test/e2e/journey.ts';

const journey = startJourney();

it.each(SIZES)(
  'The preview slides over the form at $width px, which keeps place, focus and text',
  async (viewport) => {
    const person = await journey.register();
    const id = await makeCard(person, { bio: 'Notes on the Analytical Engine.' });
    const page = await journey.open(`/edit-card/${id}`, { as: person, viewport });
    await page.getByRole('heading', { level: 1, name: 'Work' }).waitFor();
    await addField(page, 'Pronouns');
    const pronouns = page.getByLabel('Pronouns');
    await pronouns.fill('she/her');
    await page.keyboard.press('ArrowLeft');
    const place = () => page.evaluate(() => window.scrollY);
    const before = await place();
    const preview = page.getByRole('region', { name: 'Preview' });
    expect(await preview.count()).toBe(0);
    await page.getByRole('radio', { name: 'Preview' }).check();
    await preview.getByText('she/her').waitFor();
    expect(await page.locator('form').evaluate((form: HTMLElement) => form.inert)).toBe(true);
    await expectAccessible(page);
    await page.getByRole('radio', { name: 'Edit' }).check();
    await expect.poll(() => preview.count()).toBe(0);
    await expect.poll(() => pronouns.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await place()).toBe(before);
    await page.keyboard.type('!');
    expect(await pronouns.inputValue()).toBe('she/he!r');
  },
);

it('Fields that most cards leave empty are added by keyboard, and one that is wrong shows itself', async () => {
  const person = await journey.register();
  const id = await makeCard(person, { location: 'London' });
  const page = await journey.open(`/edit-card/${id}`, { as: person });
  await page.getByLabel('Location').waitFor();
  for (const label of ['Website', 'Bio', 'Skills', 'Prefix'])
    expect(await page.getByLabel(label, { exact: true }).count()).toBe(0);
  const adder = page.getByRole('button', { name: 'Add a field' });
  await adder.press('Enter');
  await page.getByRole('menuitem', { name: 'Website', exact: true }).waitFor();
  expect(await page.getByRole('menuitem', { name: 'Location' }).count()).toBe(0);
  await expectAccessibleInBothThemes(page);
  await page.getByRole('menuitem', { name: 'Work email' }).press('Enter');
  const field = page.getByLabel('Work email');
  await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.type('ada@engines.example');
  await page.route(`**/api/cards/${id}`, (route) => {
    const fields = { pronouns: 'String must contain at most 60 character(s)' };
    return route.fulfill({
      status: 422,
      json: { message: 'Please check the marked fields.', code: 'invalid', fields },
    });
  });
  journey.expectError(/status of 422/);
  await page.getByRole('button', { name: 'Update Card' }).click();
  const pronouns = page.getByLabel('Pronouns');
  await expect.poll(() => pronouns.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.unroute(`**/api/cards/${id}`);
  await page.getByRole('button', { name: 'Update Card' }).click();
  await page.waitForURL('**/dashboard');
  expect(await cardsOf(person)).toMatchObject([{ workEmail: 'ada@engines.example', location: 'London' }]);
});

it('The reason why a full gallery is refused takes the focus: no button adds to it', async () => {
  const person = await journey.register();
  const photoGallery = Array.from({ length: LIST_MAX.media }, (_, n) => `https://example.com/${n}.jpg`);
  const id = await makeCard(person, { photoGallery });
  const page = await journey.open(`/edit-card/${id}?tab=media`, { as: person });
  await page.getByRole('group', { name: 'Photo gallery' }).waitFor();
  await page.route(`**/api/cards/${id}`, (route) => {
    const fields = { photoGallery: 'This address can’t be used.' };
    return route.fulfill({
      status: 422,
      json: { message: 'Please check the marked fields.', code: 'invalid', fields },
    });
  });
  journey.expectError(/status of 422/);
  await page.getByRole('switch', { name: 'Lead Capture Form' }).check();
  await page.getByRole('button', { name: 'Update Card' }).click();
  const reason = page.getByRole('alert').filter({ hasText: 'This address can’t be used.' });
  await expect.poll(() => reason.evaluate((one) => one === document.activeElement)).toBe(true);
});

it('An unfinished question of a lead form that was switched off again is shown when it is refused', async () => {
  const person = await journey.register();
  const id = await makeCard(person);
  const page = await journey.open(`/edit-card/${id}?tab=media`, { as: person });
  const capture = page.getByRole('switch', { name: 'Lead Capture Form' });
  await capture.check();
  await page.getByRole('button', { name: 'Add a question' }).click();
  await capture.uncheck();
  await page.getByRole('button', { name: 'Update Card' }).click();
  const question = page.getByLabel('Question 1', { exact: true });
  await expect.poll(() => question.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.getByText('Write the question').waitFor();
  await page.keyboard.type('Where?');
  expect(await question.inputValue()).toBe('Where?');
  await page.getByRole('button', { name: 'Update Card' }).click();
  await page.waitForURL('**/dashboard');
  expect(await cardsOf(person)).toMatchObject([{ leadQuestions: [{ label: 'Where?' }] }]);
});
