import { expect, it } from 'vitest';
import type { Person } from '#test/built-product.ts';
import { cardsOf, makeCard } from '#test/e2e/card-editor.ts';
import { expectAccessible, expectNoSidewaysScroll, startJourney } from '#test/e2e/journey.ts';

const journey = startJourney({ expectedErrors: /status of 409/ });
const OLD = '+1 202 555 0142';
const NEW = '+1 303 555 0199';
const PHONE = { width: 320, height: 640 };

async function ownerWithThree(): Promise<{ owner: Person; work: string; board: string }> {
  const owner = await journey.register('Ada Owner');
  const work = await makeCard(owner, { primaryPhone: OLD });
  const board = await makeCard(owner, { name: 'Board', workPhone: '+1 (202) 555-0142' });
  await makeCard(owner, { name: 'Talks', primaryPhone: OLD });
  await owner.client('PATCH', '/api/account', { phoneNumber: OLD });
  return { owner, work, board };
}
const phonesOf = async (owner: Person): Promise<string[]> =>
  (await cardsOf(owner)).map(
    ({ primaryPhone, workPhone }: Record<string, string | null>) => primaryPhone ?? workPhone,
  );

it('takes a new number to the other cards and the account in five presses', async () => {
  const { owner } = await ownerWithThree();
  const page = await journey.open('/cards', { as: owner, viewport: PHONE });
  let presses = 0;
  const press = async (find: { click: () => Promise<void> }) => {
    presses += 1;
    await find.click();
  };
  const work = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Work', exact: true }) });
  await press(work.getByRole('link', { name: /^Edit/ }));
  await press(page.getByLabel('Phone', { exact: true }));
  await page.getByLabel('Phone', { exact: true }).fill(NEW);
  await press(page.getByRole('button', { name: 'Update Card' }));
  await page.waitForURL('**/dashboard');
  await page.getByText('Your digital business card has been updated.').waitFor();
  const sheet = page.getByRole('dialog', { name: 'Use the new number everywhere?' });
  for (const name of ['Board', 'Talks', 'Account'])
    expect(await sheet.getByRole('checkbox', { name }).isChecked()).toBe(true);
  for (const name of ['Email signature', 'Printed cards', 'Offline contact code'])
    await sheet.getByRole('link', { name }).waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await press(sheet.getByRole('button', { name: 'Update' }));
  await page.getByText('Updated Talks, Board, and your account.').waitFor();
  await sheet.waitFor({ state: 'detached' });
  expect(presses).toBeLessThanOrEqual(5);
  expect(await phonesOf(owner)).toEqual([NEW, NEW, NEW]);
  expect((await owner.client('GET', '/api/auth/me')).body.settings.phoneNumber).toBe(NEW);
});

it('leaves what is not chosen, says what was changed meanwhile, and then asks no more', async () => {
  const { owner, work, board } = await ownerWithThree();
  const page = await journey.open(`/edit-card/${work}`, { as: owner });
  await page.getByLabel('Phone', { exact: true }).fill(NEW);
  await page.getByRole('button', { name: 'Update Card' }).click();
  const sheet = page.getByRole('dialog', { name: 'Use the new number everywhere?' });
  await sheet.getByRole('checkbox', { name: 'Talks' }).uncheck();
  await owner.client('PUT', `/api/cards/${board}`, { tagline: 'Changed elsewhere' });
  await sheet.getByRole('button', { name: 'Update' }).click();
  await page
    .getByText('“Board” was changed elsewhere meanwhile, so nothing was saved. Look again.')
    .waitFor();
  expect(await phonesOf(owner)).toEqual([OLD, '+1 (202) 555-0142', NEW]);
  await sheet.getByRole('button', { name: 'Update' }).click();
  await sheet.waitFor({ state: 'detached' });
  expect(await phonesOf(owner)).toEqual([OLD, NEW, NEW]);

  // A further save that replaces nothing that stands elsewhere goes to the dashboard without a question.
  await page.goto(`/edit-card/${work}`);
  await page.getByLabel('Job title').fill('Analyst');
  await page.getByRole('button', { name: 'Update Card' }).click();
  await page.waitForURL('**/dashboard');
  await page.getByText('Your digital business card has been updated.').waitFor();
  expect(await sheet.count()).toBe(0);
});

it('leaves everything as it is on “Not now”, and a new email to the settings of the account', async () => {
  const owner = await journey.register('Ada Owner');
  const work = await makeCard(owner, { primaryEmail: owner.email });
  await makeCard(owner, { name: 'Board', workEmail: owner.email });
  const page = await journey.open(`/edit-card/${work}`, { as: owner });
  await page.getByLabel('Email', { exact: true }).fill('ada@new.example');
  await page.getByRole('button', { name: 'Update Card' }).click();
  const sheet = page.getByRole('dialog', { name: 'Use the new email everywhere?' });
  await sheet.getByRole('link', { name: 'Change it in Settings' }).waitFor();
  expect(await sheet.getByRole('checkbox').count()).toBe(1);
  await sheet.getByRole('button', { name: 'Not now' }).click();
  await sheet.waitFor({ state: 'detached' });
  expect((await cardsOf(owner)).map(({ version }: { version: number }) => version)).toEqual([1, 2]);
});
