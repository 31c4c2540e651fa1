import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { giveFile } from '#test/e2e/card-editor.ts';
import { chooseAdd } from '#test/e2e/contact-people.ts';
import { sendJson, startModelProvider } from '#test/model-provider.ts';
import { expectAccessible, startJourney } from './journey.ts';
import { drawPaperCard, GERMAN_CARD } from './paper-card.ts';

const provider = await startModelProvider();
const host = new URL(provider.url).host;
const journey = startJourney({
  env: { AI_PROVIDER: 'openai', AI_BASE_URL: `${provider.url}/v1`, AI_MODEL: 'tester-1' },
});
afterAll(() => provider.close());

const picture = async (lines?: typeof GERMAN_CARD) => ({
  name: 'card.png',
  mimeType: 'image/png',
  buffer: await drawPaperCard(lines),
});
const choosePicture = async (page: Page, lines?: typeof GERMAN_CARD) =>
  page.getByLabel('Choose a photo').setInputFiles(await picture(lines));

it('makes a contact of a photo of a paper card, and the photo never leaves the browser', async () => {
  const person = await journey.register('Pat Owner');
  const page = await journey.open('/contacts', { as: person });
  const sent: string[] = [];
  page.context().on('request', (request) => {
    if (!request.url().startsWith('blob:'))
      sent.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  await chooseAdd(page, 'Scan a paper card');
  const dialog = page.getByRole('dialog', { name: 'Scan a paper card' });
  await dialog.getByText(`Sends the photo to ${host}.`).waitFor();
  await dialog.getByLabel('This device').check();
  await dialog.getByText('Your photo is read on this device and isn’t saved.').waitFor();
  await choosePicture(page);
  await expect.poll(() => dialog.getByLabel('Full name').inputValue(), { timeout: 45_000 }).toBe('Anna Berg');
  const readIn = (label: string) => dialog.getByLabel(label, { exact: true }).inputValue();
  expect(await readIn('Job title')).toBe('Head of Sales');
  expect(await readIn('Email')).toBe('anna.berg@northwind.com');
  expect(await readIn('Phone')).toBe('+1 (415) 555-0199');
  expect(await readIn('City')).toBe('San Francisco');
  await dialog.getByText('Read on this device. Compare each field with the photo.').waitFor();
  expect(sent.filter((line) => line.startsWith('POST'))).toEqual([]);
  expect(provider.asked).toHaveLength(0);
  expect(sent.filter((line) => line.includes('/scan/')).length).toBe(4);

  await dialog.getByLabel('Where “Since 1923” belongs').selectOption({ label: 'Notes' });
  expect(await readIn('Notes')).toBe('Since 1923');
  await dialog.getByRole('button', { name: 'Add to contacts' }).click();
  await page.getByText('Contact added').first().waitFor();
  await page.getByRole('heading', { name: 'Anna Berg' }).or(page.getByText('Anna Berg')).first().waitFor();
});

it('offers to read a card again in the language that it seems to be in', async () => {
  const page = await journey.open('/contacts', { as: await journey.register('Pat Traveler') });
  await chooseAdd(page, 'Scan a paper card');
  const dialog = page.getByRole('dialog', { name: 'Scan a paper card' });
  await dialog.getByLabel('This device').check();
  await choosePicture(page, GERMAN_CARD);
  await dialog
    .getByText('This card seems to be in German. It was read in English.')
    .waitFor({ timeout: 45_000 });
  await expectAccessible(page);
  // Rotating turns the photo and nothing else, and reading again keeps what was typed.
  await dialog.getByLabel('Notes').fill('Met in Kiel');
  for (let turns = 0; turns < 4; turns += 1) await dialog.getByRole('button', { name: 'Rotate' }).click();
  expect(await dialog.getByLabel('Notes').inputValue()).toBe('Met in Kiel');
  await dialog.getByRole('button', { name: 'Read again in German' }).click();
  const company = dialog.getByLabel('Company', { exact: true });
  await expect
    .poll(() => company.inputValue().catch(() => ''), { timeout: 45_000 })
    .toBe('Müller & Söhne GmbH');
  expect(await dialog.getByLabel('Full name').inputValue()).toBe('Käthe Großmann');
  expect(await dialog.getByLabel('Email', { exact: true }).inputValue()).toBe(
    'k.grossmann@mueller-soehne.de',
  );
  expect(await dialog.getByLabel('Notes').inputValue()).toBe('Met in Kiel');
  const readAgain = dialog.getByRole('button', { name: /^Read again/ });
  expect(await readAgain.count()).toBe(0);
  await dialog.getByRole('button', { name: 'Rotate' }).click();
  await readAgain.waitFor();
});

it('allows WebAssembly to the worker only', async () => {
  const policyOf = async (path: string) =>
    (await fetch(journey.url + path)).headers.get('content-security-policy') ?? '';
  expect(await policyOf('/scan/reader.js')).toContain("script-src 'self' 'wasm-unsafe-eval'");
  for (const path of ['/contacts', '/', '/auth/login']) expect(await policyOf(path)).not.toContain('wasm');
});

it('lets the language model read a card, says so, and reads on the device when it is away', async () => {
  const person = await journey.register('Pat Reader');
  const page = await journey.open('/contacts', { as: person });
  const dialog = page.getByRole('dialog', { name: 'Scan a paper card' });
  const readIn = (label: string) => dialog.getByLabel(label, { exact: true }).inputValue();
  const answer = {
    name: 'Anna Berg',
    title: 'Head of Sales',
    company: 'Northwind Traders Inc.',
    emails: ['anna.berg@northwind.com'],
    phones: [{ value: '+1 (415) 555-0199', kind: 'mobile' }],
    websites: ['javascript:alert(1)'],
    address: {
      street: '1200 Harbor Blvd',
      postalCode: '94105',
      city: 'San Francisco',
      region: 'CA',
      country: '',
    },
    notes: ['Since 1923'],
  };
  provider.replies = [
    (response) => sendJson(response, 401, { error: { message: 'No' } }),
    JSON.stringify(answer),
  ];
  await chooseAdd(page, 'Scan a paper card');
  await dialog.getByText(`Sends the photo to ${host}.`).waitFor();
  await expectAccessible(page);
  await choosePicture(page);
  const instead = dialog.getByText('AI isn’t available right now. The card was read on this device instead.');
  await instead.waitFor({ timeout: 45_000 });
  expect(await readIn('Full name')).toBe('Anna Berg');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  expect(await readIn('Full name')).toBe('Anna Berg');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await dialog.waitFor({ state: 'detached' });

  await chooseAdd(page, 'Scan a paper card');
  await dialog.getByText(`Sends the photo to ${host}.`).waitFor();
  // Focus is on the choice of the reader, not where pictures are dropped.
  await giveFile(page, 'paste', await picture());
  await dialog.getByText(`Read by tester-1 at ${host}. Compare each field with the photo.`).waitFor();
  expect(await readIn('Phone')).toBe('+1 (415) 555-0199');
  expect(await readIn('Website')).toBe('');
  await dialog.getByText('javascript:alert(1)', { exact: true }).waitFor();
  expect(await dialog.getByRole('link').count()).toBe(0);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add to contacts' }).click();
  await page.getByText('Contact added').first().waitFor();
});
