import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { addField, cardsOf, makeCard } from '#test/e2e/card-editor.ts';
import { expectAccessible, expectNoSidewaysScroll, PHONE, SIZES, startJourney } from '#test/e2e/journey.ts';

const journey = startJourney({ expectedErrors: /status of 409/ });

/** Opens the card in two tabs; the first saves a job title and a company. */
async function openInTwoTabs(viewport: { width: number; height: number }) {
  const person = await journey.register();
  const id = await makeCard(person, { jobTitle: 'Clerk', company: 'Acme' });
  const first = await journey.open(`/edit-card/${id}`, { as: person, viewport });
  await first.getByLabel('Job title').waitFor();
  const second = await first.context().newPage();
  await second.setViewportSize(viewport);
  await second.goto(`/edit-card/${id}`);
  await second.getByLabel('Job title').waitFor();
  await first.getByLabel('Job title').fill('Engineer');
  await first.getByLabel('Company').fill('Engines Ltd');
  await save(first);
  await first.waitForURL('**/dashboard');
  return { person, second };
}

const save = (page: Page) => page.getByRole('button', { name: 'Update Card' }).click();

describe.each(SIZES)('Two tabs on one card, on a screen of $width px', (viewport) => {
  it('do not undo each other: the owner chooses field by field', async () => {
    const { person, second } = await openInTwoTabs(viewport);
    await second.getByLabel('Job title').fill('Analyst');
    await addField(second, 'Location');
    await second.getByLabel('Location').fill('London');
    await save(second);
    const dialog = second.getByRole('dialog', { name: 'This card was changed elsewhere' });
    await dialog.waitFor();
    await expectAccessible(second);
    await expectNoSidewaysScroll(second);
    const title = dialog.getByRole('group', { name: 'Job title' });
    expect(await title.getByRole('radio', { name: 'Yours Analyst' }).isChecked()).toBe(true);
    const company = dialog.getByRole('group', { name: 'Company' });
    expect(await company.getByRole('radio', { name: 'Saved elsewhere Engines Ltd' }).isChecked()).toBe(true);
    await title.getByRole('radio', { name: 'Saved elsewhere Engineer' }).check();
    await title.getByRole('radio', { name: 'Yours Analyst' }).check();

    await dialog.getByRole('button', { name: 'Save merged card' }).click();
    await second.waitForURL('**/dashboard');
    const merged = { jobTitle: 'Analyst', company: 'Engines Ltd', location: 'London' };
    expect(await cardsOf(person)).toMatchObject([merged]);
  });
});

it('What is typed stays when the owner goes on editing instead', async () => {
  const { person, second } = await openInTwoTabs(PHONE);
  await addField(second, 'Location');
  await second.getByLabel('Location').fill('London');
  await save(second);
  const dialog = second.getByRole('dialog', { name: 'This card was changed elsewhere' });
  await dialog.getByText('Your changes don’t conflict.').waitFor();
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  expect(await second.getByLabel('Location').inputValue()).toBe('London');
  expect(await cardsOf(person)).toMatchObject([{ jobTitle: 'Engineer', location: null }]);
});

it('A field that was changed elsewhere alone is set back where the owner chooses so', async () => {
  const { person, second } = await openInTwoTabs(PHONE);
  await second.getByLabel('Job title').fill('Analyst');
  await save(second);
  const dialog = second.getByRole('dialog', { name: 'This card was changed elsewhere' });
  await dialog.getByRole('radio', { name: 'Yours Acme' }).check();
  await dialog.getByRole('button', { name: 'Save merged card' }).click();
  await second.waitForURL('**/dashboard');
  expect(await cardsOf(person)).toMatchObject([{ jobTitle: 'Analyst', company: 'Acme' }]);
});
